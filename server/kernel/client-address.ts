import ipaddr from "ipaddr.js";

const NETWORK_BITS = 64;

/**
 * The key under which a caller is counted: the address for IPv4, the network for IPv6. An IPv6 customer gets a network
 * of 2^64 addresses (RFC 6177), and could use a new one for each request.
 */
export function clientNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${NETWORK_BITS}`).toString();
}

/**
 * Whether an address is written in full: four decimal numbers, or IPv6. By the old `inet_aton` rules `203.0.113` means
 * 203.0.0.113, so `203.0.113/24` would be another network than intended.
 */
export function isFullAddress(address: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(address) || (ipaddr.IPv6.isValid(address) && !address.includes("%"));
}
