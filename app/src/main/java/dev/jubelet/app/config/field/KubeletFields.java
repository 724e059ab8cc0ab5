package dev.jubelet.app.config.field;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** All rows of the table. */
public final class KubeletFields {
  public static final List<Field<?>> ALL =
      Stream.of(
              SourceFields.ALL,
              ServerFields.ALL,
              RuntimeFields.ALL,
              PodFields.ALL,
              ResourceFields.ALL,
              EvictionFields.ALL,
              NodeFields.ALL,
              LoggingFields.ALL)
          .<Field<?>>flatMap(Collection::stream)
          .toList();

  private KubeletFields() {}

  public static Optional<Field<?>> find(String path) {
    return ALL.stream()
        .<Field<?>>map(field -> field)
        .filter(f -> f.path().equals(path))
        .findFirst();
  }
}
