/** The environment variables of a container, and the places of a spec that refer to them. */
@NullMarked
package dev.jubelet.pod.translate.env;

import org.jspecify.annotations.NullMarked;
