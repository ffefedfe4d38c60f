// SPDX-License-Identifier: Apache-2.0
package structures;

/** A directed graph of up to eight vertices as a matrix. */
public class Graph {
    private final boolean[][] edges;
    private final int vertices;

    public Graph(int vertices) {
        if (vertices < 1 || vertices > 8) throw new IllegalArgumentException("1 to 8 vertices");
        this.vertices = vertices;
        edges = new boolean[vertices][vertices];
    }

    public void connect(int from, int to) { // correct
        if (from < 0 || from >= vertices || to < 0 || to >= vertices)
            throw new IllegalArgumentException("no such vertex");
        edges[from][to] = true;
    }

    /** Checks `from` twice and `to` never. */
    public boolean hasEdge(int from, int to) {
        if (from < 0 || from >= vertices || from < 0 || from >= vertices) return false;
        return edges[from][to]; // error: ArrayIndexOutOfBoundsException
    }

    public int degree(int vertex) { // correct
        if (vertex < 0 || vertex >= vertices) return 0;
        int n = 0;
        for (int to = 0; to < vertices; to++)
            if (edges[vertex][to]) n++;
        return n;
    }

    /** Ends in the vertex from which no edge leads on, following first edges; a cycle is taken for a bug. */
    public int follow(int vertex) {
        if (vertex < 0 || vertex >= vertices) return -1;
        int steps = 0;
        while (true) {
            int next = 0;
            while (next < vertices && !edges[vertex][next]) next++;
            if (next == vertices) return vertex;
            vertex = next;
            if (++steps > vertices) throw new IllegalStateException("cycle"); // error: IllegalStateException
        }
    }
}
