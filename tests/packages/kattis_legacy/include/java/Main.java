public class Main {
    public static void main(String[] args) {
        java.util.Scanner in = new java.util.Scanner(System.in);
        java.util.List<Integer> numbers = new java.util.ArrayList<>();
        while (in.hasNextInt()) numbers.add(in.nextInt());
        System.out.println(new Mean().of(numbers));
    }
}
