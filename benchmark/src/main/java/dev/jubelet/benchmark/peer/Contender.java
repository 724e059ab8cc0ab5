package dev.jubelet.benchmark.peer;

/** Who is measured. */
enum Contender {
  OURS("ours"),
  UPSTREAM("upstream");

  private final String label;

  Contender(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }
}
