/**
 * Certificates and private keys as tools write them: PEM text in, the JDK's types out; and trust in
 * any server, for those who want it.
 */
@NullMarked
package dev.jubelet.base.tls;

import org.jspecify.annotations.NullMarked;
