package dev.jubelet.volume.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The kernel's tree is made up, and losetup is scripted. */
final class LoopDevicesTest {
  private static final Path DEVICE = Path.of("/root/dev/uid-1");

  @TempDir Path sys;
  private final FakeCommands commands = new FakeCommands();

  private LoopDevices loopDevices() {
    return new LoopDevices(sys, commands);
  }

  private void loop(String name, String file) throws IOException {
    Path directory = Files.createDirectories(sys.resolve("block").resolve(name).resolve("loop"));
    Files.writeString(directory.resolve("backing_file"), file + "\n");
  }

  @Test
  void aDeviceIsHeldOnceAndLetGo() throws IOException {
    Files.createDirectories(sys.resolve("block/loop0"));
    loop("loop1", "/root/dev/uid-12");
    loopDevices().attach(DEVICE);
    assertThat(commands.ran()).containsExactly("losetup -f /root/dev/uid-1");
    loop("loop2", DEVICE.toString());
    loopDevices().attach(DEVICE);
    assertThat(commands.ran()).hasSize(1);
    loopDevices().detach(DEVICE);
    assertThat(commands.ran()).hasSize(2).endsWith("losetup -d /dev/loop2");
  }

  @Test
  void aDeviceThatIsGoneIsLetGoAllTheSame() throws IOException {
    loop("loop7", DEVICE + " (deleted)");
    loopDevices().detach(DEVICE);
    assertThat(commands.ran()).containsExactly("losetup -d /dev/loop7");
  }

  @Test
  void whatIsNotHeldNeedsNoProgramToBeLetGo() throws IOException {
    loopDevices().detach(DEVICE);
    assertThat(commands.ran()).isEmpty();
  }

  @Test
  void aFailureIsToldInTheProgramsWords() {
    commands.answer("losetup -f " + DEVICE, 1, "losetup: no free loop device\n");
    assertThatThrownBy(() -> loopDevices().attach(DEVICE))
        .hasMessage("losetup -f /root/dev/uid-1 failed: losetup: no free loop device");
    commands.missing("losetup -f " + DEVICE);
    assertThatThrownBy(() -> loopDevices().attach(DEVICE))
        .hasMessageContaining("is util-linux installed?");
  }
}
