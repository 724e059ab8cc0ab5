package dev.jubelet.image.plugin;

import dev.jubelet.image.credential.CredentialException;
import dev.jubelet.image.credential.Keyring;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * Lets those who ask a provider the same at the same time share one run of it.
 *
 * <p>Thread: that of each caller: the first runs it, the others wait. When the first gives up,
 * another takes over. Owns: the runs under way.
 */
final class SharedRuns {
  /** What is asked. */
  record Question(String image, Optional<AccountScope.Key> scope) {}

  /** Asks the plugin itself. */
  @FunctionalInterface
  interface Run {
    List<Keyring.Entry> answer() throws InterruptedException;
  }

  /** A run under way; with neither answer nor failure once it has ended, it was given up. */
  private static final class Flight {
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile @Nullable List<Keyring.Entry> answer;
    private volatile @Nullable CredentialException failure;
  }

  private final ConcurrentMap<Question, Flight> flights = new ConcurrentHashMap<>();

  List<Keyring.Entry> ask(Question question, Run run) throws InterruptedException {
    while (true) {
      Flight mine = new Flight();
      Flight others = flights.putIfAbsent(question, mine);
      if (others == null) {
        return fly(question, mine, run);
      }
      others.ended.await();
      List<Keyring.Entry> answer = others.answer;
      CredentialException failure = others.failure;
      if (answer != null) {
        return answer;
      }
      if (failure != null) {
        throw new CredentialException(failure.text());
      }
    }
  }

  private List<Keyring.Entry> fly(Question question, Flight flight, Run run)
      throws InterruptedException {
    try {
      List<Keyring.Entry> answer = run.answer();
      flight.answer = answer;
      return answer;
    } catch (CredentialException e) {
      flight.failure = e;
      throw e;
    } finally {
      flights.remove(question, flight);
      flight.ended.countDown();
    }
  }
}
