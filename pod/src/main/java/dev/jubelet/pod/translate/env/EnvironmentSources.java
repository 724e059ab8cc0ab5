package dev.jubelet.pod.translate.env;

import dev.jubelet.pod.model.ObjectValues;

/**
 * Where the environment of containers comes from, besides their pod.
 *
 * @param envFiles whether the feature EnvFiles is on
 */
public record EnvironmentSources(ObjectValues objects, ServiceSource services, boolean envFiles) {}
