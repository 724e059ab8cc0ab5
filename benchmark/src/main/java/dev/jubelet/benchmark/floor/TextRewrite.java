package dev.jubelet.benchmark.floor;

import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Copies a message with every text in it changed, however deep. Pure. */
final class TextRewrite {
  private final UnaryOperator<String> change;

  TextRewrite(UnaryOperator<String> change) {
    this.change = change;
  }

  <M extends Message> M apply(Class<M> type, M message) {
    return type.cast(copy(message));
  }

  private Message copy(Message message) {
    Message.Builder out = message.newBuilderForType();
    message.getAllFields().forEach((field, value) -> out.setField(field, value(value)));
    return out.build();
  }

  private Object value(Object value) {
    if (!(value instanceof List<?> list)) {
      return single(value);
    }
    List<Object> changed = new ArrayList<>();
    for (Object item : list) {
      changed.add(single(item));
    }
    return changed;
  }

  private Object single(Object value) {
    return switch (value) {
      case String text -> change.apply(text);
      case Message message -> copy(message);
      default -> value;
    };
  }
}
