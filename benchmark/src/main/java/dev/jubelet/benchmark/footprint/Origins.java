package dev.jubelet.benchmark.footprint;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which part a class belongs to, by its name. Pure. */
final class Origins {
  private static final Pattern OURS = Pattern.compile("^dev\\.jubelet\\.(\\w+)\\..*");
  private static final String OTHERS = "others";

  /** The first prefix that fits names the part. */
  private record Rule(String prefix, String part) {}

  private static final List<Rule> RULES =
      List.of(
          new Rule("java.lang.invoke.LambdaForm", "jdk lambda forms"),
          new Rule("java.lang.invoke.", "jdk invoke and foreign"),
          new Rule("java.lang.foreign.", "jdk invoke and foreign"),
          new Rule("jdk.internal.foreign.", "jdk invoke and foreign"),
          new Rule("sun.invoke.", "jdk invoke and foreign"),
          new Rule("java.net.http.", "jdk http client"),
          new Rule("jdk.internal.net.http.", "jdk http client"),
          new Rule("sun.security.", "jdk security"),
          new Rule("java.security.", "jdk security"),
          new Rule("javax.net.ssl.", "jdk security"),
          new Rule("javax.crypto.", "jdk security"),
          new Rule("com.sun.crypto.", "jdk security"),
          new Rule("java.", "jdk rest"),
          new Rule("javax.", "jdk rest"),
          new Rule("jdk.", "jdk rest"),
          new Rule("sun.", "jdk rest"),
          new Rule("com.sun.", "jdk rest"),
          new Rule("io.grpc.", "grpc"),
          new Rule("io.perfmark.", "grpc"),
          new Rule("okio.", "grpc"),
          new Rule("com.google.common.", "guava"),
          new Rule("com.google.protobuf.", "protobuf"),
          new Rule("io.fabric8.", "fabric8"),
          new Rule("com.fasterxml.", "jackson"),
          new Rule("org.snakeyaml.", "snakeyaml"),
          new Rule("io.helidon.", "helidon"),
          new Rule("ch.qos.logback.", "logback, slf4j"),
          new Rule("org.slf4j.", "logback, slf4j"),
          new Rule("org.bouncycastle.", "bouncy castle"),
          new Rule("picocli.", "picocli"));

  private Origins() {}

  static String of(String className) {
    String name = elementType(className);
    Matcher ours = OURS.matcher(name);
    if (ours.matches()) {
      return "jubelet " + ours.group(1);
    }
    return RULES.stream()
        .filter(rule -> name.startsWith(rule.prefix()))
        .map(Rule::part)
        .findFirst()
        .orElse(isPrimitive(className) ? "jdk rest" : OTHERS);
  }

  /** Arrays are written as {@code [Lname;} or {@code [I}. */
  private static String elementType(String className) {
    String name = className.replaceFirst("^\\[+", "");
    boolean isReference = name.length() < className.length() && name.startsWith("L");
    return isReference ? name.substring(1).replaceFirst(";$", "") : name;
  }

  private static boolean isPrimitive(String className) {
    return className.matches("\\[+[BCDFIJSZ]");
  }
}
