/**
 * The notations in which configuration is written: Go durations and integers, quantities, CPU
 * lists, and the small records nested in a KubeletConfiguration. Pure functions and records;
 * nothing here knows a field or a flag.
 */
@NullMarked
package dev.jubelet.app.config.value;

import org.jspecify.annotations.NullMarked;
