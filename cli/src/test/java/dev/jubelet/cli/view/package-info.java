@NullMarked
package dev.jubelet.cli.view;

import org.jspecify.annotations.NullMarked;
