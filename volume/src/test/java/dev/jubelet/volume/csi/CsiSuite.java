package dev.jubelet.volume.csi;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Tests that each have a world with one agent. */
abstract class CsiSuite {
  @TempDir Path directory;
  CsiWorld world;
  CsiPlugin kind;

  @BeforeEach
  void start() {
    world = new CsiWorld(directory);
    kind = world.agent();
  }

  @AfterEach
  void end() {
    world.close();
  }
}
