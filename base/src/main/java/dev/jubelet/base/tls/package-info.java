/** Certificates and private keys as tools write them: PEM text in, the JDK's types out. */
@NullMarked
package dev.jubelet.base.tls;

import org.jspecify.annotations.NullMarked;
