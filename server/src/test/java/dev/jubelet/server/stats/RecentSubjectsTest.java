package dev.jubelet.server.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RecentSubjectsTest {
  @TempDir Path directory;
  private int asked;

  @Test
  void podsAreLookedForOnceInAMoment() throws IOException {
    OnePod one = new OnePod(directory);
    Subjects counted =
        new Subjects() {
          @Override
          public Machine machine() {
            return one.machine();
          }

          @Override
          public List<PodSubject> pods() {
            asked++;
            return one.pods();
          }
        };
    RecentSubjects subjects = new RecentSubjects(counted, one.timers);

    assertThat(subjects.pods()).isEqualTo(one.pods());
    assertThat(subjects.pods()).isEqualTo(one.pods());
    assertThat(asked).isEqualTo(1);
    one.timers.advance(Duration.ofSeconds(1));
    assertThat(subjects.pods()).isEqualTo(one.pods());
    assertThat(asked).isEqualTo(2);
  }
}
