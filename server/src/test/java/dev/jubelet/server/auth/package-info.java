@NullMarked
package dev.jubelet.server.auth;

import org.jspecify.annotations.NullMarked;
