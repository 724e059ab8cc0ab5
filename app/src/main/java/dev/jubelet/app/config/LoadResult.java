package dev.jubelet.app.config;

import java.util.List;

/** What came of putting a configuration together. */
public sealed interface LoadResult {
  /** A configuration that can be read; whether it may be used, the rules say. */
  record Loaded(KubeletConfig config, List<String> warnings) implements LoadResult {}

  /** Every reason why there is no configuration. */
  record Invalid(List<Problem> problems) implements LoadResult {}
}
