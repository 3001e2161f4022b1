import { Button } from "@kolo/ui/button.tsx";
import { Field } from "@kolo/ui/field.tsx";
import { formatMoney } from "@kolo/ui/format-money.ts";
import { useLanguage } from "@kolo/ui/language.tsx";
import { type ReactNode, useState } from "react";
import type { ApiResponse } from "#app/api.ts";
import { amountOf, type Item, itemOf, itemsOf, textOf } from "#app/items.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { Link } from "#app/router.tsx";
import { useApiQuery, useCachedApiQuery } from "#app/use-query.ts";
import { type ApprovalMessages, useApprovalMessages } from "#i18n/approval-messages.ts";
import { Time } from "./cells.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { Form } from "./form.tsx";
import { MakerChecks, type PayeeToLookUp } from "./maker-checks.tsx";
import { Dialog, Notice } from "./page-elements.tsx";

/** The orders that wait for approval in this business and environment. */
export function useWaitingOrders() {
  const context = useMerchantContext();
  const query = useCachedApiQuery(context.pagePath("approvals"), () => context.request("GET", "/approvals"));
  return { ...query, items: itemsOf(query.response?.body ?? {}, "items") };
}

/** The approval rule of this business and environment; an empty item if there is no rule. */
export function useApprovalRule(): { readonly rule: Item; readonly is_loaded: boolean; reload(): void } {
  const context = useMerchantContext();
  const { response, reload } = useApiQuery(context.pagePath("approval-rule"), () =>
    context.request("GET", "/approval-rule"),
  );
  return { rule: itemOf(response?.body ?? {}, "rule"), is_loaded: response?.is_ok === true, reload };
}

/**
 * Whether one order of this amount (in the smallest unit) would wait for approval. Only a forecast: the service
 * decides.
 */
export function exceedsApprovalRule(rule: Item, currency: string, amount: bigint): boolean {
  const limit = amountOf(rule, "amount_above");
  const sent = amountOf(rule, "sent") ?? 0n;
  return limit !== null && (textOf(rule, "currency") !== currency || sent + amount > limit);
}

/** The approval state of a transfer or bulk, with the buttons to decide. Renders nothing if no approval was needed. */
export function ApprovalNotice({ item, reload }: { readonly item: Item; readonly reload: () => void }) {
  const approval = itemOf(item, "approval");
  const messages = useApprovalMessages();
  const context = useMerchantContext();
  const state = textOf(approval, "state");
  if (state === "") return null;
  const bulk = textOf(item, "bulk_transfer");
  const decided_by = textOf(approval, "decided_by");
  return (
    <Notice tone={state === "rejected" ? "bad" : "plain"}>
      <p>
        <strong>{stateText(messages, state)}</strong>
        {decided_by !== "" && (
          <>
            {" "}
            {messages.by(decided_by)}, <Time at={textOf(approval, "decided_at")} />
          </>
        )}
      </p>
      {textOf(approval, "reason") !== "" && <p>{textOf(approval, "reason")}</p>}
      <p className="quiet">
        {messages.asked_by(textOf(approval, "asked_by") || messages.by_key)}, <Time at={textOf(approval, "asked_at")} />
      </p>
      {state === "waiting" && bulk !== "" && (
        <p>
          {messages.with_bulk} <Link to={context.pagePath(`/bulk/${bulk}`)}>{bulk}</Link>
        </p>
      )}
      <MakerChecks checks={approval.seen} payee={state === "waiting" ? payeeOf(item) : null} />
      {state === "waiting" && bulk === "" && <PendingDecision item={item} reload={reload} />}
    </Notice>
  );
}

/** The payee of a transfer; null for a bulk, and for a refund, which returns to the payer. */
function payeeOf(item: Item): PayeeToLookUp | null {
  const receiver = itemOf(item, "receiver");
  const number = textOf(receiver, "number");
  return number === "" ? null : { name: textOf(receiver, "name"), number, channel: textOf(item, "channel") };
}

function stateText({ states }: ApprovalMessages, state: string): string {
  return Object.entries(states).find(([name]) => name === state)?.[1] ?? state;
}

function PendingDecision({ item, reload }: { readonly item: Item; readonly reload: () => void }) {
  const { items } = useWaitingOrders();
  const waiting = items.find((one) => textOf(one, "id") === textOf(item, "id"));
  const amount = amountOf(item, "total_amount") ?? amountOf(item, "amount") ?? 0n;
  return (
    <DecisionButtons order={{ ...item, amount: Number(amount), is_own: waiting?.is_own === true }} onDone={reload} />
  );
}

interface DecisionButtonsProps {
  readonly order: Item;
  /** Warnings for the approver. */
  readonly more?: ReactNode;
  readonly onDone: () => void;
}

/** The approval or rejection of one order. Its maker can only reject it. */
export function DecisionButtons({ order, more, onDone }: DecisionButtonsProps) {
  const messages = useApprovalMessages();
  const context = useMerchantContext();
  const { language } = useLanguage();
  const [open_dialog, setOpenDialog] = useState<"approve" | "reject" | null>(null);
  const [reason, setReason] = useState("");
  if (!context.hasRight("pay")) return null;
  const sum = formatMoney(amountOf(order, "amount") ?? 0n, textOf(order, "currency"), language);
  const send = (decision: "approve" | "reject") => (): Promise<ApiResponse> =>
    context.request("POST", `/approvals/${textOf(order, "id")}/${decision}`, decision === "reject" ? { reason } : {});
  const check_errors: Readonly<Record<string, string>> = reason.trim() === "" ? { reason: messages.reason_needed } : {};
  const close = (): void => setOpenDialog(null);
  const done = (): void => {
    close();
    onDone();
  };
  return (
    <>
      <div className="actions">
        {order.is_own === true ? (
          <p className="quiet">{messages.own}</p>
        ) : (
          <Button tone="main" onClick={() => setOpenDialog("approve")}>
            {messages.approve}
          </Button>
        )}
        <Button onClick={() => setOpenDialog("reject")}>{messages.reject}</Button>
      </div>
      {open_dialog === "approve" && (
        <ConfirmDialog
          {...{
            title: messages.approve_sure(sum),
            subject: orderTitle(order),
            more,
            hint: messages.approve_hint,
            cancel_text: messages.keep,
          }}
          {...{ button: messages.approve, action: send("approve") }}
          onEnd={(is_done) => (is_done ? done() : close())}
        />
      )}
      {open_dialog === "reject" && (
        <Dialog title={messages.reject_sure} onClose={close}>
          <p className="quiet">{messages.reject_hint}</p>
          <Form
            {...{ label: messages.reject, button: messages.reject, send: send("reject"), onDone: done }}
            check={() => check_errors}
          >
            {(errors) => (
              <Field
                {...{ label: messages.reason, error: errors.reason, name: "reason", value: reason }}
                onValue={setReason}
              />
            )}
          </Form>
          <Button onClick={close}>{messages.keep}</Button>
        </Dialog>
      )}
    </>
  );
}

/** The payee of an order, or the description of a bulk. */
function orderTitle(order: Item): string {
  const receiver = itemOf(order, "receiver");
  return [textOf(receiver, "name"), textOf(order, "name"), textOf(order, "description")].find(Boolean) ?? "";
}

/** The number of waiting orders, for the navigation. */
export function WaitingBadge() {
  const messages = useApprovalMessages();
  const { response } = useWaitingOrders();
  const count = response?.body.totals;
  if (typeof count !== "number" || count === 0) return null;
  return (
    <span className="badge">
      <span aria-hidden="true">{count}</span>
      <span className="hidden">{messages.waiting_count(count)}</span>
    </span>
  );
}
