inline long {{product}}(long value, long factor) { return value * factor; }
