/** Tests of the certificates of pods. */
@NullMarked
package dev.jubelet.volume.certificate;

import org.jspecify.annotations.NullMarked;
