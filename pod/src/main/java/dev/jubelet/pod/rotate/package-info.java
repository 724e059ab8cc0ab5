/**
 * Rotation of the logs of running containers: which have grown too large, what to do with their
 * files, and the doing. Not a stage of the path; upstream: the container log manager.
 */
@NullMarked
package dev.jubelet.pod.rotate;

import org.jspecify.annotations.NullMarked;
