package dev.jubelet.testing.lab;

/** The generations of containerd that the agent must work with. */
public enum ContainerdGeneration {
  /** Debian stable's 1.x: CRI v1 without runtime events and without RuntimeConfig (1.6). */
  ONE("1"),
  /** 2.x, with runtime events. */
  TWO("2");

  private final String number;

  ContainerdGeneration(String number) {
    this.number = number;
  }

  /** Its major version. */
  public String number() {
    return number;
  }
}
