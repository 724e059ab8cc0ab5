package dev.jubelet.server.podresources;

import dev.jubelet.api.podresources.PodResourcesListerGrpc;
import dev.jubelet.base.Timers;
import io.grpc.MethodDescriptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The services on the socket: version {@code v1}, and {@code v1alpha1}, whose only call answers
 * with the first fields of the same messages. All calls share one limit of their rate.
 *
 * <p>Thread: one per call. Owns: the limit.
 */
final class PodResourcesServices {
  private static final Logger log = LoggerFactory.getLogger(PodResourcesServices.class);
  private static final int CALLS_PER_SECOND = 100;
  private static final int BURST = 10;
  private static final String V1 = "v1";
  private static final String ALPHA = "v1alpha1";
  private static final String ALPHA_SERVICE = "v1alpha1.PodResourcesLister";

  private final ResourceAnswers answers;
  private final PodResourcesMeter meter;
  private final CallLimit limit;

  PodResourcesServices(KnownPods pods, PodResourcesMeter meter, Timers timers) {
    this.answers = new ResourceAnswers(pods);
    this.meter = meter;
    this.limit = new CallLimit(CALLS_PER_SECOND, BURST, timers);
  }

  List<ServerServiceDefinition> all() {
    return List.of(v1(), alpha());
  }

  private ServerServiceDefinition v1() {
    return ServerServiceDefinition.builder(PodResourcesListerGrpc.SERVICE_NAME)
        .addMethod(
            PodResourcesListerGrpc.getListMethod(),
            ServerCalls.asyncUnaryCall(call(meter.list(), V1, _ -> answers.list())))
        .addMethod(
            PodResourcesListerGrpc.getGetAllocatableResourcesMethod(),
            ServerCalls.asyncUnaryCall(call(meter.allocatable(), V1, _ -> answers.allocatable())))
        .addMethod(
            PodResourcesListerGrpc.getGetMethod(),
            ServerCalls.asyncUnaryCall(call(meter.get(), V1, answers::get)))
        .build();
  }

  private ServerServiceDefinition alpha() {
    return ServerServiceDefinition.builder(ALPHA_SERVICE)
        .addMethod(
            renamed(PodResourcesListerGrpc.getListMethod()),
            ServerCalls.asyncUnaryCall(call(meter.list(), ALPHA, _ -> answers.list())))
        .build();
  }

  private static <Q, A> MethodDescriptor<Q, A> renamed(MethodDescriptor<Q, A> method) {
    return method.toBuilder()
        .setFullMethodName(
            MethodDescriptor.generateFullMethodName(ALPHA_SERVICE, method.getBareMethodName()))
        .setSchemaDescriptor(null)
        .build();
  }

  private <Q, A> ServerCalls.UnaryMethod<Q, A> call(
      PodResourcesMeter.Counted counted, String version, Function<Q, A> answer) {
    return (request, client) -> {
      if (!limit.admits()) {
        client.onError(
            Status.RESOURCE_EXHAUSTED
                .withDescription("rejected by rate limit")
                .asRuntimeException());
        return;
      }
      meter.asked(counted, version);
      try {
        A answered = answer.apply(request);
        client.onNext(answered);
        client.onCompleted();
      } catch (StatusRuntimeException e) {
        meter.failed(counted, version);
        client.onError(e);
      } catch (RuntimeException e) {
        meter.failed(counted, version);
        failed(client, e);
      }
    };
  }

  private static void failed(StreamObserver<?> client, RuntimeException e) {
    log.atError().setCause(e).log("Pod resources call failed unexpectedly");
    client.onError(Status.INTERNAL.withDescription("internal error").asRuntimeException());
  }
}
