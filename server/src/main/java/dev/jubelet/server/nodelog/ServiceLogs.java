package dev.jubelet.server.nodelog;

import dev.jubelet.base.Timers;
import dev.jubelet.edge.systemd.JournalReader;
import dev.jubelet.server.http.ClientGone;
import dev.jubelet.server.http.Exchange;
import dev.jubelet.server.http.Refusal;
import dev.jubelet.server.http.Response;
import dev.jubelet.server.logs.SafeOpen;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.zip.GZIPOutputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers with the logs of services: from the journal those that write to it, from their files the
 * others. What goes wrong is told in the answer itself, which has begun by then.
 *
 * <p>Thread: the connection's.
 */
final class ServiceLogs {
  private static final Logger log = LoggerFactory.getLogger(ServiceLogs.class);
  private static final Duration LONGEST = Duration.ofSeconds(30);
  private static final int BLOCK = 32 * 1024;

  private final LogTree tree;
  private final String program;
  private final Timers timers;

  /**
   * @param program the journal's
   */
  ServiceLogs(LogTree tree, String program, Timers timers) {
    this.tree = tree;
    this.program = program;
    this.timers = timers;
  }

  void answer(Exchange exchange, NodeLogQuery query) throws IOException {
    AtomicBoolean late = new AtomicBoolean();
    JournalReader journal = new JournalReader(program);
    Runnable end =
        () -> {
          late.set(true);
          journal.close();
        };
    boolean zipped =
        exchange.request().header("Accept-Encoding").filter("gzip"::equals).isPresent();
    Response response =
        exchange.response().status(200).header("Content-Type", "text/plain;charset=UTF-8");
    if (zipped) {
      response.header("Content-Encoding", "gzip");
    }
    Timers.Pending limit = timers.after(LONGEST, end);
    try (OutputStream plain = response.stream(end);
        OutputStream out = zipped ? new GZIPOutputStream(plain) : plain) {
      copy(query, journal, out, late);
    } finally {
      limit.cancel();
    }
  }

  private void copy(NodeLogQuery query, JournalReader journal, OutputStream out, AtomicBoolean late)
      throws IOException {
    List<String> inJournal = new ArrayList<>();
    List<String> inFiles = new ArrayList<>();
    for (String service : query.services()) {
      (journal.hasService(service) ? inJournal : inFiles).add(service);
    }
    if (!inJournal.isEmpty()) {
      copyJournal(query, inJournal, journal, out);
    }
    if (!inFiles.isEmpty() && !query.options().equals(NodeLogQuery.Options.NONE)) {
      say(
          out,
          "\noptions present and query resolved to log files for [%s]\ntry without specifying options\n"
              .formatted(String.join(" ", inFiles)));
      return;
    }
    for (String service : inFiles) {
      copyFile(service, out, late);
    }
  }

  private static void copyJournal(
      NodeLogQuery query, List<String> units, JournalReader journal, OutputStream out)
      throws IOException {
    try {
      journal.copy(query.inJournal(units), out);
    } catch (ClientGone e) {
      throw e;
    } catch (IOException e) {
      log.atWarn().setCause(e).log("Failed to read the journal");
      say(out, "\nerror: journal output not available\n");
    }
  }

  private void copyFile(String service, OutputStream out, AtomicBoolean late) throws IOException {
    for (String name : List.of(service, service + ".log", service + "/" + service + ".log")) {
      try {
        LogTree.Place place = tree.find(name);
        if (!place.isDirectory()) {
          copy(LogTree.open(place), out, late);
          return;
        }
      } catch (NoSuchFileException e) {
        log.atTrace().addKeyValue("file", name).log("A service has no such log");
      } catch (Refusal | SafeOpen.NotRegularException e) {
        say(out, "\nerror getting log for %s: %s\n".formatted(service, reason(e)));
        return;
      }
    }
    say(out, "\nlog not found for %s\n".formatted(service));
  }

  private static String reason(Exception e) {
    return String.valueOf(e.getMessage()).strip();
  }

  private static void copy(SafeOpen.Opened opened, OutputStream out, AtomicBoolean late)
      throws IOException {
    try (SeekableByteChannel from = opened.channel()) {
      ByteBuffer block = ByteBuffer.allocate(BLOCK);
      for (int count = from.read(block); count > 0; count = from.read(block.clear())) {
        if (late.get()) {
          say(out, "\ncontext error: context deadline exceeded\n");
          return;
        }
        out.write(block.array(), 0, count);
      }
    }
  }

  private static void say(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
  }
}
