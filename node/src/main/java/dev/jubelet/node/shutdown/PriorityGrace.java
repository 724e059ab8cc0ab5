package dev.jubelet.node.shutdown;

/** How long pods from this priority on may take to end. */
public record PriorityGrace(int priority, long graceSeconds) {}
