package dev.jubelet.benchmark.footprint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.benchmark.footprint.JvmReports.Category;
import dev.jubelet.benchmark.footprint.JvmReports.Classes;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JvmReportsTest {

  @Test
  void classesAreCountedByTheirPart() {
    String answer =
        """
        77:
        KlassAddr           Size  State                 Flags    ClassName
        0x0000000028000000    66  fully_initialized     W        io.grpc.Status
        0x0000000028000400    66  linked                WI       io.grpc.Status$1
        0x0000000028000800    64                                 [Lio.grpc.Status;
        0x0000000028000c00    66  fully_initialized     W        dev.jubelet.pod.A$$Lambda/0x000000002c00
        """;

    assertThat(JvmReports.classes(answer))
        .containsOnly(
            Map.entry("grpc", new Classes(3, 0)), Map.entry("jubelet pod", new Classes(1, 1)));
  }

  @Test
  void objectsAreAddedUpByThePartOfTheirClass() {
    String answer =
        """
         num     #instances         #bytes  class name (module)
        -------------------------------------------------------
           1:         56875        5531672  [B (java.base@25.0.3)
           2:            10            160  com.fasterxml.jackson.databind.type.SimpleType
           3:             5             40  [Lcom.fasterxml.jackson.databind.JavaType;
        Total         56890        5531872
        """;

    assertThat(JvmReports.objects(answer))
        .containsOnly(Map.entry("jdk rest", 5531672L), Map.entry("jackson", 200L));
  }

  @Test
  void residentMemoryIsAddedUpByItsPurpose() {
    String answer =
        """
        from               to                        vsize prot          rss      hugetlb pgsz notes            info                                  file
        0x0000000028001000-0x000000002bf96000     66670592 rw-p         4096            0 4K   com              CDS                                   /d/lib/kubelet.aot
        0x00000000fc000000-0x00000000fd74c000     24428544 rw-p         8192            0 4K   com              JAVAHEAP                              -
        0x000055789a63c000-0x000055789b5dd000     16388096 rw-p        12288            0 4K   com              -                                     [heap]
        0x00007f0f17641000-0x00007f0f1767d000       245760 rw-p          100            0 4K   com,nothp        STACK-23720-server--default-listener  -
        0x00007f0f17681000-0x00007f0f176bd000       245760 rw-p          200            0 4K   com,nothp        STACK-23716-timers                    -
        0x00007f0f177bd000-0x00007f0f177bf000         8192 r--p          300            0 4K   com              -                                     /jdk/lib/libzip.so
        """;

    assertThat(JvmReports.resident(answer))
        .containsOnly(
            Map.entry("AOT cache", 4096L),
            Map.entry("heap", 8192L),
            Map.entry("malloc", 12288L),
            Map.entry("thread stacks", 300L),
            Map.entry("other files", 300L));
  }

  @Test
  void nativeMemoryHasItsCategories() {
    String answer =
        """
        Total: reserved=7735185KB, committed=477041KB
        -                 Java Heap (reserved=65536KB, committed=26244KB)
                                    (mmap: reserved=65536KB, committed=26244KB, at peak)
        -    Native Memory Tracking (reserved=837KB, committed=837KB)
        """;

    assertThat(JvmReports.categories(answer))
        .containsExactly(
            new Category("Java Heap", 65536, 26244),
            new Category("Native Memory Tracking", 837, 837));
  }

  @Test
  void aNumberIsFoundAfterItsWords() {
    assertThat(JvmReports.number("Metaspace  used 2973K, committed 3264K", "committed"))
        .contains(3264L);
    assertThat(JvmReports.number("CodeCache: size=16384Kb used=5083Kb", "used")).contains(5083L);
    assertThat(JvmReports.number("nothing", "used")).isEmpty();
  }
}
