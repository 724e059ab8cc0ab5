/** Who may call the servers, as the configuration says and the API server decides. */
@NullMarked
package dev.jubelet.app.access;

import org.jspecify.annotations.NullMarked;
