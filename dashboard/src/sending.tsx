import { type ReactNode, useState } from "react";
import type { Answer } from "./api.ts";
import { itemOf, textOf } from "./items.ts";
import { usePlace } from "./place.ts";
import { go, Link } from "./router.tsx";
import { type Attempts, isOpen, type Sent, sendOnce } from "./send-once.ts";
import { type SendTexts, useSendWords } from "./send-texts.ts";
import { Notice } from "./shell-parts.tsx";

interface SendingProps<Order> {
  /** Owned by the page, which may show several orders in turn. */
  readonly attempts: { current: Attempts<Order> };
  readonly order: Order;
  readonly post: (order: Order, key: string) => Promise<Answer>;
  /** The page of the sent record, and the field of the answer that holds it. */
  readonly page: string;
  readonly record: string;
}

/** Sends an order once, even if the answer is lost, and returns the text for each outcome. */
export function useSending<Order>({ attempts, order, post, page, record }: SendingProps<Order>) {
  const words = useSendWords();
  const place = usePlace();
  const [sent, setSent] = useState<Sent<Order> | null>(null);
  const [is_busy, setBusy] = useState(false);
  const opened = ({ answer }: Sent<Order>): string => place.to(`${page}/${textOf(itemOf(answer.body, record), "id")}`);
  async function send(): Promise<void> {
    if (is_busy) return;
    setBusy(true);
    const outcome = await sendOnce(attempts.current, order, post);
    attempts.current = outcome.attempts;
    setBusy(false);
    if (outcome.sent.kind === "sent") go(opened(outcome.sent));
    else setSent(outcome.sent);
  }
  const { open } = attempts.current;
  const is_beside = sent === null && open.length > 0 && !isOpen(attempts.current, order);
  const trouble: ReactNode = (
    <>
      {is_beside && <Notice>{words.earlier_open}</Notice>}
      {sent && (
        <Notice tone="bad">
          {whyNot(sent, words)}{" "}
          {sent.kind === "earlier" && (
            <Link is_way_out to={opened(sent)}>
              {words.earlier_see}
            </Link>
          )}
        </Notice>
      )}
    </>
  );
  return { is_busy, trouble, send };
}

function whyNot<Order>({ kind, answer }: Sent<Order>, words: SendTexts): string {
  if (kind === "earlier") return words.earlier_sent;
  if (kind === "unknown") return words.lost;
  return `${words.sent_wrong} ${Object.values(answer.errors)[0] || answer.message}`;
}
