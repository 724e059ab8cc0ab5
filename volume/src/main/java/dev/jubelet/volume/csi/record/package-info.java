/**
 * What is on disk of CSI volumes: where it is, and the records ({@code vol_data.json}) by which an
 * agent that was restarted knows what is staged and published.
 */
@NullMarked
package dev.jubelet.volume.csi.record;

import org.jspecify.annotations.NullMarked;
