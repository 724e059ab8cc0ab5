package dev.jubelet.resource;

import dev.jubelet.pod.spec.Amounts;
import dev.jubelet.pod.spec.Quantities;
import io.fabric8.kubernetes.api.model.Quantity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Huge page sizes under the names that the hugetlb cgroup controller gives them, such as {@code
 * 2MB}, against those of Kubernetes resources, such as {@code hugepages-2Mi}.
 */
public final class HugePages {
  public static final Path POOLS = Path.of("/sys/kernel/mm/hugepages");

  private static final String[] UNITS = {"B", "KB", "MB", "GB", "TB", "PB"};

  private HugePages() {}

  /** The sizes that the kernel lists in its directory of huge page pools; none when it has none. */
  public static List<String> sizes(Path pools) {
    return pools(pools).stream().map(pool -> controllerName(pool.pageBytes())).sorted().toList();
  }

  /** How much of the machine's memory is set aside as pages of each size, by resource. */
  public static Map<String, Quantity> capacity(Path pools) {
    Map<String, Quantity> capacity = new TreeMap<>();
    for (Pool pool : pools(pools)) {
      Quantity size = Quantities.ofBytes(pool.pageBytes());
      capacity.put(
          Amounts.HUGE_PAGES_PREFIX + size.getAmount() + size.getFormat(),
          Quantities.ofBytes(pool.pages() * pool.pageBytes()));
    }
    return capacity;
  }

  /** Pages of one size. */
  private record Pool(long pageBytes, long pages) {}

  private static List<Pool> pools(Path pools) {
    List<Pool> all = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(pools, "hugepages-*kB")) {
      for (Path pool : found) {
        String name = pool.getFileName().toString();
        String kilobytes = name.substring("hugepages-".length(), name.length() - "kB".length());
        String pages = Files.readString(pool.resolve("nr_hugepages")).strip();
        all.add(new Pool(Long.parseLong(kilobytes) * 1024, Long.parseLong(pages)));
      }
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the huge page pools in " + pools, e);
    }
    return all;
  }

  /** The limit for pages of this size; without one, a container may use none. */
  public static long limit(Amounts limits, String controllerName) {
    for (String resource : limits.names()) {
      if (resource.startsWith(Amounts.HUGE_PAGES_PREFIX)
          && controllerName(pageBytes(resource)).equals(controllerName)) {
        return Quantities.whole(limits.get(resource));
      }
    }
    return 0;
  }

  private static long pageBytes(String resource) {
    String size = resource.substring(Amounts.HUGE_PAGES_PREFIX.length());
    return Quantities.whole(Quantities.amount(new Quantity(size)));
  }

  private static String controllerName(long bytes) {
    long size = bytes;
    int unit = 0;
    while (size >= 1024 && size % 1024 == 0 && unit < UNITS.length - 1) {
      size /= 1024;
      unit++;
    }
    return size + UNITS[unit];
  }
}
