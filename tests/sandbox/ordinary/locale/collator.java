// Locales, collators, number formats and charsets: data that Java reads from its own files.
//
// expect: AC
import java.nio.charset.Charset;
import java.text.Collator;
import java.text.NumberFormat;
import java.util.Locale;
import java.util.Scanner;

class Main {
    static void check(boolean holds, Object what) {
        if (!holds) throw new IllegalStateException(String.valueOf(what));
    }

    public static void main(String[] args) {
        check(Charset.defaultCharset().name().equals("UTF-8"), Charset.defaultCharset());
        check(Locale.getDefault().getLanguage().equals("en"), Locale.getDefault());
        check(Collator.getInstance(Locale.GERMAN).compare("ä", "b") < 0, "collator");
        check(NumberFormat.getInstance(Locale.GERMANY).format(1234.5).equals("1.234,5"), "format");
        check(String.format("%.1f", 1.5).equals("1.5"), "point");
        Scanner in = new Scanner(System.in).useLocale(Locale.US);
        int n = in.nextInt(), sum = 0;
        while (n-- > 0) sum += in.nextInt();
        System.err.println("Σ");
        System.out.println(sum);
    }
}
