@NullMarked
package dev.jubelet.server.http;

import org.jspecify.annotations.NullMarked;
