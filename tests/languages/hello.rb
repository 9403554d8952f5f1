puts "Hello #{gets.chomp}"
