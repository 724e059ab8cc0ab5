package dev.jubelet.edge.apiserver.kubeconfig;

import java.util.List;
import java.util.Map;

/**
 * A program that prints an {@code ExecCredential}.
 *
 * @param version the full API version that it speaks
 * @param command a path when it holds a slash, else a name to find on PATH
 * @param installHint what to tell the user when the program is missing
 * @param tellCluster whether it is told which cluster it is for
 */
public record ExecPlugin(
    String version,
    String command,
    List<String> arguments,
    Map<String, String> environment,
    String installHint,
    boolean tellCluster) {

  /** Values of the environment are kept out of logs. */
  @Override
  public String toString() {
    return "ExecPlugin[" + command + ", " + version + "]";
  }
}
