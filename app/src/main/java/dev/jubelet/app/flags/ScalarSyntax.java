package dev.jubelet.app.flags;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One value per occurrence; the last one wins. */
record ScalarSyntax<T>(
    String placeholder,
    @Nullable String aloneMeans,
    Function<String, T> reader,
    Function<T, String> writer)
    implements FlagSyntax<T> {
  @Override
  public T parse(String text, @Nullable T soFar) {
    return reader.apply(text);
  }

  @Override
  public String format(T value) {
    return writer.apply(value);
  }
}
