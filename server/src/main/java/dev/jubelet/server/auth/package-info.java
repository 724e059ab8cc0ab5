/**
 * Who asks and whether they may: one function for routes and upgrades alike, which fails closed.
 */
@NullMarked
package dev.jubelet.server.auth;

import org.jspecify.annotations.NullMarked;
