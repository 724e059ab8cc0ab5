package dev.jubelet.app.config.field;

import java.util.Collection;
import java.util.List;
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
}
