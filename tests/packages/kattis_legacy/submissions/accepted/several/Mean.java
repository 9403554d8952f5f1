public class Mean {
    double of(java.util.List<Integer> numbers) {
        return new Total().of(numbers) / numbers.size();
    }
}
