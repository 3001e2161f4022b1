import { useEffect, useRef, useState } from "react";
import { checkoutApi } from "./api.ts";
import { type Known, NOTHING_KNOWN } from "./follow.ts";
import { type Following, startFollowing } from "./following.ts";

/** What is known about a payment, as it changes, and the one who acts on it. */
export function useCheckout(token: string): { readonly known: Known; readonly following: Following | null } {
  const [known, setKnown] = useState(NOTHING_KNOWN);
  const following = useRef<Following | null>(null);
  useEffect(() => {
    const started = startFollowing(checkoutApi(token), setKnown);
    following.current = started;
    const wake = () => {
      if (!document.hidden) started.wake();
    };
    document.addEventListener("visibilitychange", wake);
    // Back from the callback's page the browser may show this one as it was left.
    window.addEventListener("pageshow", wake);
    window.addEventListener("online", wake);
    return () => {
      started.stop();
      document.removeEventListener("visibilitychange", wake);
      window.removeEventListener("pageshow", wake);
      window.removeEventListener("online", wake);
    };
  }, [token]);
  return { known, following: following.current };
}

/** The server's clock, ticking once a second. In milliseconds. */
export function useServerClock(ahead_ms: number): number {
  const [here_ms, setHere] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setHere(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return here_ms + ahead_ms;
}
