/** The local pages about images, for the people's command. */
@NullMarked
package dev.jubelet.server.image;

import org.jspecify.annotations.NullMarked;
