package dev.jubelet.server.nodelog;

import dev.jubelet.server.http.Refusal;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Which questions are answered at all; the rest is refused with 406 and all reasons. */
final class QueryRules {
  private static final int MOST_SERVICES = 4;
  private static final int LONGEST_NAME = 256;
  private static final int MOST_LINES = 100_000;
  private static final Pattern SAFE_NAME = Pattern.compile("[a-zA-Z\\-_.:0-9@]+");

  private final LogTree tree;

  QueryRules(LogTree tree) {
    this.tree = tree;
  }

  void check(NodeLogQuery query) throws IOException {
    Complaints complaints = new Complaints();
    checkServices(query.services(), complaints);
    checkFiles(query, complaints);
    checkOptions(query.options(), complaints);
    complaints.refuse(406);
  }

  private static void checkServices(List<String> services, Complaints complaints) {
    for (String service : services) {
      if (service.length() > LONGEST_NAME) {
        complaints.invalid("query", Complaints.quoted(service), "length must be less than 100");
      } else if (!SAFE_NAME.matcher(service).matches()) {
        complaints.invalid(
            "query", Complaints.quoted(service), "input contains unsupported characters");
      }
    }
    if (services.size() > MOST_SERVICES) {
      complaints.tooMany("query", services.size(), MOST_SERVICES);
    }
  }

  private void checkFiles(NodeLogQuery query, Complaints complaints) throws IOException {
    List<String> files = query.files();
    if (files.isEmpty() && query.services().isEmpty()) {
      complaints.required("query", "cannot be empty with options");
    } else if (!files.isEmpty() && !query.services().isEmpty()) {
      String both =
          "[%s], [%s]".formatted(String.join(" ", files), String.join(" ", query.services()));
      complaints.invalid("query", Complaints.quoted(both), "cannot specify a file and service");
    } else if (files.size() > 1) {
      complaints.invalid("query", Complaints.list(files), "cannot specify more than one file");
    } else if (files.size() == 1 && !query.options().equals(NodeLogQuery.Options.NONE)) {
      complaints.invalid("query", Complaints.list(files), "cannot specify file with options");
    } else if (files.size() == 1) {
      checkFile(files.getFirst(), complaints);
    }
  }

  private void checkFile(String file, Complaints complaints) throws IOException {
    try {
      tree.find(file);
    } catch (NoSuchFileException e) {
      complaints.invalid(
          "query",
          Complaints.list(List.of(file)),
          "stat %s: no such file or directory".formatted(file));
    } catch (Refusal e) {
      complaints.invalid("query", Complaints.list(List.of(file)), e.text().strip());
    }
  }

  private static void checkOptions(NodeLogQuery.Options options, Complaints complaints) {
    if (options.since() != null
        && options.until() != null
        && options.since().isAfter(options.until())) {
      complaints.invalid(
          "untilTime", Complaints.quoted(options.until().toString()), "must be after `sinceTime`");
    }
    if (options.boot() != null && options.boot() > 0) {
      complaints.invalid("boot", options.boot().toString(), "must be less than 1");
    }
    if (options.tailLines() != null
        && (options.tailLines() < 0 || options.tailLines() > MOST_LINES)) {
      complaints.invalid(
          "tailLines",
          options.tailLines().toString(),
          "must be between 0 and %d, inclusive".formatted(MOST_LINES));
    }
    if (options.pattern() != null) {
      checkPattern(options.pattern(), complaints);
    }
  }

  private static void checkPattern(String pattern, Complaints complaints) {
    try {
      Pattern.compile(pattern);
    } catch (PatternSyntaxException e) {
      complaints.invalid(
          "pattern",
          Complaints.quoted(pattern),
          "error parsing regexp: " + String.valueOf(e.getDescription()));
    }
  }
}
