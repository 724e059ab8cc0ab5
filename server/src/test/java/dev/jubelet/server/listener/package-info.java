@NullMarked
package dev.jubelet.server.listener;

import org.jspecify.annotations.NullMarked;
