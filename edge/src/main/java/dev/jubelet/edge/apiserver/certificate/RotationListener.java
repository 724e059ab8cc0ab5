package dev.jubelet.edge.apiserver.certificate;

import java.time.Duration;

/** Is told how a certificate fares. Called on the rotation's lane; may not block. */
public interface RotationListener {

  /** Tells nobody. */
  RotationListener NONE =
      new RotationListener() {
        @Override
        public void replaced(Duration age) {}

        @Override
        public void failed() {}
      };

  /** A certificate of that age has a successor. */
  void replaced(Duration age);

  /** An attempt to get a certificate failed; others follow. */
  void failed();
}
