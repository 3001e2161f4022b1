import ipaddr from "ipaddr.js";
import { isFullAddress } from "#kernel/client-address.ts";

/** Parses an address or a range to CIDR notation: `10.1.2.3` gives `10.1.2.3/32`. Returns null for any other text. */
export function parseNetwork(text: string): string | null {
  if (!isFullAddress(text.split("/")[0] ?? "")) return null;
  try {
    const [address, bits] = text.includes("/") ? ipaddr.parseCIDR(text) : parseSingleAddress(text);
    const network =
      address.kind() === "ipv4"
        ? ipaddr.IPv4.networkAddressFromCIDR(`${address}/${bits}`)
        : ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`);
    return `${network}/${bits}`;
  } catch {
    return null;
  }
}

function parseSingleAddress(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const address = ipaddr.process(text);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}
