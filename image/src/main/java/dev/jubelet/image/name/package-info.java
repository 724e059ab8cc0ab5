/**
 * Names of images: read, checked and normalised. Pure. In: text of a pod. Out: {@link
 * dev.jubelet.image.name.ImageName}.
 */
@NullMarked
package dev.jubelet.image.name;

import org.jspecify.annotations.NullMarked;
