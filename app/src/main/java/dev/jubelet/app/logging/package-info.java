/**
 * Log output: Logback set up in code, lines in klog's text or JSON form on standard error,
 * verbosity that can be changed while the process runs.
 */
@NullMarked
package dev.jubelet.app.logging;

import org.jspecify.annotations.NullMarked;
