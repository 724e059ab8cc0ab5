/** The API client against a real API server, also through a bad connection. */
@NullMarked
package dev.jubelet.it.apiserver;

import org.jspecify.annotations.NullMarked;
