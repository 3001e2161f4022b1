const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Whether a URL's host, as `URL.hostname` spells it, is this machine itself: what goes there crosses no network. */
export function isThisMachine(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}
