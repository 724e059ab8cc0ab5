package dev.jubelet.edge.usage;

import dev.jubelet.edge.usage.CgroupUsage.DeviceIo;
import dev.jubelet.edge.usage.CgroupUsage.IoCost;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringTokenizer;
import org.jspecify.annotations.Nullable;

/**
 * The file of version 2 about disks. Lines are {@code 8:0 rbytes=1 wbytes=2 rios=3 wios=4 dbytes=0
 * dios=0}, and {@code cost.usage=5} and the like where the kernel weighs requests by their cost.
 */
final class WeightedIo {
  private final Map<String, String> fields = new HashMap<>();

  private WeightedIo(String line) {
    StringTokenizer words = new StringTokenizer(line);
    while (words.hasMoreTokens()) {
      String word = words.nextToken();
      int equals = word.indexOf('=');
      if (equals > 0) {
        fields.put(word.substring(0, equals), word.substring(equals + 1));
      }
    }
  }

  static List<DeviceIo> parse(String text) {
    List<DeviceIo> io = new ArrayList<>();
    for (String line : text.split("\n", -1)) {
      int colon = line.indexOf(':');
      int space = line.indexOf(' ');
      if (colon > 0 && space > colon) {
        io.add(
            new WeightedIo(line)
                .of(
                    Integer.parseInt(line.substring(0, colon)),
                    Integer.parseInt(line.substring(colon + 1, space))));
      }
    }
    return io;
  }

  private DeviceIo of(int major, int minor) {
    return new DeviceIo(
        major,
        minor,
        number("rbytes"),
        number("wbytes"),
        number("rios"),
        number("wios"),
        fields.containsKey("dbytes") ? Map.of("Discard", number("dbytes")) : Map.of(),
        cost());
  }

  private @Nullable IoCost cost() {
    IoCost cost =
        new IoCost(
            known("cost.usage"), known("cost.wait"), known("cost.indebt"), known("cost.indelay"));
    return cost.equals(new IoCost(null, null, null, null)) ? null : cost;
  }

  private long number(String name) {
    Long known = known(name);
    return known == null ? 0 : known;
  }

  private @Nullable Long known(String name) {
    String text = fields.get(name);
    return text == null ? null : Long.valueOf(text);
  }
}
