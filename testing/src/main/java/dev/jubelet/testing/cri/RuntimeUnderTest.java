package dev.jubelet.testing.cri;

import dev.jubelet.edge.cri.CriRuntime;

/**
 * A runtime that the contract suites run against.
 *
 * @param image a present image with a shell and sleep
 * @param logDirectory an absolute folder for container logs
 * @param cgroupParent where the runtime makes the cgroups of pods; empty leaves that to it
 * @param hasEvents whether it has an event stream: containerd since 1.7
 */
public record RuntimeUnderTest(
    CriRuntime calls, String image, String logDirectory, String cgroupParent, boolean hasEvents) {}
