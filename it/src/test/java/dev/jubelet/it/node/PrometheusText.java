package dev.jubelet.it.node;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the text of metrics as strictly as its format allows: every family has help and type before
 * its samples and stands once, names and labels are well formed, no series stands twice, histograms
 * grow and end where their count says.
 */
record PrometheusText(Map<String, String> types, Map<String, Double> series) {
  private static final Pattern HEAD = Pattern.compile("# (HELP|TYPE) ([a-zA-Z_:][\\w:]*) (.+)");
  private static final Pattern SAMPLE =
      Pattern.compile("([a-zA-Z_:][\\w:]*)(\\{(.*)\\})? ([^ ]+)( -?\\d+)?");
  private static final Pattern LABEL =
      Pattern.compile("([a-zA-Z_]\\w*)=\"((?:[^\"\\\\]|\\\\[\\\\n\"])*)\"(,|$)");
  private static final List<String> PARTS = List.of("_bucket", "_sum", "_count");

  static PrometheusText parse(String text) {
    Map<String, String> types = new LinkedHashMap<>();
    Set<String> helped = new HashSet<>();
    Map<String, Double> series = new LinkedHashMap<>();
    String family = "";
    for (String line : text.split("\n", -1)) {
      if (line.startsWith("#")) {
        Matcher head = matched(HEAD, line);
        family = part(head, 2);
        boolean first =
            part(head, 1).equals("HELP")
                ? helped.add(family)
                : types.put(family, part(head, 3)) == null;
        require(first, "a second head", line);
      } else if (!line.isEmpty()) {
        Matcher sample = matched(SAMPLE, line);
        require(belongs(part(sample, 1), family, types), "a sample of another family", line);
        String key = part(sample, 1) + labels(part(sample, 3), line);
        require(series.put(key, number(part(sample, 4))) == null, "a second sample", line);
      }
    }
    require(helped.equals(types.keySet()), "help and types differ", helped + " " + types.keySet());
    checkHistograms(types, series);
    return new PrometheusText(types, series);
  }

  private static boolean belongs(String name, String family, Map<String, String> types) {
    if ("histogram".equals(types.get(family))) {
      return PARTS.stream().anyMatch(part -> name.equals(family + part));
    }
    return types.containsKey(family) && name.equals(family);
  }

  private static Map<String, String> labels(String text, String line) {
    Map<String, String> labels = new LinkedHashMap<>();
    Matcher label = LABEL.matcher(text);
    int at = 0;
    while (at < text.length()) {
      require(label.find(at) && label.start() == at, "bad labels", line);
      require(labels.put(part(label, 1), part(label, 2)) == null, "a label twice", line);
      at = label.end();
    }
    return labels;
  }

  private static void checkHistograms(Map<String, String> types, Map<String, Double> series) {
    Map<String, Double> last = new HashMap<>();
    series.forEach(
        (key, value) -> {
          int bucket = key.indexOf("_bucket{");
          if (bucket > 0 && "histogram".equals(types.get(key.substring(0, bucket)))) {
            String of = key.replaceAll(",? ?le=[^,}]*", "").replace("_bucket", "_count");
            require(last.getOrDefault(of, 0.0) <= value, "a bucket that shrinks", key);
            last.put(of, value);
          }
        });
    last.forEach((of, value) -> require(value.equals(series.get(of)), "a wrong count", of));
  }

  private static double number(String text) {
    return switch (text) {
      case "+Inf" -> Double.POSITIVE_INFINITY;
      case "-Inf" -> Double.NEGATIVE_INFINITY;
      default -> Double.parseDouble(text);
    };
  }

  private static Matcher matched(Pattern pattern, String line) {
    Matcher matcher = pattern.matcher(line);
    require(matcher.matches(), "not a line of metrics", line);
    return matcher;
  }

  /** Empty for a part that is not there. */
  private static String part(Matcher matcher, int number) {
    String found = matcher.group(number);
    return found == null ? "" : found;
  }

  private static void require(boolean holds, String what, String where) {
    if (!holds) {
      throw new AssertionError(what + ": " + where);
    }
  }

  /** The values of the series of this name whose labels have these texts in them. */
  List<Double> values(String name, String... texts) {
    List<Double> found = new ArrayList<>();
    series.forEach(
        (key, value) -> {
          if (key.startsWith(name + "{") && List.of(texts).stream().allMatch(key::contains)) {
            found.add(value);
          }
        });
    return found;
  }
}
