package dev.jubelet.pod.model;

/** The reasons of a waiting container that people know, with their wire words. */
public enum WaitReason {
  CONTAINER_CREATING("ContainerCreating"),
  POD_INITIALIZING("PodInitializing"),
  CRASH_LOOP_BACK_OFF("CrashLoopBackOff"),
  IMAGE_PULL_BACK_OFF("ImagePullBackOff"),
  ERR_IMAGE_PULL("ErrImagePull"),
  ERR_IMAGE_NEVER_PULL("ErrImageNeverPull"),
  INVALID_IMAGE_NAME("InvalidImageName"),
  IMAGE_INSPECT_ERROR("ImageInspectError"),
  REGISTRY_UNAVAILABLE("RegistryUnavailable"),
  SIGNATURE_VALIDATION_FAILED("SignatureValidationFailed"),
  CREATE_CONTAINER_CONFIG_ERROR("CreateContainerConfigError"),
  CREATE_CONTAINER_ERROR("CreateContainerError"),
  PRE_CREATE_HOOK_ERROR("PreCreateHookError"),
  PRE_START_HOOK_ERROR("PreStartHookError"),
  POST_START_HOOK_ERROR("PostStartHookError"),
  RUN_CONTAINER_ERROR("RunContainerError");

  private final String wireName;

  WaitReason(String wireName) {
    this.wireName = wireName;
  }

  public String wireName() {
    return wireName;
  }
}
