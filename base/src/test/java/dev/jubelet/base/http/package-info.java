@NullMarked
package dev.jubelet.base.http;

import org.jspecify.annotations.NullMarked;
