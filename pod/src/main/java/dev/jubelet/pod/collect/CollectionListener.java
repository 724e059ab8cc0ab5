package dev.jubelet.pod.collect;

/** Who counts what is collected; must not block. */
@FunctionalInterface
public interface CollectionListener {
  /** Something was removed; both words are fit for labels. */
  void removed(String what, String reason);
}
