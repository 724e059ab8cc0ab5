/**
 * Documents that people write for the agent, YAML or JSON: manifests, its configuration,
 * kubeconfigs. One reader with one set of limits and one idea of what a word means, Kubernetes'.
 * In: bytes. Out: trees that remember lines, or {@link dev.jubelet.edge.document.DocumentException}
 * with the place of the problem; the users bind from the trees.
 */
@NullMarked
package dev.jubelet.edge.document;

import org.jspecify.annotations.NullMarked;
