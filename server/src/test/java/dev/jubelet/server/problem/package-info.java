@NullMarked
package dev.jubelet.server.problem;

import org.jspecify.annotations.NullMarked;
