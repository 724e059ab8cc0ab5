package dev.jubelet.pod.manifest;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.deser.DeserializationProblemHandler;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The one mapper between JSON and Kubernetes types. What it has learnt about a type costs memory,
 * so there is only one.
 *
 * <p>As strict as the API: a number is not a string and "5" is not a number; null means not given.
 * Unknown fields are dropped, and named to those who ask with the attribute {@link #UNKNOWN}.
 *
 * <p>Thread: any.
 */
public final class KubernetesJson {

  /** Attribute of a reader: a {@code List<UnknownField>} that receives the unknown fields. */
  public static final Object UNKNOWN = "unknown fields";

  private static final ObjectMapper MAPPER = build();

  private KubernetesJson() {}

  public static ObjectMapper mapper() {
    return MAPPER;
  }

  private static ObjectMapper build() {
    JsonMapper mapper =
        JsonMapper.builder(factory())
            .annotationIntrospector(new KnownFieldsOnly())
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .defaultSetterInfo(JsonSetter.Value.construct(Nulls.SKIP, Nulls.AS_EMPTY))
            .addHandler(new UnknownFields())
            .build();
    mapper
        .coercionConfigFor(LogicalType.Textual)
        .setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
        .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
        .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail);
    return mapper;
  }

  /**
   * Keeps no buffers for the next text: they would stay with the thread, and the threads of watches
   * live long and read once. Hundreds that had read a large object kept 128 KB each.
   */
  private static JsonFactory factory() {
    return JsonFactory.builder().recyclerPool(JsonRecyclerPools.nonRecyclingPool()).build();
  }

  /** Makes the types' catch-all maps invisible, so that an unknown field is seen as one. */
  private static final class KnownFieldsOnly extends JacksonAnnotationIntrospector {
    private static final long serialVersionUID = 1;

    @Override
    public Boolean hasAnySetter(Annotated annotated) {
      return false;
    }
  }

  private static final class UnknownFields extends DeserializationProblemHandler {
    @Override
    public boolean handleUnknownProperty(
        DeserializationContext context,
        JsonParser parser,
        JsonDeserializer<?> deserializer,
        Object beanOrClass,
        String name)
        throws IOException {
      if (context.getAttribute(UNKNOWN) instanceof List<?> list) {
        @SuppressWarnings("unchecked") // as documented at UNKNOWN
        List<UnknownField> unknown = (List<UnknownField>) list;
        Collection<Object> known = deserializer.getKnownPropertyNames();
        unknown.add(
            UnknownField.of(
                path(parser.getParsingContext()), name, known == null ? List.of() : known));
      }
      parser.skipChildren();
      return true;
    }

    private static String path(@Nullable JsonStreamContext context) {
      if (context == null || context.inRoot()) {
        return "";
      }
      String parent = path(context.getParent());
      if (context.inArray()) {
        return parent + "[" + context.getCurrentIndex() + "]";
      }
      String name = context.getCurrentName();
      return parent.isEmpty() ? name : parent + "." + name;
    }
  }
}
