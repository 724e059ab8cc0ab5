package dev.jubelet.edge.apiserver;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * What connections differ in.
 *
 * @param name starts the names of its threads
 * @param userAgent how we present ourselves
 * @param threads what the HTTP client works on
 */
public record ConnectionSettings(String name, String userAgent, Threads threads) {

  /** The threads of the HTTP client, beside the one that waits for the network. */
  public enum Threads {
    VIRTUAL,
    /** Work goes on even if every carrier of virtual threads is held up: for the lease. */
    PLATFORM
  }

  ExecutorService executor() {
    return switch (threads) {
      case VIRTUAL ->
          Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name(name + "-", 0).factory());
      case PLATFORM ->
          Executors.newCachedThreadPool(Thread.ofPlatform().daemon().name(name + "-", 0).factory());
    };
  }
}
