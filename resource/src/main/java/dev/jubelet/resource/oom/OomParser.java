package dev.jubelet.resource.oom;

import dev.jubelet.resource.oom.OomKill.Room;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Puts together what several lines of the kernel log say of one kill. Lines of others may stand
 * between them.
 *
 * <p>Thread: that of the log. Owns: what was said so far.
 */
public final class OomParser {
  private static final long KIB = 1024;
  private static final String BEGIN = " invoked oom-killer: ";
  private static final Pattern ROOM = Pattern.compile("memory: usage (\\d+)kB, limit (\\d+)kB,.*");
  private static final Pattern VICTIM =
      Pattern.compile(
          "oom-kill:constraint=.*,oom_memcg=.*,task_memcg=(.*),task=.*,pid=\\d+,uid=.*");
  private static final Pattern OLD_VICTIM =
      Pattern.compile("Task in (.*) killed as a result of limit of .*");
  private static final Pattern KILLED = Pattern.compile(".*Killed process (\\d+) \\((.*?)\\).*");

  private boolean begun;
  private Optional<String> cgroup = Optional.empty();
  private Optional<Room> room = Optional.empty();

  /** The kill, when this line is the last about one. */
  public Optional<OomKill> line(String text) {
    if (text.contains(BEGIN)) {
      begun = true;
      cgroup = Optional.empty();
      room = Optional.empty();
      return Optional.empty();
    }
    return begun ? more(text) : Optional.empty();
  }

  private Optional<OomKill> more(String text) {
    Matcher amounts = ROOM.matcher(text);
    if (amounts.matches()) {
      room =
          Optional.of(
              new Room(
                  KIB * Long.parseLong(amounts.group(1)), KIB * Long.parseLong(amounts.group(2))));
    }
    for (Pattern pattern : List.of(VICTIM, OLD_VICTIM)) {
      Matcher victim = pattern.matcher(text);
      if (victim.matches()) {
        cgroup = Optional.of(victim.group(1));
      }
    }
    Matcher killed = KILLED.matcher(text);
    if (!killed.matches()) {
      return Optional.empty();
    }
    begun = false;
    return Optional.of(
        new OomKill(
            killed.group(2),
            Long.parseLong(killed.group(1)),
            cgroup.filter(name -> !name.equals("/")),
            room));
  }
}
