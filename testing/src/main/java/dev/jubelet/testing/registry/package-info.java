/**
 * A registry of images in this process: the distribution protocol as far as a runtime needs it to
 * pull, with logins and with every kind of bad answer that a test asks for.
 */
@NullMarked
package dev.jubelet.testing.registry;

import org.jspecify.annotations.NullMarked;
