package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	name, _ := bufio.NewReader(os.Stdin).ReadString('\n')
	fmt.Printf("Hello %s", name)
}
