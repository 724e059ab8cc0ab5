package dev.jubelet.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.server.tls.TestAuthority;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Followed logs over the real server: early headers, chunks at once, and an end. */
@Timeout(20)
class LogStreamingTest {
  private static final String TARGET = "/containerLogs/default/web/c?follow=true";

  @TempDir Path directory;

  private RunningServer server;

  @BeforeEach
  void start() throws Exception {
    server = new RunningServer(directory, true, null, true);
    Files.createDirectories(server.agent.logFile().resolveSibling(""));
    Files.createFile(server.agent.logFile());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Socket connect() throws Exception {
    Socket socket =
        TestAuthority.clientContext(null)
            .getSocketFactory()
            .createSocket("127.0.0.1", server.server.mainPort());
    String request = "GET " + TARGET + " HTTP/1.1\r\nHost: node\r\n\r\n";
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  private static BufferedReader reader(Socket socket) throws Exception {
    return new BufferedReader(
        new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
  }

  @Test
  void headersComeBeforeTheFirstLineAndLinesAtOnce() throws Exception {
    try (Socket socket = connect()) {
      BufferedReader in = reader(socket);
      assertThat(in.readLine()).isEqualTo("HTTP/1.1 200 OK");
      assertThat(in.lines().takeWhile(line -> !line.isEmpty()))
          .contains("Content-Type: text/plain; charset=utf-8", "Transfer-Encoding: chunked");
      Files.writeString(
          server.agent.logFile(),
          "2026-01-01T00:00:00Z stdout F hello\n",
          StandardOpenOption.APPEND);
      assertThat(in.readLine()).isEqualTo("6");
      assertThat(in.readLine()).isEqualTo("hello");
      server.agent.running.clear();
      assertThat(in.lines()).containsExactly("", "0", "");
    }
  }

  @Test
  void aFollowerEndsWhenItsClientHasGone() throws Exception {
    try (Socket socket = connect()) {
      assertThat(reader(socket).readLine()).isEqualTo("HTTP/1.1 200 OK");
      assertThat(server.agent.asked.take()).isEqualTo("id-1");
    }
    // The follower asks about the container each second; when it no longer does, it has ended.
    while (server.agent.asked.poll(1500, TimeUnit.MILLISECONDS) != null) {
      assertThat(server.agent.running).isNotEmpty();
    }
  }

  @Test
  void stoppingTheServerEndsFollowersInTime() throws Exception {
    try (Socket socket = connect()) {
      BufferedReader in = reader(socket);
      assertThat(in.readLine()).isEqualTo("HTTP/1.1 200 OK");
      server.close();
      assertThat(in.lines().toList()).endsWith("0", "");
    }
  }
}
