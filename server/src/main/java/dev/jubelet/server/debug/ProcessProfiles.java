package dev.jubelet.server.debug;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * What the JVM knows of itself. Its management classes are loaded with the first use of this one.
 *
 * <p>Thread: any; a call may stop all threads for a moment.
 */
final class ProcessProfiles {
  private ProcessProfiles() {}

  /** Writes the stacks of all threads, virtual ones too, into a file that does not exist yet. */
  static void dumpThreads(Path file) throws IOException {
    ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
        .dumpThreads(file.toString(), HotSpotDiagnosticMXBean.ThreadDumpFormat.TEXT_PLAIN);
  }

  /** How many objects of each class there are, and their bytes; no content of any. */
  static String heapHistogram() {
    try {
      MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
      Object histogram =
          beans.invoke(
              new ObjectName("com.sun.management:type=DiagnosticCommand"),
              "gcClassHistogram",
              new Object[] {new String[0]},
              new String[] {String[].class.getName()});
      return String.valueOf(histogram);
    } catch (JMException e) {
      throw new IllegalStateException("the JVM does not tell what fills its heap", e);
    }
  }
}
