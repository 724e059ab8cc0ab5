package dev.jubelet.testing.cri;

import io.grpc.Status;
import java.time.Duration;

/** What the proxy does with a call. */
public sealed interface ProxyAction {

  /** Passes it on and the answer back. */
  record Pass() implements ProxyAction {}

  /** Passes it on, and lets the runtime bring it to its end even if the agent dies meanwhile. */
  record Finish() implements ProxyAction {}

  /** Passes it on later. */
  record Delay(Duration by) implements ProxyAction {}

  /** Answers in place of the runtime, which never hears of it. */
  record Fail(Status status) implements ProxyAction {}

  /** Never answers; the runtime never hears of it. */
  record Hang() implements ProxyAction {}

  /** Lets the runtime do it, and then hangs up without giving the answer. */
  record DropReply() implements ProxyAction {}

  /** Lets the runtime do it, and never answers. */
  record HoldReply() implements ProxyAction {}

  /** Passes so many answers of a stream on, and then hangs up. */
  record BreakAfter(int answers) implements ProxyAction {}

  /** Runs the task and then passes the call on. */
  record RunBefore(Runnable task) implements ProxyAction {}

  /** Lets the runtime do it, and runs the task before the answer is given. */
  record RunAfter(Runnable task) implements ProxyAction {}
}
