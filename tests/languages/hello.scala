object hello {
  def main(args: Array[String]): Unit = println("Hello " + scala.io.StdIn.readLine())
}
