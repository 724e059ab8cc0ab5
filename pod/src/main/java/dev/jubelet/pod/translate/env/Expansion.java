package dev.jubelet.pod.translate.env;

import com.google.protobuf.ByteString;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Replaces {@code $(NAME)} by a variable's value. A name without a value stays as written, {@code
 * $$} is a dollar sign, and what a value brings in is not looked at again. Works on bytes, because
 * the value of a variable need not be text. Thread: any.
 */
final class Expansion {
  private static final byte DOLLAR = '$';
  private static final byte OPEN = '(';
  private static final byte CLOSE = ')';

  private final ByteString text;
  private final Function<String, @Nullable ByteString> values;
  private final ByteString.Output out;

  private Expansion(ByteString text, Function<String, @Nullable ByteString> values) {
    this.text = text;
    this.values = values;
    this.out = ByteString.newOutput(text.size());
  }

  static ByteString expand(ByteString text, Function<String, @Nullable ByteString> values) {
    return new Expansion(text, values).run();
  }

  private ByteString run() {
    int at = 0;
    while (at < text.size()) {
      boolean sign = text.byteAt(at) == DOLLAR && at + 1 < text.size();
      at = sign ? afterSign(at) : copied(at, at + 1);
    }
    return out.toByteString();
  }

  private int afterSign(int sign) {
    return switch (text.byteAt(sign + 1)) {
      case DOLLAR -> {
        copied(sign, sign + 1);
        yield sign + 2;
      }
      case OPEN -> reference(sign);
      default -> copied(sign, sign + 2);
    };
  }

  private int reference(int sign) {
    int close = sign + 2;
    while (close < text.size() && text.byteAt(close) != CLOSE) {
      close++;
    }
    if (close == text.size()) {
      return copied(sign, sign + 2);
    }
    ByteString value = values.apply(text.substring(sign + 2, close).toStringUtf8());
    if (value == null) {
      return copied(sign, close + 1);
    }
    write(value);
    return close + 1;
  }

  private int copied(int from, int to) {
    write(text.substring(from, to));
    return to;
  }

  private void write(ByteString bytes) {
    for (int i = 0; i < bytes.size(); i++) {
      out.write(bytes.byteAt(i));
    }
  }
}
