/** What all translation rules need to read a spec: absent values, names in messages, refusals. */
@NullMarked
package dev.jubelet.pod.translate.spec;

import org.jspecify.annotations.NullMarked;
