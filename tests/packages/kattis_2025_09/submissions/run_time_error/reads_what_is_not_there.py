open("absent.txt")
