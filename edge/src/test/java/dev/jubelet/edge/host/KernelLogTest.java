package dev.jubelet.edge.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KernelLogTest {
  @Test
  void aRecordIsItsText() {
    assertThat(KernelLog.text("6,1357,1369793104,-;usb 1-1: new device\n SUBSYSTEM=usb\n"))
        .contains("usb 1-1: new device");
    assertThat(KernelLog.text("6,1357,1369793104,-;a;b")).contains("a;b");
    assertThat(KernelLog.text("nothing")).isEmpty();
  }

  @Test
  void aLogThatIsNotThereIsDoneWithout(@TempDir Path empty) {
    List<String> heard = new ArrayList<>();
    try (KernelLog log = new KernelLog(empty.resolve("kmsg"), heard::add)) {
      log.start();
    }
    assertThat(heard).isEmpty();
  }
}
