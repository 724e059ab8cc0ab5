package dev.jubelet.benchmark.footprint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OriginsTest {

  @ParameterizedTest(name = "{0} is of {1}")
  @CsvSource({
    "dev.jubelet.pod.plan.Planner, jubelet pod",
    "dev.jubelet.api.cri.Container, jubelet api",
    "io.grpc.internal.Foo, grpc",
    "com.google.common.base.Joiner, guava",
    "[[Lcom.google.protobuf.Descriptors$X;, protobuf",
    "java.lang.invoke.LambdaForm$MH/0x00000000, jdk lambda forms",
    "java.lang.invoke.MethodHandle, jdk invoke and foreign",
    "sun.security.ssl.CipherSuite, jdk security",
    "[J, jdk rest",
    "okio.Buffer, grpc",
    "com.example.Unknown, others"
  })
  void aClassBelongsToAPart(String name, String part) {
    assertThat(Origins.of(name)).isEqualTo(part);
  }

  @Test
  void threadsOfAPoolAreCountedTogether() {
    String answer =
        """
        "ForkJoinPool-1-worker-1" #30 [23] daemon prio=5
           java.lang.Thread.State: WAITING (parking)
        "ForkJoinPool-1-worker-2" #31 [24] daemon prio=5
        "sync-loop" #40 [25] prio=5
        """;

    assertThat(ThreadNames.count(answer))
        .containsOnly(Map.entry("ForkJoinPool-N-worker-N", 2), Map.entry("sync-loop", 1));
  }
}
