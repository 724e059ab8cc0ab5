package dev.jubelet.app.config.value;

import java.util.BitSet;

/** A set of CPUs in the kernel's list notation: {@code 0-3,8,10-11}. */
public record CpuList(BitSet cpus) {
  private static final int LARGEST = 1 << 16;

  public CpuList {
    cpus = (BitSet) cpus.clone();
  }

  /** Throws {@link IllegalArgumentException} with the rule that the text breaks. */
  public static CpuList parse(String text) {
    BitSet cpus = new BitSet();
    if (!text.isEmpty()) {
      for (String range : text.split(",", -1)) {
        addRange(cpus, range.strip(), text);
      }
    }
    return new CpuList(cpus);
  }

  private static void addRange(BitSet cpus, String range, String whole) {
    int dash = range.indexOf('-');
    int first = number(dash < 0 ? range : range.substring(0, dash), whole);
    int last = dash < 0 ? first : number(range.substring(dash + 1), whole);
    if (last < first) {
      throw malformed(whole);
    }
    cpus.set(first, last + 1);
  }

  private static int number(String digits, String whole) {
    try {
      int cpu = Integer.parseUnsignedInt(digits);
      if (cpu >= 0 && cpu < LARGEST) {
        return cpu;
      }
    } catch (NumberFormatException e) {
      throw malformed(whole);
    }
    throw malformed(whole);
  }

  private static IllegalArgumentException malformed(String text) {
    return new IllegalArgumentException("\"" + text + "\" is not a CPU list such as \"0-3,8\"");
  }

  public boolean isEmpty() {
    return cpus.isEmpty();
  }

  public boolean containsAll(CpuList others) {
    BitSet rest = others.cpus();
    rest.andNot(cpus);
    return rest.isEmpty();
  }

  @Override
  public BitSet cpus() {
    return (BitSet) cpus.clone();
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int first = cpus.nextSetBit(0); first >= 0; ) {
      int end = cpus.nextClearBit(first);
      text.append(text.isEmpty() ? "" : ",").append(first);
      if (end - first > 1) {
        text.append('-').append(end - 1);
      }
      first = cpus.nextSetBit(end);
    }
    return text.toString();
  }
}
