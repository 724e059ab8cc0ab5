package dev.jubelet.testing.cri;

import dev.jubelet.api.cri.ImageServiceGrpc;
import dev.jubelet.api.cri.RuntimeServiceGrpc;
import dev.jubelet.edge.cri.CriRuntime;
import io.grpc.ServerServiceDefinition;

/** The gRPC services of the CRI, answered by any {@link CriRuntime}. */
final class CriServices {
  private CriServices() {}

  static ServerServiceDefinition runtime(CriRuntime runtime) {
    return ServerServiceDefinition.builder(RuntimeServiceGrpc.SERVICE_NAME)
        .addMethod(RuntimeServiceGrpc.getVersionMethod(), CallHandlers.answer(runtime::version))
        .addMethod(
            RuntimeServiceGrpc.getRunPodSandboxMethod(),
            CallHandlers.answer(runtime::runPodSandbox))
        .addMethod(
            RuntimeServiceGrpc.getStopPodSandboxMethod(),
            CallHandlers.answer(runtime::stopPodSandbox))
        .addMethod(
            RuntimeServiceGrpc.getRemovePodSandboxMethod(),
            CallHandlers.answer(runtime::removePodSandbox))
        .addMethod(
            RuntimeServiceGrpc.getPodSandboxStatusMethod(),
            CallHandlers.answer(runtime::podSandboxStatus))
        .addMethod(
            RuntimeServiceGrpc.getListPodSandboxMethod(),
            CallHandlers.answer(runtime::listPodSandbox))
        .addMethod(
            RuntimeServiceGrpc.getCreateContainerMethod(),
            CallHandlers.answer(runtime::createContainer))
        .addMethod(
            RuntimeServiceGrpc.getStartContainerMethod(),
            CallHandlers.answer(runtime::startContainer))
        .addMethod(
            RuntimeServiceGrpc.getStopContainerMethod(),
            CallHandlers.answer(runtime::stopContainer))
        .addMethod(
            RuntimeServiceGrpc.getRemoveContainerMethod(),
            CallHandlers.answer(runtime::removeContainer))
        .addMethod(
            RuntimeServiceGrpc.getListContainersMethod(),
            CallHandlers.answer(runtime::listContainers))
        .addMethod(
            RuntimeServiceGrpc.getContainerStatusMethod(),
            CallHandlers.answer(runtime::containerStatus))
        .addMethod(
            RuntimeServiceGrpc.getUpdateContainerResourcesMethod(),
            CallHandlers.answer(runtime::updateContainerResources))
        .addMethod(
            RuntimeServiceGrpc.getReopenContainerLogMethod(),
            CallHandlers.answer(runtime::reopenContainerLog))
        .addMethod(RuntimeServiceGrpc.getExecSyncMethod(), CallHandlers.answer(runtime::execSync))
        .addMethod(RuntimeServiceGrpc.getExecMethod(), CallHandlers.answer(runtime::exec))
        .addMethod(RuntimeServiceGrpc.getAttachMethod(), CallHandlers.answer(runtime::attach))
        .addMethod(
            RuntimeServiceGrpc.getPortForwardMethod(), CallHandlers.answer(runtime::portForward))
        .addMethod(
            RuntimeServiceGrpc.getListContainerStatsMethod(),
            CallHandlers.answer(runtime::listContainerStats))
        .addMethod(
            RuntimeServiceGrpc.getListPodSandboxStatsMethod(),
            CallHandlers.answer(runtime::listPodSandboxStats))
        .addMethod(
            RuntimeServiceGrpc.getUpdateRuntimeConfigMethod(),
            CallHandlers.answer(runtime::updateRuntimeConfig))
        .addMethod(RuntimeServiceGrpc.getStatusMethod(), CallHandlers.answer(runtime::status))
        .addMethod(
            RuntimeServiceGrpc.getCheckpointContainerMethod(),
            CallHandlers.answer(runtime::checkpointContainer))
        .addMethod(
            RuntimeServiceGrpc.getListMetricDescriptorsMethod(),
            CallHandlers.answer(runtime::listMetricDescriptors))
        .addMethod(
            RuntimeServiceGrpc.getListPodSandboxMetricsMethod(),
            CallHandlers.answer(runtime::listPodSandboxMetrics))
        .addMethod(
            RuntimeServiceGrpc.getRuntimeConfigMethod(),
            CallHandlers.answer(runtime::runtimeConfig))
        .addMethod(
            RuntimeServiceGrpc.getUpdatePodSandboxResourcesMethod(),
            CallHandlers.answer(runtime::updatePodSandboxResources))
        .addMethod(
            RuntimeServiceGrpc.getGetContainerEventsMethod(),
            CallHandlers.events(runtime::containerEvents))
        .build();
  }

  static ServerServiceDefinition images(CriRuntime runtime) {
    return ServerServiceDefinition.builder(ImageServiceGrpc.SERVICE_NAME)
        .addMethod(ImageServiceGrpc.getListImagesMethod(), CallHandlers.answer(runtime::listImages))
        .addMethod(
            ImageServiceGrpc.getImageStatusMethod(), CallHandlers.answer(runtime::imageStatus))
        .addMethod(ImageServiceGrpc.getPullImageMethod(), CallHandlers.answer(runtime::pullImage))
        .addMethod(
            ImageServiceGrpc.getRemoveImageMethod(), CallHandlers.answer(runtime::removeImage))
        .addMethod(
            ImageServiceGrpc.getImageFsInfoMethod(), CallHandlers.answer(runtime::imageFsInfo))
        .build();
  }
}
