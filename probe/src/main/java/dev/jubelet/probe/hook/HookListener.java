package dev.jubelet.probe.hook;

/** Told of what became of hooks beside their outcome. Thread: any; may not block. */
public interface HookListener {
  HookListener UNHEARD =
      new HookListener() {
        @Override
        public void fellBackToHttp() {}

        @Override
        public void sleepBrokenOff() {}
      };

  /** A server without TLS was asked again without it, and answered. */
  void fellBackToHttp();

  /** The container had to end before its sleep was over. */
  void sleepBrokenOff();
}
