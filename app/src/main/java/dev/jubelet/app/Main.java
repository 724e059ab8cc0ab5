package dev.jubelet.app;

import dev.jubelet.app.config.Problem;
import dev.jubelet.app.flags.KubeletOptions;
import dev.jubelet.app.flags.ParseResult;
import dev.jubelet.app.flags.ProcessEnvironment;
import dev.jubelet.app.logging.LoggingSetup;
import dev.jubelet.app.logging.ProcessLog;
import dev.jubelet.base.Lifecycle;
import dev.jubelet.edge.host.HostFacts;
import dev.jubelet.edge.host.HostFactsReader;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The node agent's process: {@code kubelet}. The only code that may exit it. */
public final class Main {
  private static final Logger log = LoggerFactory.getLogger(Main.class);

  private Main() {}

  public static void main(String[] argv) {
    switch (KubeletOptions.parse(List.of(argv), ProcessEnvironment.ofProcess())) {
      case ParseResult.Print(String text) -> System.out.println(text.stripTrailing());
      case ParseResult.Fail(List<Problem> problems) -> refuse(problems);
      case ParseResult.Run(KubeletOptions options, List<String> warnings) -> {
        ProcessLog processLog = LoggingSetup.apply(options.config().logging());
        for (String warning : warnings) {
          log.warn(warning);
        }
        if (processLog.verbosity().isAtLeast(1)) {
          for (String line : options.flagLines()) {
            log.info(line);
          }
        }
        HostFacts host = new HostFactsReader().read();
        List<Problem> problems = HostChecks.check(options, host);
        if (!problems.isEmpty()) {
          refuse(problems);
        }
        run(options, host, processLog);
      }
    }
  }

  private static void run(KubeletOptions options, HostFacts host, ProcessLog processLog) {
    Lifecycle lifecycle = new Lifecycle();
    // Set while a signal, and nothing else, would end the process.
    AtomicReference<@Nullable Agent> running = new AtomicReference<>();
    Runtime.getRuntime()
        .addShutdownHook(
            Thread.ofPlatform().name("shutdown").unstarted(() -> end(running.get(), lifecycle)));
    try {
      Agent agent =
          Agent.assemble(
              options,
              host,
              Agent.Tenancy.OF_A_NODE,
              processLog,
              Main::die,
              reason -> {
                running.set(null);
                giveUp(reason);
              },
              lifecycle);
      agent.start();
      running.set(agent);
      log.atInfo().addKeyValue("version", options.reportedVersion()).log("Started kubelet");
      new CountDownLatch(1).await();
    } catch (CancellationException e) {
      log.info("Stopped while starting");
    } catch (RuntimeException | InterruptedException e) {
      log.error(StartFailure.line(e));
      log.atDebug().setCause(e).log("Failed to start");
      System.exit(1);
    }
  }

  private static void end(@Nullable Agent running, Lifecycle lifecycle) {
    if (running != null) {
      running.processEnds();
    }
    lifecycle.close();
  }

  private static void refuse(List<Problem> problems) {
    problems.forEach(problem -> System.err.println("kubelet: " + problem));
    System.exit(1);
  }

  /** Whoever started us may start us with other means. */
  private static void giveUp(String reason) {
    log.atError().addKeyValue("reason", reason).log("Fatal error; exiting");
    System.exit(1);
  }

  private static void die(String what, Throwable cause) {
    log.atError().setCause(cause).addKeyValue("part", what).log("Internal error; exiting");
    Runtime.getRuntime().halt(255);
  }
}
