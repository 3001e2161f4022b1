import { type ReactNode, useState } from "react";
import type { ApiResponse } from "#app/api.ts";
import { hasUnknownOutcome, type SendAttempts, type SendResult, sendIdempotently } from "#app/idempotent-send.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { go, Link } from "#app/router.tsx";
import { type SendMessages, useSendMessages } from "#i18n/send-messages.ts";
import { Notice } from "./page-elements.tsx";

interface SendOrderProps<Order, Body> {
  /** A ref owned by the page, because later orders on the same page may need its idempotency key. */
  readonly attempts: { current: SendAttempts<Order> };
  readonly order: Order;
  readonly post: (order: Order, key: string) => Promise<ApiResponse<Body>>;
  /** The page of the sent record. */
  readonly pageOf: (answer: Body) => string;
}

/** Sends an order at most once, even if a response is lost. `trouble` is the error to show. */
export function useSendOrder<Order, Body>({ attempts, order, post, pageOf }: SendOrderProps<Order, Body>) {
  const messages = useSendMessages();
  const context = useMerchantContext();
  const [sent, setSent] = useState<SendResult<Order, Body> | null>(null);
  const [is_busy, setBusy] = useState(false);
  const sentPage = (answer: Body): string => context.pagePath(pageOf(answer));
  async function send(): Promise<void> {
    if (is_busy) return;
    setBusy(true);
    const outcome = await sendIdempotently(attempts.current, order, post);
    attempts.current = outcome.attempts;
    setBusy(false);
    if (outcome.sent.kind === "sent") go(sentPage(outcome.sent.response.body));
    else setSent(outcome.sent);
  }
  const { open } = attempts.current;
  const has_earlier_open = sent === null && open.length > 0 && !hasUnknownOutcome(attempts.current, order);
  const error: ReactNode = (
    <>
      {has_earlier_open && <Notice>{messages.earlier_open}</Notice>}
      {sent && (
        <Notice tone="bad">
          {sendFailureText(sent, messages)}{" "}
          {sent.kind === "earlier" && (
            <Link skips_confirmation to={sentPage(sent.response.body)}>
              {messages.earlier_see}
            </Link>
          )}
        </Notice>
      )}
    </>
  );
  return { is_busy, trouble: error, send };
}

function sendFailureText({ kind, response }: SendResult<unknown, unknown>, messages: SendMessages): string {
  if (kind === "earlier") return messages.earlier_sent;
  if (kind === "unknown") return messages.lost;
  return `${messages.sent_wrong} ${Object.values(response.errors)[0] || response.message}`;
}
