/**
 * A container runtime for tests: {@link dev.jubelet.testing.cri.FakeCri} in memory, the server that
 * puts it (or any other runtime) on a socket, the proxy that makes calls go wrong, and the contract
 * that the fake and real runtimes both keep.
 */
@NullMarked
package dev.jubelet.testing.cri;

import org.jspecify.annotations.NullMarked;
