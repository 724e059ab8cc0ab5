package dev.jubelet.testing.lab;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs a test class with the JVM's shared control plane, which constructors, test and life-cycle
 * methods may take as a {@link ControlPlane} parameter. Where the programs are not there the class
 * is skipped.
 */
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(ControlPlaneExtension.class)
public @interface NeedsControlPlane {}
