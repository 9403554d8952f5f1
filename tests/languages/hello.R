cat("Hello ", readLines(file("stdin"), 1), "\n", sep = "")
