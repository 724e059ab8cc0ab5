/**
 * The file that says where the API server is and who we are. In: a kubeconfig. Out: the cluster and
 * the user of its current context, checked; files that it names are read later, when used. Runs on
 * the caller's thread; upstream: clientcmd.
 */
@NullMarked
package dev.jubelet.edge.apiserver.kubeconfig;

import org.jspecify.annotations.NullMarked;
