import type { Answer, CheckoutApi } from "./api.ts";
import type { Checkout } from "./checkout.ts";
import { type Known, learn, NOTHING_KNOWN, nextLookMs } from "./follow.ts";

/** The polling of a payment, and the payer's actions. */
export interface Following {
  /** Polls at once: the page is visible again, or the connection is back. */
  wake(): void;
  /** Null if an action is already in progress: a second press does nothing. */
  pay(channel: string, phone: string): Promise<Answer<Checkout> | null>;
  cancel(): Promise<Answer<Checkout> | null>;
  stop(): void;
}

/** Polls the payment until `stop`, and calls `tell` at each change of the state. */
export function startFollowing(api: CheckoutApi, tell: (known: Known) => void, clock = () => Date.now()): Following {
  let known = NOTHING_KNOWN;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lost_times = 0;
  let processing_since: number | null = null;
  let is_acting = false;
  let is_stopped = false;
  // The answer to a poll that was in flight during an action may be older than the action: it is dropped.
  let round = 0;

  function hear(answer: Answer<Checkout>): void {
    lost_times = answer.kind === "lost" ? lost_times + 1 : 0;
    known = learn(known, answer, clock());
    const is_processing = known.checkout?.status === "processing";
    processing_since = is_processing ? (processing_since ?? clock()) : null;
    tell(known);
    const usual = nextLookMs(known, clock() - (processing_since ?? clock()), lost_times);
    const wait = answer.kind === "later" ? Math.max(answer.after_ms, usual ?? 0) : usual;
    if (wait !== null) plan(wait);
  }

  function plan(after_ms: number): void {
    clearTimeout(timer);
    if (!is_stopped) timer = setTimeout(() => void look(), after_ms);
  }

  async function look(): Promise<void> {
    clearTimeout(timer);
    const mine = ++round;
    const answer = await api.look();
    if (mine === round && !is_stopped) hear(answer);
  }

  async function act(work: () => Promise<Answer<Checkout>>): Promise<Answer<Checkout> | null> {
    if (is_acting) return null;
    is_acting = true;
    clearTimeout(timer);
    round++;
    const answer = await work();
    is_acting = false;
    if (is_stopped) return answer;
    hear(answer);
    // A refusal without fields means that the payment is no longer in the state shown. A lost request may have arrived. Poll
    // in both cases.
    const is_elsewhere = answer.kind === "refused" && answer.fields.length === 0;
    if (is_elsewhere || answer.kind === "lost") await look();
    return answer;
  }

  void look();
  return {
    wake() {
      if (!is_acting && nextLookMs(known, 0, lost_times) !== null) void look();
    },
    pay: (channel, phone) => act(() => api.pay(channel, phone)),
    cancel: () => act(() => api.cancel()),
    stop() {
      is_stopped = true;
      clearTimeout(timer);
    },
  };
}
