/**
 * Authentication and authorization by the API server: TokenReview and SubjectAccessReview.
 *
 * <p>In: tokens, users and what they ask for. Out: users, yes or no. Threads: the callers'.
 * Upstream counterpart: the webhook authenticator and authorizer.
 */
@NullMarked
package dev.jubelet.server.auth.apiserver;

import org.jspecify.annotations.NullMarked;
