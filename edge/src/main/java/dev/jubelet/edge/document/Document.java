package dev.jubelet.edge.document;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * One document as a tree.
 *
 * @param line where its content begins
 */
public record Document(JsonNode root, int line) {}
