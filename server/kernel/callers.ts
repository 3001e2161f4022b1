import ipaddr from "ipaddr.js";

const NETWORK_BITS = 64;

/**
 * Under what the caller at an address is counted. Whoever is given one address of IPv6 is given the 2^64 of its network
 * (RFC 6177), and would come from another each time: the network is counted. In IPv4 it is the address.
 */
export function callerAt(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${NETWORK_BITS}`).toString();
}
