package dev.jubelet.edge.usage;

import dev.jubelet.edge.usage.CgroupUsage.DeviceIo;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The two files of version 1 about disks. Lines are: device operation number, in one file the bytes
 * and in the other the requests; the last lines are sums.
 */
final class ThrottledIo {
  private final long[] bytes = new long[2];
  private final long[] requests = new long[2];
  private final Map<String, Long> others = new HashMap<>();

  private ThrottledIo() {}

  static List<DeviceIo> parse(String bytes, String requests) {
    Map<String, ThrottledIo> devices = new LinkedHashMap<>();
    bytes.lines().forEach(line -> take(devices, line, true));
    requests.lines().forEach(line -> take(devices, line, false));
    return devices.entrySet().stream()
        .map(device -> device.getValue().of(device.getKey().split(":", 2)))
        .toList();
  }

  private static void take(Map<String, ThrottledIo> devices, String line, boolean isBytes) {
    String[] fields = line.split(" ", -1);
    if (fields.length == 3 && fields[0].contains(":")) {
      ThrottledIo device = devices.computeIfAbsent(fields[0], d -> new ThrottledIo());
      long[] numbers = isBytes ? device.bytes : device.requests;
      switch (fields[1]) {
        case "Read" -> numbers[0] = Long.parseLong(fields[2]);
        case "Write" -> numbers[1] = Long.parseLong(fields[2]);
        default -> {
          if (isBytes) {
            device.others.put(fields[1], Long.parseLong(fields[2]));
          }
        }
      }
    }
  }

  private DeviceIo of(String[] number) {
    return new DeviceIo(
        Integer.parseInt(number[0]),
        Integer.parseInt(number[1]),
        bytes[0],
        bytes[1],
        requests[0],
        requests[1],
        others,
        null);
  }
}
