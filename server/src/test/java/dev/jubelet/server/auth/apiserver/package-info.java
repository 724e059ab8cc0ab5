@NullMarked
package dev.jubelet.server.auth.apiserver;

import org.jspecify.annotations.NullMarked;
