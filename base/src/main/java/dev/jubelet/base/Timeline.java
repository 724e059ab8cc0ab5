package dev.jubelet.base;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.trace.Span;
import dev.jubelet.base.trace.Tracer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What happened to each subject, step by step: when it began, when it ended, how it ended and what
 * it waited for. Bounded twice: so many steps a subject (the oldest go first, and are counted), so
 * many subjects (the one longest untouched goes first).
 *
 * <p>A trace is another view of it: what is done within a {@link #pass} is a span below the pass's,
 * and what takes no time there, or outlasts it, is an event of it.
 *
 * <p>Thread: any. Owns: the entries.
 */
public final class Timeline {
  private static final String DETAIL = "jubelet.step.detail";
  private static final String WAITED_FOR = "jubelet.step.waited_for";

  /**
   * A step as it stands now; {@code end} is null while it runs.
   *
   * @param until when it should be over: the next try, or the end of a grace period
   */
  public record Entry(
      String what,
      String detail,
      Instant start,
      @Nullable Instant end,
      @Nullable String outcome,
      @Nullable String waitedFor,
      @Nullable Instant until) {

    /** A step of which nobody knows when it should be over. */
    public Entry(
        String what,
        String detail,
        Instant start,
        @Nullable Instant end,
        @Nullable String outcome,
        @Nullable String waitedFor) {
      this(what, detail, start, end, outcome, waitedFor, null);
    }

    public @Nullable Duration took() {
      return end == null ? null : Duration.between(start, end);
    }
  }

  /**
   * Told of every step that has ended, on the thread that ended it; must neither block nor throw.
   */
  public interface Listener {
    void ended(String subject, Entry entry);
  }

  /** All that is known of a subject, oldest first. */
  public record History(String subject, int dropped, List<Entry> entries) {}

  private final Timers timers;
  private final int stepsPerSubject;
  private final Listener listener;
  private final Tracer tracer;
  private final Map<String, Track> tracks;

  /** A timeline that nobody listens to. */
  public Timeline(Timers timers, int subjects, int stepsPerSubject) {
    this(timers, subjects, stepsPerSubject, (subject, entry) -> {}, Tracer.OFF);
  }

  public Timeline(
      Timers timers, int subjects, int stepsPerSubject, Listener listener, Tracer tracer) {
    this.timers = timers;
    this.stepsPerSubject = stepsPerSubject;
    this.listener = listener;
    this.tracer = tracer;
    this.tracks =
        new LinkedHashMap<>(16, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<String, Track> eldest) {
            return size() > subjects;
          }
        };
  }

  /**
   * Begins work whose steps belong together in a trace; closed on the same thread. It is no step
   * itself.
   */
  public Span pass(String name) {
    return tracer.begin(name);
  }

  /** The task as a part of what this thread does, for a thread of its own. */
  public Runnable carry(Runnable task) {
    return tracer.carry(task);
  }

  /** Begins a step; the caller ends it. */
  public Step begin(String subject, String what, String detail) {
    Span span = tracer.beginPart(what);
    if (!detail.isEmpty()) {
      span.with(DETAIL, detail);
    }
    return add(new Step(subject, what, detail, timers.now(), span));
  }

  /** Begins a wait, which may outlast what this thread does now; the caller ends it. */
  public Step await(String subject, String what, String detail, String reason) {
    tracer.current().happened(what, detail + ": " + reason);
    return add(new Step(subject, what, detail, timers.now(), Span.NONE)).waitsFor(reason);
  }

  /** Records a step that took no time. */
  public void mark(String subject, String what, String detail) {
    mark(subject, what, detail, "");
  }

  /** Records a step that took no time, and what went wrong; empty when all is well. */
  public void mark(String subject, String what, String detail, String outcome) {
    tracer.current().happened(what, outcome.isEmpty() ? detail : detail + ": " + outcome);
    Step step = add(new Step(subject, what, detail, timers.now(), Span.NONE));
    step.end(outcome, step.start);
  }

  private Step add(Step step) {
    track(step.subject).add(step);
    return step;
  }

  /** Drops all that is known of a subject. */
  public void forget(String subject) {
    synchronized (tracks) {
      tracks.remove(subject);
    }
  }

  /** Empty for a subject that nothing is known of, or nothing any more. */
  public History history(String subject) {
    Track track;
    synchronized (tracks) {
      track = tracks.get(subject);
    }
    return track == null ? new History(subject, 0, List.of()) : track.history(subject);
  }

  private Track track(String subject) {
    synchronized (tracks) {
      return tracks.computeIfAbsent(subject, s -> new Track());
    }
  }

  /** One running step. Ending it twice keeps the first end. */
  public final class Step {
    private final String subject;
    private final String what;
    private final String detail;
    private final Instant start;
    private final Span span;
    private volatile @Nullable Instant end;
    private volatile @Nullable String outcome;
    private volatile @Nullable String waitedFor;
    private volatile @Nullable Instant until;

    private Step(String subject, String what, String detail, Instant start, Span span) {
      this.subject = subject;
      this.what = what;
      this.detail = detail;
      this.start = start;
      this.span = span;
    }

    /** Says what this step waits for, or waited for. */
    public Step waitsFor(String reason) {
      waitedFor = reason;
      return this;
    }

    /** Says when this step should be over. */
    public Step until(Instant at) {
      until = at;
      return this;
    }

    /** Ends the step; the outcome is empty when all went well, else what went wrong. */
    public void end(String outcome) {
      end(outcome, timers.now());
    }

    private void end(String outcome, Instant at) {
      if (close(outcome, at)) {
        endSpan(outcome, waitedFor);
        listener.ended(subject, entry());
      }
    }

    private void endSpan(String how, @Nullable String wait) {
      if (!how.isEmpty()) {
        span.fail(how);
      }
      if (wait != null) {
        span.with(WAITED_FOR, wait);
      }
      span.close();
    }

    private synchronized boolean close(String how, Instant at) {
      if (end != null) {
        return false;
      }
      outcome = how;
      end = at;
      return true;
    }

    private Entry entry() {
      return new Entry(what, detail, start, end, outcome, waitedFor, until);
    }
  }

  /** The steps of one subject. */
  private final class Track {
    @GuardedBy("this")
    private final Deque<Step> steps = new ArrayDeque<>();

    @GuardedBy("this")
    private int dropped;

    synchronized void add(Step step) {
      if (steps.size() == stepsPerSubject) {
        steps.removeFirst();
        dropped++;
      }
      steps.addLast(step);
    }

    synchronized History history(String subject) {
      List<Entry> entries = new ArrayList<>(steps.size());
      for (Step step : steps) {
        entries.add(step.entry());
      }
      return new History(subject, dropped, List.copyOf(entries));
    }
  }
}
