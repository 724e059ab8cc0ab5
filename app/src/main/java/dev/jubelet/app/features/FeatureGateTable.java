package dev.jubelet.app.features;

import dev.jubelet.app.features.FeatureGate.Stage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** The known gates by name, read once from the table that ships with the program. */
public final class FeatureGateTable {
  private static final String RESOURCE = "feature-gates.txt";
  private static final String NEEDS = "needs=";

  private FeatureGateTable() {}

  private static final class Holder {
    static final Map<String, FeatureGate> GATES = load();
  }

  public static Map<String, FeatureGate> gates() {
    return Holder.GATES;
  }

  private static Map<String, FeatureGate> load() {
    InputStream resource =
        Objects.requireNonNull(FeatureGateTable.class.getResourceAsStream(RESOURCE), RESOURCE);
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(resource, StandardCharsets.UTF_8))) {
      Map<String, FeatureGate> gates = new TreeMap<>();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.startsWith("#")) {
          FeatureGate gate = gate(List.of(line.split(" ", -1)));
          gates.put(gate.name(), gate);
        }
      }
      return Collections.unmodifiableMap(gates);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the table of feature gates", e);
    }
  }

  private static FeatureGate gate(List<String> words) {
    String last = words.getLast();
    List<String> needs =
        last.startsWith(NEEDS)
            ? Arrays.asList(last.substring(NEEDS.length()).split(",", -1))
            : List.of();
    return new FeatureGate(
        words.get(0),
        words.get(1).equals("on"),
        Stage.valueOf(words.get(2).toUpperCase(Locale.ROOT)),
        words.contains("locked"),
        List.copyOf(needs));
  }
}
