// SPDX-License-Identifier: Apache-2.0
package kt

// Ten small classes, as Java meets them. Behind "//=" stands what a maintainer would say of each function, worked out
// by hand; see groups/Groups.java. Null for a parameter that is not nullable is refused by what kotlinc puts in.

class Account(val owner: String, private var balance: Int) {
    fun withdraw(amount: Int): Int { balance -= amount; return 100 / balance } //= error ArithmeticException
    fun initial(): Char = owner[0] //= error StringIndexOutOfBoundsException
}

data class Point(val x: Int, val y: Int) {
    fun slope(): Int = y / x //= error ArithmeticException
    fun norm(): Int = Math.abs(x % 100) + Math.abs(y % 100) //=
}

object Registry {
    private val names = ArrayList<String>()
    fun add(name: String) { names.add(name) } //= refused IllegalArgumentException
    fun ratio(n: Int): Int = 10 / n //= error ArithmeticException
}

class Temperature private constructor(val degrees: Int) {
    companion object {
        fun of(degrees: Int): Temperature = Temperature(degrees) //=
        fun positive(degrees: Int): Int = 10 / degrees //= error ArithmeticException
        @JvmStatic fun zero(): Temperature = Temperature(0) //=
    }
    fun inverse(): Int = 1000 / degrees //= error ArithmeticException
}

class Greeter(private val greeting: String?) {
    fun asserted(): Int = greeting!!.length //= error KotlinNullPointerException
    fun greet(name: String): Int = (greeting ?: "Hello").length + name.length //= refused IllegalArgumentException
}

enum class Level(val weight: Int) {
    LOW(0), HIGH(2);
    fun share(total: Int): Int = total / weight //= error ArithmeticException
}

sealed class Shape {
    abstract fun area(): Int
    class Square(val side: Int) : Shape() { override fun area() = side * side }
    object Dot : Shape() { override fun area() = 0 }
}
class Shapes {
    fun perArea(s: Shape): Int = 100 / s.area() //= error ArithmeticException; refused IllegalArgumentException
}

class Stack<T : Any> {
    private val items = ArrayList<T>()
    fun push(item: T) { items.add(item) } //= refused IllegalArgumentException
    fun pop(): T = items.removeAt(items.size - 1) //= error IndexOutOfBoundsException
}

interface Source { fun next(): Int }
class Reader(private val source: Source) {
    fun scaled(): Int = 60 / source.next() //= error ArithmeticException
}

class Words(private val words: List<String>?) {
    fun count(): Int = words?.size ?: 0 //=
    fun average(limit: Int): Int = (words?.size ?: 1) / limit //= error ArithmeticException
}
