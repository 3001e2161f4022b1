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

/**
 * Whether an address is written as people mean it: four decimal numbers, or IPv6. By the old rules `203.0.113` is
 * 203.0.0.113, and so `203.0.113/24` another network than the one that was meant.
 */
export function isWrittenOut(address: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(address) || (ipaddr.IPv6.isValid(address) && !address.includes("%"));
}
