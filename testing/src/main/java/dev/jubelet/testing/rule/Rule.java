package dev.jubelet.testing.rule;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says which rules of docs/lifecycle-rules.md a test, or all tests of a class, show. Read from the
 * sources by a test of the architecture, which fails for a rule that no test shows.
 */
@Documented
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.SOURCE)
public @interface Rule {
  /** Their numbers. */
  String[] value();
}
