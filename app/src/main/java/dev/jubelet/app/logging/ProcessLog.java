package dev.jubelet.app.logging;

/**
 * The log of the process while it runs.
 *
 * @param verbosity how much is logged
 * @param flush returns when all that was logged before is written; blocks while the output does
 */
public record ProcessLog(Verbosity verbosity, Runnable flush) {}
