package dev.jubelet.pod.model;

/** Why a container is not running: the reason and message of its waiting state. */
public record StartError(WaitReason reason, String message) {}
