// SPDX-License-Identifier: Apache-2.0
package structures;

/** A matrix of ints. */
public class Matrix {
    private final int rows, columns;
    private final int[] cells;

    public Matrix(int rows, int columns) {
        if (rows < 1 || columns < 1 || rows > 3 || columns > 3) throw new IllegalArgumentException("size");
        this.rows = rows;
        this.columns = columns;
        cells = new int[rows * columns];
    }

    public void set(int row, int column, int value) { // correct
        if (row < 0 || row >= rows || column < 0 || column >= columns)
            throw new IllegalArgumentException("position");
        cells[row * columns + column] = value;
    }

    /** Rows taken for columns: the wrong product where there are more columns than rows, or fewer. */
    public int get(int row, int column) {
        if (row < 0 || row >= rows || column < 0 || column >= columns) return 0;
        return cells[row * rows + column]; // error: ArrayIndexOutOfBoundsException
    }

    public int trace() { // of a matrix that need not be square
        int sum = 0;
        for (int i = 0; i < rows; i++) sum += cells[i * columns + i]; // error: ArrayIndexOutOfBoundsException
        return sum;
    }

    /** The sum of each row. */
    public int[] rowSums() { // correct
        int[] sums = new int[rows];
        for (int r = 0; r < rows; r++)
            for (int c = 0; c < columns; c++) sums[r] += cells[r * columns + c];
        return sums;
    }

    public static int determinant2(int[][] m) { // correct: looks before it leaps
        if (m == null || m.length != 2) return 0;
        for (int[] row : m)
            if (row == null || row.length != 2) return 0;
        return m[0][0] * m[1][1] - m[0][1] * m[1][0];
    }

    public static int[] transposeRow(int[][] m, int column) { // ragged rows
        if (m == null || column < 0) return new int[0];
        int[] out = new int[m.length];
        for (int i = 0; i < m.length; i++)
            if (m[i] != null) out[i] = m[i][column]; // error: ArrayIndexOutOfBoundsException
        return out;
    }
}
