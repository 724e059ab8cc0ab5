package dev.jubelet.image.plugin;

import java.time.Duration;

/** Told of every run of a plugin; must neither block nor throw. */
@FunctionalInterface
public interface ProviderListener {
  ProviderListener UNHEARD = (plugin, took, succeeded) -> {};

  /** Bad output of a program that ended well is no failed run. */
  void ran(String plugin, Duration took, boolean succeeded);
}
