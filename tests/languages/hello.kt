fun main() {
    println("Hello ${readLine()}")
}
