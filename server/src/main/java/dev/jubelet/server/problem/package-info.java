/**
 * What is wrong on this node now, with advice: the text of {@code jubelet problems}.
 *
 * <p>In: pods with their status and timeline, disks, what other parts report. Out: problems. Pure
 * but for {@link dev.jubelet.server.problem.ProblemReport}, which reads when asked.
 */
@NullMarked
package dev.jubelet.server.problem;

import org.jspecify.annotations.NullMarked;
