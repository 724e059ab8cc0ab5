package dev.jubelet.edge.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CFunctionTest {
  private static final int ENOENT = 2;
  private static final int EBADF = 9;

  @Test
  void aNegativeIntIsNegative() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment errno = CFunction.errno(arena);

      assertThat(CFunction.of("close").call(errno, -1, 0, 0)).isEqualTo(-1);
      assertThat(CFunction.code(errno)).isEqualTo(EBADF);
    }
  }

  @Test
  void pointersAndNumbersArriveInTheirOrder(@TempDir Path directory) throws Exception {
    Path from = Files.writeString(directory.resolve("from"), "x");
    Path to = directory.resolve("to");
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment errno = CFunction.errno(arena);
      CFunction rename = CFunction.of("renameat2");
      long old = arena.allocateFrom(from.toString()).address();
      long name = arena.allocateFrom(to.toString()).address();

      assertThat(rename.call(errno, -1, old, -1, name, 0)).isZero();
      assertThat(Files.readString(to)).isEqualTo("x");
      assertThat(rename.call(errno, -1, old, -1, name, 0)).isEqualTo(-1);
      assertThat(CFunction.code(errno)).isEqualTo(ENOENT);
    }
  }
}
