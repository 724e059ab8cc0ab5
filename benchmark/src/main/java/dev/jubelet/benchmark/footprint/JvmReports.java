package dev.jubelet.benchmark.footprint;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what a JVM says about itself. Pure. */
final class JvmReports {
  private static final Pattern CLASS =
      Pattern.compile("^0x[0-9a-f]+ +(\\d+) +\\S+ +(?:[A-Z]+ +)?(\\S+).*");
  private static final Pattern OBJECTS = Pattern.compile("^ *\\d+: +(\\d+) +(\\d+) +(\\S+).*");
  private static final Pattern NATIVE =
      Pattern.compile("^- +(.+?) \\(reserved=(\\d+)KB, committed=(\\d+)KB.*");
  private static final int HEADER_WORD = 8;

  private JvmReports() {}

  /** How many classes a part has, and the bytes of their descriptions without methods. */
  record Classes(int count, int lambdas, long bytes) {
    static final Classes NONE = new Classes(0, 0, 0);

    Classes plus(boolean lambda, long more) {
      return new Classes(count + 1, lambdas + (lambda ? 1 : 0), bytes + more);
    }
  }

  /** A category of native memory. */
  record Category(String name, long reservedKb, long committedKb) {}

  /** By part, from the answer to VM.classes. */
  static Map<String, Classes> classes(String answer) {
    Map<String, Classes> parts = new TreeMap<>();
    answer
        .lines()
        .map(CLASS::matcher)
        .filter(Matcher::matches)
        .forEach(
            line -> {
              String name = line.group(2);
              boolean lambda = name.contains("$$Lambda") || name.contains("LambdaForm");
              long bytes = Long.parseLong(line.group(1)) * HEADER_WORD;
              parts.merge(
                  Origins.of(name),
                  Classes.NONE.plus(lambda, bytes),
                  (known, one) -> known.plus(lambda, bytes));
            });
    return parts;
  }

  /** Bytes of objects on the heap by the part of their class, from GC.class_histogram. */
  static Map<String, Long> objects(String answer) {
    Map<String, Long> parts = new TreeMap<>();
    answer
        .lines()
        .map(OBJECTS::matcher)
        .filter(Matcher::matches)
        .forEach(
            line ->
                parts.merge(Origins.of(line.group(3)), Long.parseLong(line.group(2)), Long::sum));
    return parts;
  }

  /** From VM.native_memory. */
  static List<Category> categories(String answer) {
    return answer
        .lines()
        .map(NATIVE::matcher)
        .filter(Matcher::matches)
        .map(
            line ->
                new Category(
                    line.group(1), Long.parseLong(line.group(2)), Long.parseLong(line.group(3))))
        .toList();
  }

  /** The first number after these words, anywhere in an answer. */
  static Optional<Long> number(String answer, String words) {
    Matcher found = Pattern.compile(Pattern.quote(words) + "\\s*=?\\s*(\\d+)").matcher(answer);
    return found.find() ? Optional.of(Long.parseLong(found.group(1))) : Optional.empty();
  }
}
