import ipaddr from "ipaddr.js";
import { isWrittenOut } from "#kernel/callers.ts";

/** An address or a range as one network in CIDR notation (`10.1.2.3` is `10.1.2.3/32`), or null when it is neither. */
export function networkOf(text: string): string | null {
  if (!isWrittenOut(text.split("/")[0] ?? "")) return null;
  try {
    const [address, bits] = text.includes("/") ? ipaddr.parseCIDR(text) : wholeAddress(text);
    const network =
      address.kind() === "ipv4"
        ? ipaddr.IPv4.networkAddressFromCIDR(`${address}/${bits}`)
        : ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`);
    return `${network}/${bits}`;
  } catch {
    return null;
  }
}

function wholeAddress(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const address = ipaddr.process(text);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}
