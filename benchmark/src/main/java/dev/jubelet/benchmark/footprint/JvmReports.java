package dev.jubelet.benchmark.footprint;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what a JVM says about itself. Pure. */
final class JvmReports {
  private static final Pattern CLASS = Pattern.compile("^0x[0-9a-f]+ +\\d+ .*?(\\S+) *$");
  private static final Pattern OBJECTS = Pattern.compile("^ *\\d+: +(\\d+) +(\\d+) +(\\S+).*");
  private static final Pattern MAPPING =
      Pattern.compile(
          "^0x[0-9a-f]+-0x[0-9a-f]+ +\\d+ \\S+ +(\\d+) +\\d+ \\S+ +\\S+ +(.*?) +(\\S+)$");
  private static final Pattern NATIVE =
      Pattern.compile("^- +(.+?) \\(reserved=(\\d+)KB, committed=(\\d+)KB.*");

  private JvmReports() {}

  /** How many classes a part has. */
  record Classes(int count, int lambdas) {
    static final Classes NONE = new Classes(0, 0);

    Classes plus(boolean lambda) {
      return new Classes(count + 1, lambdas + (lambda ? 1 : 0));
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
              String name = line.group(1);
              boolean lambda = name.contains("$$Lambda") || name.contains("LambdaForm");
              Classes known = parts.getOrDefault(Origins.of(name), Classes.NONE);
              parts.put(Origins.of(name), known.plus(lambda));
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

  /** Resident bytes by what the memory is for, from System.map. */
  static Map<String, Long> resident(String answer) {
    Map<String, Long> kinds = new TreeMap<>();
    answer
        .lines()
        .map(MAPPING::matcher)
        .filter(Matcher::matches)
        .forEach(
            line ->
                kinds.merge(
                    kind(line.group(2), line.group(3)), Long.parseLong(line.group(1)), Long::sum));
    return kinds;
  }

  private static String kind(String purpose, String file) {
    if (!purpose.equals("-")) {
      return switch (purpose.split("-", 2)[0]) {
        case "CDS" -> "AOT cache";
        case "JAVAHEAP" -> "heap";
        case "META", "CLASS" -> "metaspace outside the cache";
        case "CODE" -> "code cache";
        case "STACK" -> "thread stacks";
        default -> "JVM rest";
      };
    }
    return switch (file.substring(file.lastIndexOf('/') + 1)) {
      case "[heap]" -> "malloc";
      case "libjvm.so" -> "libjvm.so";
      case "-" -> "anonymous rest";
      case String name -> name.contains(".jar") ? "jars" : "other files";
    };
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
