package dev.jubelet.app.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator.ExecutionStatus;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.app.config.LoggingConfig;
import dev.jubelet.app.config.LoggingConfig.Format;
import dev.jubelet.app.config.value.VmodulePattern;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LinesTest {
  private final LoggerContext context = new LoggerContext();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final Logger log = context.getLogger("dev.jubelet.pod.sync.SyncLoop");

  LinesTest() {
    context.setMDCAdapter(new LogbackMDCAdapter());
  }

  private Verbosity apply(Format format, int verbosity, VmodulePattern... vmodule) {
    LoggingConfig config = new LoggingConfig(format, verbosity, List.of(vmodule));
    return LoggingSetup.apply(context, config, out).verbosity();
  }

  private String written() {
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void aTextLineHasKlogsForm() {
    apply(Format.TEXT, 0);

    log.atInfo().addKeyValue("pod", "default/web").addKeyValue("attempt", 3).log("Pod \"started\"");

    assertThat(written())
        .matches(
            "I\\d{4} \\d\\d:\\d\\d:\\d\\d\\.\\d{6} +"
                + ProcessHandle.current().pid()
                + " LinesTest\\.java:\\d+\\] "
                + "\"Pod \\\\\"started\\\\\"\" pod=\"default/web\" attempt=3\n");
  }

  @Test
  void textLevelsHaveTheirLetters() {
    apply(Format.TEXT, 6);

    log.error("e");
    log.warn("w");
    log.debug("d");
    log.trace("t");

    assertThat(written().lines().map(line -> line.charAt(0))).containsExactly('E', 'W', 'I', 'I');
  }

  @Test
  void valuesOfSeveralLinesAreIndented() {
    apply(Format.TEXT, 0);

    log.atInfo().addKeyValue("text", "a\nb\u001b[0m").log("two");

    assertThat(written()).endsWith("] \"two\" text=<\n\ta\n\tb?[0m\n >\n");
  }

  @Test
  void noValueCanForgeALine() {
    apply(Format.TEXT, 0);

    log.atInfo().addKeyValue("name", "a\rI0101 \u0007\"").log("x\nI0101 forged");

    assertThat(written().lines()).hasSize(1);
    assertThat(written()).contains("\"x\\nI0101 forged\" name=\"a\\rI0101 \\u0007\\\"\"");
  }

  @Test
  void anExceptionIsWrittenWithItsStack() {
    apply(Format.TEXT, 0);

    log.atError().setCause(new IllegalStateException("broken")).log("Failed");

    assertThat(written())
        .contains("\"Failed\" err=<\n\tjava.lang.IllegalStateException: broken\n")
        .contains("LinesTest");
  }

  @Test
  void aJsonLineHasUpstreamsMembers() throws IOException {
    apply(Format.JSON, 4);

    log.atDebug().addKeyValue("pod", "default/web").addKeyValue("ready", true).log("Synced");

    JsonNode line = new ObjectMapper().readTree(written());
    assertThat(line.get("msg").textValue()).isEqualTo("Synced");
    assertThat(line.get("v").intValue()).isEqualTo(4);
    assertThat(line.get("pod").textValue()).isEqualTo("default/web");
    assertThat(line.get("ready").booleanValue()).isTrue();
    assertThat(line.get("caller").textValue()).startsWith("LinesTest.java:");
    assertThat(line.get("ts").doubleValue()).isGreaterThan(1.6e12);
  }

  @Test
  void aJsonErrorHasNoVerbosity() throws IOException {
    apply(Format.JSON, 0);

    log.atError().setCause(new IllegalStateException("broken")).log("Failed");

    JsonNode line = new ObjectMapper().readTree(written());
    assertThat(line.has("v")).isFalse();
    assertThat(line.get("err").textValue()).startsWith("java.lang.IllegalStateException: broken");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "password",
        "bearerToken",
        "client-secret",
        "Authorization",
        "env",
        "api_key",
        "headers"
      })
  void secretsAreMaskedInBothForms(String key) {
    apply(Format.TEXT, 0);
    log.atInfo().addKeyValue(key, "hunter2").log("x");
    apply(Format.JSON, 0);
    log.atInfo().addKeyValue(key, "hunter2").log("x");

    assertThat(written()).doesNotContain("hunter2").contains("<masked>");
  }

  @ParameterizedTest
  @ValueSource(strings = {"pod", "secretName", "image", "tokenCount", "author"})
  void otherValuesAreNotMasked(String key) {
    apply(Format.TEXT, 0);
    log.atInfo().addKeyValue(key, "plain").log("x");

    assertThat(written()).contains(key + "=\"plain\"");
  }

  @ParameterizedTest
  @CsvSource({"0,1", "3,1", "4,2", "5,2", "6,3", "10,3"})
  void verbosityOpensLevels(int verbosity, int lines) {
    apply(Format.TEXT, verbosity);
    log.info("i");
    log.debug("d");
    log.trace("t");

    assertThat(written().lines()).hasSize(lines);
  }

  @Test
  void verbosityCanChangeWhileRunning() {
    Verbosity verbosity = apply(Format.TEXT, 0);
    log.debug("before");
    verbosity.set(4);
    log.debug("after");

    assertThat(written()).contains("after").doesNotContain("before");
    assertThat(verbosity.isAtLeast(4)).isTrue();
  }

  @Test
  void librariesSpeakOnlyOfTrouble() {
    apply(Format.TEXT, 4);
    context.getLogger("io.grpc.Channel").info("chatter");
    context.getLogger("io.grpc.Channel").warn("trouble");

    assertThat(written()).contains("trouble").doesNotContain("chatter");
  }

  @Test
  void vmoduleOpensSingleClasses() {
    apply(Format.TEXT, 0, new VmodulePattern("sync*", 4), new VmodulePattern("*.plan.*", 6));
    log.debug("loop debug");
    log.trace("loop trace");
    context.getLogger("dev.jubelet.pod.plan.Planner").trace("planner trace");
    context.getLogger("dev.jubelet.pod.pleg.Relister").debug("relister debug");

    assertThat(written())
        .contains("loop debug", "planner trace")
        .doesNotContain("loop trace", "relister debug");
  }

  @Test
  void logbackStartsWithoutLookingForAFile() {
    assertThat(new LoggingSetup().configure(context))
        .isEqualTo(ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY);
    assertThat(context.getLogger(Logger.ROOT_LOGGER_NAME).iteratorForAppenders()).hasNext();
  }

  @Test
  void aFlushWaitsForTheLineThatIsBeingWritten() throws Exception {
    CountDownLatch writing = new CountDownLatch(1);
    CountDownLatch reader = new CountDownLatch(1);
    OutputStream stuck =
        new OutputStream() {
          @Override
          public void write(int b) {
            throw new UnsupportedOperationException("lines come whole");
          }

          @Override
          public void write(byte[] bytes, int offset, int count) throws IOException {
            writing.countDown();
            try {
              reader.await();
            } catch (InterruptedException e) {
              throw new IOException(e);
            }
          }
        };
    LoggingConfig config = new LoggingConfig(Format.TEXT, 0, List.of());
    ProcessLog processLog = LoggingSetup.apply(context, config, stuck);
    Thread logging = Thread.ofVirtual().start(() -> log.info("stuck"));
    writing.await();

    Thread flushing = Thread.ofVirtual().start(processLog.flush());
    while (flushing.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    reader.countDown();
    flushing.join();
    logging.join();

    assertThat(flushing.isAlive()).isFalse();
  }
}
