package dev.jubelet.server.auth.review;

/**
 * Stands for a question, of which it tells nothing: a SHA-256 with a key of this process. So no
 * token stays in memory for having been asked about, and nobody can choose tokens that collide.
 */
public record Fingerprint(long first, long second, long third, long fourth) {}
