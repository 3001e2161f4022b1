/** The tabs of one browser have one session: when one of them begins or ends it, the others hear of it. */

const channel = new BroadcastChannel("kolo session");

/** Tells the other tabs that who is signed in may be somebody else now, or nobody. */
export function tellTabs(): void {
  channel.postMessage(null);
}

/** Calls back when another tab has told so. Returns how to stop listening. */
export function onTold(told: () => void): () => void {
  channel.addEventListener("message", told);
  return () => channel.removeEventListener("message", told);
}
