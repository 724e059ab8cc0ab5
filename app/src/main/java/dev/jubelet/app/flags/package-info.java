/**
 * The command line. In: argv. Out: a text to print, the reasons to refuse, or the options to run
 * with. The rules of reading are those of pflag, so that unit files and scripts written for the
 * upstream kubelet keep working.
 */
@NullMarked
package dev.jubelet.app.flags;

import org.jspecify.annotations.NullMarked;
