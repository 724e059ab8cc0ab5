@NullMarked
package dev.jubelet.cli.run;

import org.jspecify.annotations.NullMarked;
