@NullMarked
package dev.jubelet.server.websocket;

import org.jspecify.annotations.NullMarked;
