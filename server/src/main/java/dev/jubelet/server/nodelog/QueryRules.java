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
    QueryErrors errors = new QueryErrors();
    checkServices(query.services(), errors);
    checkFiles(query, errors);
    checkOptions(query.options(), errors);
    errors.refuse(406);
  }

  private static void checkServices(List<String> services, QueryErrors errors) {
    for (String service : services) {
      if (service.length() > LONGEST_NAME) {
        errors.invalid("query", QueryErrors.quoted(service), "length must be less than 100");
      } else if (!SAFE_NAME.matcher(service).matches()) {
        errors.invalid(
            "query", QueryErrors.quoted(service), "input contains unsupported characters");
      }
    }
    if (services.size() > MOST_SERVICES) {
      errors.tooMany("query", services.size(), MOST_SERVICES);
    }
  }

  private void checkFiles(NodeLogQuery query, QueryErrors errors) throws IOException {
    List<String> files = query.files();
    if (files.isEmpty() && query.services().isEmpty()) {
      errors.required("query", "cannot be empty with options");
    } else if (!files.isEmpty() && !query.services().isEmpty()) {
      String both =
          "[%s], [%s]".formatted(String.join(" ", files), String.join(" ", query.services()));
      errors.invalid("query", QueryErrors.quoted(both), "cannot specify a file and service");
    } else if (files.size() > 1) {
      errors.invalid("query", QueryErrors.list(files), "cannot specify more than one file");
    } else if (files.size() == 1 && !query.options().equals(NodeLogQuery.Options.NONE)) {
      errors.invalid("query", QueryErrors.list(files), "cannot specify file with options");
    } else if (files.size() == 1) {
      checkFile(files.getFirst(), errors);
    }
  }

  private void checkFile(String file, QueryErrors errors) throws IOException {
    try {
      tree.find(file);
    } catch (NoSuchFileException e) {
      errors.invalid(
          "query",
          QueryErrors.list(List.of(file)),
          "stat %s: no such file or directory".formatted(file));
    } catch (Refusal e) {
      errors.invalid("query", QueryErrors.list(List.of(file)), e.text().strip());
    }
  }

  private static void checkOptions(NodeLogQuery.Options options, QueryErrors errors) {
    if (options.since() != null
        && options.until() != null
        && options.since().isAfter(options.until())) {
      errors.invalid(
          "untilTime", QueryErrors.quoted(options.until().toString()), "must be after `sinceTime`");
    }
    if (options.boot() != null && options.boot() > 0) {
      errors.invalid("boot", options.boot().toString(), "must be less than 1");
    }
    if (options.tailLines() != null
        && (options.tailLines() < 0 || options.tailLines() > MOST_LINES)) {
      errors.invalid(
          "tailLines",
          options.tailLines().toString(),
          "must be between 0 and %d, inclusive".formatted(MOST_LINES));
    }
    if (options.pattern() != null) {
      checkPattern(options.pattern(), errors);
    }
  }

  private static void checkPattern(String pattern, QueryErrors errors) {
    try {
      Pattern.compile(pattern);
    } catch (PatternSyntaxException e) {
      errors.invalid(
          "pattern",
          QueryErrors.quoted(pattern),
          "error parsing regexp: " + String.valueOf(e.getDescription()));
    }
  }
}
