package dev.jubelet.edge.apiserver.auth;

import java.util.Optional;

/** All that a TLS context is made of, as text; equal when nothing changed. */
public record TlsSnapshot(Optional<String> authority, Optional<PemPair> identity) {}
