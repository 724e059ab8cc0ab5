package dev.jubelet.it.chaos;

import dev.jubelet.testing.lab.PrivateContainerd;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/** Makes pods of mixed shapes out of a seed. */
final class PodGenerator {
  private final Random random;
  private final String image;
  private int made;

  PodGenerator(Random random, PrivateContainerd containerd) {
    this.random = random;
    this.image = containerd.image();
  }

  ChaosPod pod() {
    return new ChaosPod("chaos-" + made++, uid(), shape(), image, 1);
  }

  String uid() {
    return new UUID(random.nextLong(), random.nextLong()).toString();
  }

  private Shape shape() {
    String policy = pick("Always", "Always", "OnFailure", "Never");
    Program init =
        policy.equals("Never") || random.nextBoolean() ? Program.COMPLETES : Program.FAILS_ONCE;
    List<Program> mains =
        random.nextInt(3) > 0
            ? some(1, 3, Program.STAYS, Program.STAYS, Program.STUBBORN)
            : some(1, 2, Program.COMPLETES, Program.CRASHES);
    return new Shape(
        policy,
        1 + random.nextInt(3),
        some(0, 2, init, Program.COMPLETES),
        some(0, 2, Program.STAYS),
        mains,
        random.nextBoolean(),
        random.nextBoolean());
  }

  private List<Program> some(int least, int most, Program... programs) {
    List<Program> some = new ArrayList<>();
    int count = least + random.nextInt(most - least + 1);
    for (int i = 0; i < count; i++) {
      some.add(pick(programs));
    }
    return List.copyOf(some);
  }

  @SafeVarargs
  private <T> T pick(T... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
