/** Who the processes of a pod are, what they share and what they are kept from. */
@NullMarked
package dev.jubelet.pod.translate.security;

import org.jspecify.annotations.NullMarked;
