package dev.jubelet.testing.cri;

import dev.jubelet.api.cri.ContainerEventResponse;
import dev.jubelet.edge.cri.CriEvents;
import dev.jubelet.edge.cri.CriException;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * The event stream of a fake runtime, to any number of subscribers.
 *
 * <p>Thread: any. Owns: the subscriptions.
 */
public final class FakeEvents {
  private final List<Subscription> subscriptions = new CopyOnWriteArrayList<>();
  private volatile boolean muted;

  /** Loses all events from now on, or no longer. */
  public void mute(boolean muted) {
    this.muted = muted;
  }

  /** Ends all subscriptions as a lost connection does. */
  public void breakStreams() {
    subscriptions.forEach(subscription -> subscription.signals.add(new Broken()));
    subscriptions.clear();
  }

  /** How many listen. */
  public int subscribers() {
    return subscriptions.size();
  }

  CriEvents subscribe() {
    Subscription subscription = new Subscription();
    subscriptions.add(subscription);
    return subscription;
  }

  void publish(ContainerEventResponse event) {
    if (!muted) {
      subscriptions.forEach(subscription -> subscription.signals.add(new Happened(event)));
    }
  }

  private sealed interface Signal permits Happened, Broken, Closed {}

  private record Happened(ContainerEventResponse event) implements Signal {}

  private record Broken() implements Signal {}

  private record Closed() implements Signal {}

  /** One subscriber's queue. */
  private final class Subscription implements CriEvents {
    private final BlockingQueue<Signal> signals = new LinkedBlockingQueue<>();

    @Override
    public @Nullable ContainerEventResponse next() {
      return switch (take()) {
        case Happened happened -> happened.event();
        case Broken _ -> throw failure(CriException.Kind.UNAVAILABLE, "event stream broken");
        case Closed closed -> {
          signals.add(closed);
          yield null;
        }
      };
    }

    private Signal take() {
      try {
        return signals.take();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw failure(CriException.Kind.CANCELLED, "interrupted");
      }
    }

    private static CriException failure(CriException.Kind kind, String message) {
      return new CriException(kind, "GetContainerEvents", message);
    }

    @Override
    public void close() {
      subscriptions.remove(this);
      signals.add(new Closed());
    }
  }
}
