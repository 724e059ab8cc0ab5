package dev.jubelet.node.call;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;

/**
 * Teaches a mapper the times of a lease, which the API writes in UTC with six digits of a second.
 * Jackson knows no {@link ZonedDateTime} by itself.
 */
public final class LeaseTimes {
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  private LeaseTimes() {}

  public static Module module() {
    return new SimpleModule("lease-times")
        .addSerializer(ZonedDateTime.class, new Writer())
        .addDeserializer(ZonedDateTime.class, new Reader());
  }

  private static final class Writer extends StdSerializer<ZonedDateTime> {
    private static final long serialVersionUID = 1L;

    Writer() {
      super(ZonedDateTime.class);
    }

    @Override
    public void serialize(ZonedDateTime time, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      out.writeString(MICROS.format(time));
    }
  }

  private static final class Reader extends StdDeserializer<ZonedDateTime> {
    private static final long serialVersionUID = 1L;

    Reader() {
      super(ZonedDateTime.class);
    }

    @Override
    public ZonedDateTime deserialize(JsonParser in, DeserializationContext context)
        throws IOException {
      String text = in.getText();
      try {
        return ZonedDateTime.parse(text).withZoneSameInstant(ZoneOffset.UTC);
      } catch (DateTimeException e) {
        throw context.weirdStringException(text, ZonedDateTime.class, "not a time (RFC 3339)");
      }
    }
  }
}
