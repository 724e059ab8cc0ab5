package dev.jubelet.app.config.value;

/** How long pods of at least this priority may take to end when the node shuts down. */
public record PriorityGracePeriod(int priority, long shutdownGracePeriodSeconds) {}
