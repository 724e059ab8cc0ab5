/** How a pod names itself and resolves names: hostname, hosts file and resolver configuration. */
@NullMarked
package dev.jubelet.pod.translate.net;

import org.jspecify.annotations.NullMarked;
