/**
 * The API server, spoken to in JSON over the JDK's HTTP/2 client. In: typed requests. Out: typed
 * answers, or {@link dev.jubelet.edge.apiserver.ApiException} with a kind. Calls block and run on
 * the caller's thread; each has a deadline that covers its retries and the reading of its answer.
 * Upstream: client-go's rest client.
 */
@NullMarked
package dev.jubelet.edge.apiserver;

import org.jspecify.annotations.NullMarked;
