/**
 * The HTTP servers of the agent: the main one on 10250 with TLS and access control, the read-only
 * and the health one in plain HTTP, and a unix-domain socket for the CLI.
 *
 * <p>In: what the assembly supplies through the small interfaces {@link
 * dev.jubelet.server.AgentView} and {@link dev.jubelet.server.logs.LogFiles}. Out: answers. One
 * virtual thread a connection. No stage is imported; upstream counterpart: the kubelet's server
 * package.
 */
@NullMarked
package dev.jubelet.server;

import org.jspecify.annotations.NullMarked;
