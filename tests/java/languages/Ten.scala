// SPDX-License-Identifier: Apache-2.0
package sc

// Ten small classes, as Java meets them; the comments are those of Ten.kt.

class Account(val owner: String, private var balance: Int) {
  def withdraw(amount: Int): Int = { balance -= amount; 100 / balance } //= error ArithmeticException
}

case class Point(x: Int, y: Int) {
  def slope(by: Int): Int = y / x + by //= error ArithmeticException
}

object Registry {
  private var limit = 3
  def ratio(n: Int): Int = limit / n //= error ArithmeticException
}

class Temperature private (val degrees: Int) {
  def inverse(of: Int): Int = of / degrees //= error ArithmeticException
}
object Temperature {
  def ofDegrees(degrees: Int): Temperature = new Temperature(degrees) //=
}

class Words(words: List[String]) {
  def share(total: Int): Int = if (words.isEmpty) total / 0 else 1 //= error ArithmeticException; null within this
}

sealed trait Shape { def area: Int }
case class Square(side: Int) extends Shape { def area: Int = side * side }
case object Dot extends Shape { def area: Int = 0 }
class Shapes {
  def perArea(s: Shape): Int = 100 / s.area //= error ArithmeticException; null s
}

trait Source { def next: Int; def name: String }
class Fixed(n: Int) extends Source { def next: Int = n; def name: String = "fixed" }
class Reader(source: Source) {
  def scaled(by: Int): Int = by / source.next //= error ArithmeticException; null within this
}

class Holder(value: Option[String]) {
  def held(n: Int): Int = if (value.isDefined) n else 1 / 0 //= error ArithmeticException; null within this
}

class Defaults {
  def scale(n: Int, by: Int = 2): Int = n / by //= error ArithmeticException
}

class Pairs {
  def swap(p: (String, String)): Int = if (p._1 == null) 10 / 0 else 1 //= error ArithmeticException; null p
}
