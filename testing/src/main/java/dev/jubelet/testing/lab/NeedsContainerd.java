package dev.jubelet.testing.lab;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs a test class with the JVM's shared containerd, which constructors, test and life-cycle
 * methods may take as a {@link PrivateContainerd} parameter. For both generations put the tests
 * into an abstract class and add a subclass for each. Where the machine cannot run containers the
 * class is skipped.
 */
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(ContainerdExtension.class)
public @interface NeedsContainerd {
  /** Which containerd. */
  ContainerdGeneration value() default ContainerdGeneration.ONE;
}
