package dev.jubelet.node.address;

import java.net.Inet4Address;
import java.net.InetAddress;

/** The two families of addresses. */
public enum IpFamily {
  IPV4,
  IPV6;

  public static IpFamily of(InetAddress address) {
    return address instanceof Inet4Address ? IPV4 : IPV6;
  }

  IpFamily other() {
    return this == IPV4 ? IPV6 : IPV4;
  }
}
