package dev.jubelet.app.flags;

import dev.jubelet.app.config.Defaults;
import dev.jubelet.app.config.FieldValues;
import dev.jubelet.app.config.field.Field;
import dev.jubelet.app.config.field.Support;
import java.util.ArrayList;
import java.util.List;

/** Collects the rows of one flag table as they are declared, so that none is forgotten. */
final class FlagGroup {
  private final List<Flag<?>> flags = new ArrayList<>();
  private final FieldValues defaults;

  FlagGroup() {
    this(new FieldValues());
  }

  private FlagGroup(FieldValues defaults) {
    this.defaults = defaults;
  }

  /** A group whose flags set fields, and have the defaults of a kubelet without a file. */
  static FlagGroup ofFields() {
    return new FlagGroup(Defaults.withoutFile());
  }

  /** A flag that Jubelet acts on. */
  <T> Flag<T> honours(String name, FlagSyntax<T> syntax, T fallback, String about) {
    return add(new Flag<>(name, syntax, fallback, about, "", Support.HONOURED, null));
  }

  /** A flag that is read and checked, and not yet acted on. */
  <T> Flag<T> parses(String name, FlagSyntax<T> syntax, T fallback, String about) {
    return add(new Flag<>(name, syntax, fallback, about, "", Support.PARSED, null));
  }

  /** A deprecated flag that Jubelet acts on. */
  <T> Flag<T> phasesOut(
      String name, FlagSyntax<T> syntax, T fallback, String about, String deprecation) {
    return add(new Flag<>(name, syntax, fallback, about, deprecation, Support.HONOURED, null));
  }

  /** A deprecated flag that is read and checked, and not yet acted on. */
  <T> Flag<T> retires(
      String name, FlagSyntax<T> syntax, T fallback, String about, String deprecation) {
    return add(new Flag<>(name, syntax, fallback, about, deprecation, Support.PARSED, null));
  }

  /** A deprecated flag that Jubelet still acts on. */
  <T> Flag<T> stillHonours(
      String name, FlagSyntax<T> syntax, T fallback, String about, String deprecation) {
    return add(new Flag<>(name, syntax, fallback, about, deprecation, Support.HONOURED, null));
  }

  /** A deprecated flag without effect. */
  <T> Flag<T> ignores(
      String name, FlagSyntax<T> syntax, T fallback, String about, String deprecation) {
    return add(new Flag<>(name, syntax, fallback, about, deprecation, Support.NO_EFFECT, null));
  }

  /** A flag that sets a field and is here to stay. */
  <T> void sets(Field<T> field, String name, FlagSyntax<T> syntax, String about) {
    add(new Flag<>(name, syntax, defaults.orZero(field), about, "", field.support(), field));
  }

  /** A flag that sets a field which should rather be set in the file. */
  <T> void shadows(Field<T> field, String name, FlagSyntax<T> syntax, String about) {
    String instead = "set " + field.path() + " in the file given by --config instead";
    T fallback = defaults.orZero(field);
    add(new Flag<>(name, syntax, fallback, about, instead, field.support(), field));
  }

  private <T> Flag<T> add(Flag<T> flag) {
    flags.add(flag);
    return flag;
  }

  List<Flag<?>> all() {
    return List.copyOf(flags);
  }
}
