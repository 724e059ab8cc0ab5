package dev.jubelet.benchmark.footprint;

import dev.jubelet.benchmark.figure.Bench;
import dev.jubelet.benchmark.node.ProcessUse;
import dev.jubelet.benchmark.report.Table;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What each part of the agent costs on a node full of pods, by what its JVM says. The JVM counts
 * its own native memory meanwhile, which costs some by itself: the figure of the whole is the idle
 * one.
 */
public final class Footprint {
  private static final String OPTIONS = "JUBELET_JAVA_OPTS";
  private static final String COUNTING = "-XX:NativeMemoryTracking=summary";

  private Footprint() {}

  public static String measure(Bench bench) {
    String given = System.getenv().getOrDefault(OPTIONS, "");
    bench.arriveWith(Map.of(OPTIONS, COUNTING + " " + given));
    bench.node().pauses().pause(bench.scale().settle());
    ProcessUse use = bench.node().agentUse();
    Jcmd jvm = new Jcmd(bench.node().node().pid());
    long rss = use.rss();
    String mappings = jvm.ask("System.map");
    String memory = jvm.ask("VM.native_memory", "summary");
    String classes = jvm.ask("VM.classes");
    String threads = jvm.ask("Thread.print");
    String code = jvm.ask("Compiler.codecache");
    jvm.ask("GC.run");
    String heap = jvm.ask("GC.heap_info");
    String metaspace = jvm.ask("VM.metaspace");
    String objects = jvm.ask("GC.class_histogram");
    return String.join(
        "\n",
        whole(use, rss, heap, metaspace, code),
        resident(JvmReports.resident(mappings)),
        parts(JvmReports.classes(classes), JvmReports.objects(objects)),
        natives(JvmReports.categories(memory)),
        ThreadNames.table(threads));
  }

  private static String whole(
      ProcessUse use, long rss, String heap, String metaspace, String code) {
    Table table = new Table("whole, with the JVM counting", "kB");
    table.add("RSS", Long.toString(rss));
    table.add("RSS that is no file", Long.toString(use.anonymous()));
    table.add("heap, old generation used after GC", number(heap, "Tenured", "used"));
    table.add("metaspace used", number(metaspace, "Metaspace", "used"));
    table.add("code cache used", number(code, "CodeCache", "used"));
    table.add("native threads (count)", Long.toString(use.threads()));
    return table.text();
  }

  private static String number(String answer, String line, String word) {
    return answer
        .lines()
        .filter(text -> text.contains(line))
        .findFirst()
        .flatMap(text -> JvmReports.number(text, word))
        .map(String::valueOf)
        .orElse("?");
  }

  private static String resident(Map<String, Long> kinds) {
    Table table = new Table("resident memory", "kB");
    kinds.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .forEach(kind -> table.add(kind.getKey(), Long.toString(kind.getValue() / 1024)));
    return table.text();
  }

  private static String parts(Map<String, JvmReports.Classes> classes, Map<String, Long> objects) {
    Table table = new Table("part", "classes", "of them lambdas", "objects kB");
    Set<String> names = new TreeSet<>(classes.keySet());
    names.addAll(objects.keySet());
    names.stream()
        .sorted(
            Comparator.comparingInt(
                    (String name) -> classes.getOrDefault(name, JvmReports.Classes.NONE).count())
                .reversed())
        .forEach(
            name -> {
              JvmReports.Classes part = classes.getOrDefault(name, JvmReports.Classes.NONE);
              table.add(
                  name,
                  Integer.toString(part.count()),
                  Integer.toString(part.lambdas()),
                  Long.toString(objects.getOrDefault(name, 0L) / 1024));
            });
    int all = classes.values().stream().mapToInt(JvmReports.Classes::count).sum();
    int lambdas = classes.values().stream().mapToInt(JvmReports.Classes::lambdas).sum();
    long bytes = objects.values().stream().mapToLong(Long::longValue).sum();
    table.add("all", Integer.toString(all), Integer.toString(lambdas), Long.toString(bytes / 1024));
    return table.text();
  }

  private static String natives(List<JvmReports.Category> categories) {
    Table table = new Table("native memory", "committed kB", "reserved kB");
    categories.stream()
        .sorted(Comparator.comparingLong(JvmReports.Category::committedKb).reversed())
        .forEach(
            category ->
                table.add(
                    category.name(),
                    Long.toString(category.committedKb()),
                    Long.toString(category.reservedKb())));
    return table.text();
  }
}
