/** The tabs of a browser share one session: a tab that starts or ends it notifies the others. */

const channel = new BroadcastChannel("kolo session");

/** Notifies the other tabs that the signed-in user may have changed. */
export function tellTabs(): void {
  channel.postMessage(null);
}

/** Calls back when another tab notifies. Returns the function that unsubscribes. */
export function onTold(told: () => void): () => void {
  channel.addEventListener("message", told);
  return () => channel.removeEventListener("message", told);
}
