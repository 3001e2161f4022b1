const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Whether a URL's host, as spelled by `URL.hostname`, is this machine itself: such traffic crosses no network. */
export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}
