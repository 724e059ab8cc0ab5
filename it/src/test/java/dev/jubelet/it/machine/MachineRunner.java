package dev.jubelet.it.machine;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.Arrays;
import org.junit.platform.launcher.EngineFilter;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs suites where there is no Maven, for {@code ./test-machine}: prints a line for each test and
 * how many there were. A machine that was made for the suites has to have all they need, so one
 * that is skipped has failed.
 */
public final class MachineRunner {
  private MachineRunner() {}

  /** Takes the names of classes. */
  public static void main(String[] classes) {
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(Arrays.stream(classes).map(name -> selectClass(name)).toList())
            .filters(EngineFilter.includeEngines("junit-jupiter")) // others write beside them
            .build();
    PrintedResults results = new PrintedResults(System.out);
    LauncherFactory.create().execute(request, results);
    System.out.println(results.summary());
    System.exit(results.allPassed() ? 0 : 1);
  }
}
