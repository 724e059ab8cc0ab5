package dev.jubelet.edge.apiserver;

import java.util.List;

/**
 * One whole answer to a list request.
 *
 * @param more the token for the next page; empty when this is the last
 */
public record ListPage<T>(List<T> items, String resourceVersion, String more) {}
