/** The tabs of a browser share one session: a tab that starts or ends it notifies the others. */

const channel = new BroadcastChannel("kolo session");

/** Notifies the other tabs that the signed-in user may have changed. */
export function notifyTabs(): void {
  channel.postMessage(null);
}

/** Calls back when another tab notifies. Returns the function that unsubscribes. */
export function onTabNotified(listener: () => void): () => void {
  channel.addEventListener("message", listener);
  return () => channel.removeEventListener("message", listener);
}
