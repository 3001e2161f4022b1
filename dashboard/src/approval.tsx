import { Button } from "@kolo/ui/button.tsx";
import { Field } from "@kolo/ui/field.tsx";
import { formatMoney } from "@kolo/ui/format-money.ts";
import { useLanguage } from "@kolo/ui/language.tsx";
import { type ReactNode, useState } from "react";
import type { Answer } from "./api.ts";
import { type ApprovalTexts, useApprovalWords } from "./approval-texts.ts";
import { Time } from "./cells.tsx";
import { Form } from "./form.tsx";
import { amountOf, type Item, itemOf, itemsOf, textOf } from "./items.ts";
import { usePlace } from "./place.ts";
import { Link } from "./router.tsx";
import { SeenByMaker, type SeenPayee } from "./seen.tsx";
import { Dialog, Notice } from "./shell-parts.tsx";
import { Sure } from "./sure.tsx";
import { useAnswer, useSeenAnswer } from "./use-answer.ts";

/** The orders that wait for approval in this business and environment. */
export function useWaiting() {
  const place = usePlace();
  const asked = useSeenAnswer(place.to("approvals"), () => place.ask("GET", "/approvals"));
  return { ...asked, items: itemsOf(asked.answer?.body ?? {}, "items") };
}

/** The approval rule of this business and environment; an empty item if there is no rule. */
export function useRule(): { readonly rule: Item; readonly is_known: boolean; again(): void } {
  const place = usePlace();
  const { answer, again } = useAnswer(place.to("approval-rule"), () => place.ask("GET", "/approval-rule"));
  return { rule: itemOf(answer?.body ?? {}, "rule"), is_known: answer?.is_ok === true, again };
}

/** Whether one order of this amount (in the smallest unit) would wait for approval. Only a forecast: the service decides. */
export function isAboveRule(rule: Item, currency: string, amount: bigint): boolean {
  const limit = amountOf(rule, "amount_above");
  const sent = amountOf(rule, "sent") ?? 0n;
  return limit !== null && (textOf(rule, "currency") !== currency || sent + amount > limit);
}

/** The approval state of a transfer or bulk, with the buttons to decide. Renders nothing if no approval was needed. */
export function ApprovalOf({ item, again }: { readonly item: Item; readonly again: () => void }) {
  const approval = itemOf(item, "approval");
  const words = useApprovalWords();
  const place = usePlace();
  const state = textOf(approval, "state");
  if (state === "") return null;
  const bulk = textOf(item, "bulk_transfer");
  const who = textOf(approval, "decided_by");
  return (
    <Notice tone={state === "rejected" ? "bad" : "plain"}>
      <p>
        <strong>{stateText(words, state)}</strong>
        {who !== "" && (
          <>
            {" "}
            {words.by(who)}, <Time at={textOf(approval, "decided_at")} />
          </>
        )}
      </p>
      {textOf(approval, "reason") !== "" && <p>{textOf(approval, "reason")}</p>}
      <p className="quiet">
        {words.asked_by(textOf(approval, "asked_by") || words.by_key)}, <Time at={textOf(approval, "asked_at")} />
      </p>
      {state === "waiting" && bulk !== "" && (
        <p>
          {words.with_bulk} <Link to={place.to(`/bulk/${bulk}`)}>{bulk}</Link>
        </p>
      )}
      <SeenByMaker seen={approval.seen} payee={state === "waiting" ? payeeOf(item) : null} />
      {state === "waiting" && bulk === "" && <Undecided item={item} again={again} />}
    </Notice>
  );
}

/** The payee of a transfer; null for a bulk, and for a refund, which returns to the payer. */
function payeeOf(item: Item): SeenPayee | null {
  const receiver = itemOf(item, "receiver");
  const number = textOf(receiver, "number");
  return number === "" ? null : { name: textOf(receiver, "name"), number, channel: textOf(item, "channel") };
}

function stateText({ states }: ApprovalTexts, state: string): string {
  return Object.entries(states).find(([name]) => name === state)?.[1] ?? state;
}

function Undecided({ item, again }: { readonly item: Item; readonly again: () => void }) {
  const { items } = useWaiting();
  const waiting = items.find((one) => textOf(one, "id") === textOf(item, "id"));
  const amount = amountOf(item, "total_amount") ?? amountOf(item, "amount") ?? 0n;
  return <Decide order={{ ...item, amount: Number(amount), is_own: waiting?.is_own === true }} onDone={again} />;
}

interface DecideProps {
  readonly order: Item;
  /** Warnings for the approver. */
  readonly more?: ReactNode;
  readonly onDone: () => void;
}

/** The approval or rejection of one order. Its maker can only reject it. */
export function Decide({ order, more, onDone }: DecideProps) {
  const words = useApprovalWords();
  const place = usePlace();
  const { language } = useLanguage();
  const [asked, setAsked] = useState<"approve" | "reject" | null>(null);
  const [reason, setReason] = useState("");
  if (!place.may("pay")) return null;
  const sum = formatMoney(amountOf(order, "amount") ?? 0n, textOf(order, "currency"), language);
  const send = (what: "approve" | "reject") => (): Promise<Answer> =>
    place.ask("POST", `/approvals/${textOf(order, "id")}/${what}`, what === "reject" ? { reason } : {});
  const missing: Readonly<Record<string, string>> = reason.trim() === "" ? { reason: words.reason_needed } : {};
  const close = (): void => setAsked(null);
  const done = (): void => {
    close();
    onDone();
  };
  return (
    <>
      <div className="actions">
        {order.is_own === true ? (
          <p className="quiet">{words.own}</p>
        ) : (
          <Button tone="main" onClick={() => setAsked("approve")}>
            {words.approve}
          </Button>
        )}
        <Button onClick={() => setAsked("reject")}>{words.reject}</Button>
      </div>
      {asked === "approve" && (
        <Sure
          {...{ title: words.approve_sure(sum), what: nameOf(order), more, hint: words.approve_hint, keep: words.keep }}
          {...{ button: words.approve, deed: send("approve") }}
          onEnd={(is_done) => (is_done ? done() : close())}
        />
      )}
      {asked === "reject" && (
        <Dialog title={words.reject_sure} onClose={close}>
          <p className="quiet">{words.reject_hint}</p>
          <Form
            {...{ label: words.reject, button: words.reject, send: send("reject"), onDone: done }}
            check={() => missing}
          >
            {(errors) => (
              <Field
                {...{ label: words.reason, error: errors.reason, name: "reason", value: reason }}
                onValue={setReason}
              />
            )}
          </Form>
          <Button onClick={close}>{words.keep}</Button>
        </Dialog>
      )}
    </>
  );
}

/** The payee of an order, or the description of a bulk. */
function nameOf(order: Item): string {
  const receiver = itemOf(order, "receiver");
  return [textOf(receiver, "name"), textOf(order, "name"), textOf(order, "description")].find(Boolean) ?? "";
}

/** The number of waiting orders, for the navigation. */
export function WaitingCount() {
  const words = useApprovalWords();
  const { answer } = useWaiting();
  const count = answer?.body.totals;
  if (typeof count !== "number" || count === 0) return null;
  return (
    <span className="badge">
      <span aria-hidden="true">{count}</span>
      <span className="hidden">{words.waiting_count(count)}</span>
    </span>
  );
}
