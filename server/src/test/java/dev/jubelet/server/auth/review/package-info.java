@NullMarked
package dev.jubelet.server.auth.review;

import org.jspecify.annotations.NullMarked;
