package dev.jubelet.pod.model;

import java.util.List;

/** All that the runtime has of a pod of which it had nothing before: what one pass made, by id. */
public record MadePod(String sandboxId, List<String> containerIds) {

  public MadePod {
    containerIds = List.copyOf(containerIds);
  }
}
