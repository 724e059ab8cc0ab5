package dev.jubelet.pod.admit;

import dev.jubelet.pod.spec.Containers;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One row of a table of fields: yields the paths at which an object uses it. */
@FunctionalInterface
interface FieldRow<T> {

  /** The full paths, which begin with that of the object. */
  Stream<String> paths(String objectPath, T object);

  /** A field of the object itself. */
  static <T> FieldRow<T> field(String path, Predicate<T> isUsed) {
    return (objectPath, object) ->
        isUsed.test(object) ? Stream.of(objectPath + "." + path) : Stream.empty();
  }

  /** A field of the items of one of the object's lists. */
  static <T, I> FieldRow<T> item(
      String list, Function<T, @Nullable List<I>> items, String path, Predicate<I> isUsed) {
    return (objectPath, object) -> {
      List<I> all = Containers.orEmpty(items.apply(object));
      return IntStream.range(0, all.size())
          .filter(i -> isUsed.test(all.get(i)))
          .mapToObj(i -> objectPath + "." + list + "[" + i + "]." + path);
    };
  }

  /** A key of the object's resources, as requests or limits name it. */
  static <T> FieldRow<T> keys(
      String map, Function<T, Iterable<String>> keys, Predicate<String> which) {
    return (objectPath, object) -> {
      Stream.Builder<String> paths = Stream.builder();
      for (String key : keys.apply(object)) {
        if (which.test(key)) {
          paths.add(objectPath + "." + map + "[" + key + "]");
        }
      }
      return paths.build();
    };
  }
}
