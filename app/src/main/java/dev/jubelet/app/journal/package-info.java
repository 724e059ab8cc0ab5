/** Joins the offline journal with the path of a pod and with what pods get from the API server. */
@NullMarked
package dev.jubelet.app.journal;

import org.jspecify.annotations.NullMarked;
