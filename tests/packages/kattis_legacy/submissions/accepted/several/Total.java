class Total {
    double of(java.util.List<Integer> numbers) {
        double sum = 0;
        for (int number : numbers) sum += number;
        return sum;
    }
}
