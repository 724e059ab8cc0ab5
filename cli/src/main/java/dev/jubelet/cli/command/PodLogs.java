package dev.jubelet.cli.command;

import dev.jubelet.cli.fault.CliException;
import dev.jubelet.cli.http.AgentClient;
import dev.jubelet.cli.http.Json;
import dev.jubelet.cli.view.PodMatcher;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The logs of containers of one pod, on the standard output: one after the other, or all at once
 * while they are followed.
 *
 * <p>Thread: the command's; followed logs on threads of their own, which write whole lines.
 */
final class PodLogs {
  private final AgentClient client;
  private final Json pod;
  private final String query;
  private final boolean prefix;
  private final Context context;

  PodLogs(AgentClient client, Json pod, String query, boolean prefix, Context context) {
    this.client = client;
    this.pod = pod;
    this.query = query;
    this.prefix = prefix;
    this.context = context;
  }

  /** Returns whether all logs could be had; one alone that cannot is an error. */
  boolean print(List<String> containers, boolean follow) throws InterruptedException {
    if (containers.size() == 1) {
      print(containers.getFirst(), false);
      return true;
    }
    return follow ? together(containers) : oneByOne(containers);
  }

  private boolean oneByOne(List<String> containers) {
    boolean complete = true;
    for (String container : containers) {
      complete &= tried(container, false);
    }
    return complete;
  }

  private boolean together(List<String> containers) throws InterruptedException {
    ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    try {
      CompletionService<Boolean> logs = new ExecutorCompletionService<>(threads);
      containers.forEach(container -> logs.submit(() -> tried(container, true)));
      boolean complete = true;
      for (int i = 0; i < containers.size(); i++) {
        complete &= logs.take().get();
      }
      return complete;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof CliException known ? known : new IllegalStateException(e);
    } finally {
      threads.shutdownNow();
    }
  }

  /** Says why a log cannot be had, and goes on. */
  private boolean tried(String container, boolean together) {
    try {
      print(container, together);
      return true;
    } catch (CliException e) {
      if (e.kind() == CliException.Kind.OUTPUT || e.kind() == CliException.Kind.NO_READER) {
        throw e;
      }
      context.err().println("jubelet: " + e.getMessage());
      return false;
    }
  }

  private void print(String container, boolean together) {
    String target =
        "/containerLogs/%s/%s/%s%s"
            .formatted(
                PodMatcher.namespace(pod),
                PodMatcher.name(pod),
                URLEncoder.encode(container, StandardCharsets.UTF_8),
                query);
    if (prefix || together) {
      String before = prefix ? "[pod/" + PodMatcher.name(pod) + "/" + container + "] " : "";
      client.stream(target, body -> copyLines(body, before.getBytes(StandardCharsets.UTF_8)));
    } else {
      client.stream(target, this::copy);
    }
  }

  private void copy(InputStream body) throws IOException {
    byte[] buffer = new byte[16 * 1024];
    for (int read = body.read(buffer); read >= 0; read = body.read(buffer)) {
      context.out().write(buffer, 0, read);
      context.out().flush();
    }
  }

  private void copyLines(InputStream body, byte[] before) throws IOException {
    InputStream in = new BufferedInputStream(body, 16 * 1024);
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b >= 0; b = in.read()) {
      line.write(b);
      if (b == '\n') {
        write(before, line, in.available() == 0);
      }
    }
    if (line.size() > 0) {
      write(before, line, true);
    }
  }

  private void write(byte[] before, ByteArrayOutputStream line, boolean flush) {
    synchronized (context.out()) {
      context.out().write(before, 0, before.length);
      context.out().write(line.toByteArray(), 0, line.size());
      if (flush) {
        context.out().flush();
      }
    }
    line.reset();
  }
}
