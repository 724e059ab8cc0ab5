package dev.jubelet.pod.translate.net;

/** The name a pod calls itself by; {@code domain} is empty when it has no subdomain. */
public record PodHostname(String host, String domain) {

  public String qualified() {
    return domain.isEmpty() ? host : host + "." + domain;
  }
}
