print("Hello " .. io.read("l"))
