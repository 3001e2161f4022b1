import { Button } from "@kolo/ui/button.tsx";
import { Field } from "@kolo/ui/field.tsx";
import { formatMoney } from "@kolo/ui/format-money.ts";
import { useLanguage } from "@kolo/ui/language.tsx";
import { type ReactNode, useState } from "react";
import type { ApiResponse } from "#app/api.ts";
import { useApi } from "#app/api-query.ts";
import type { ApprovalRule } from "#app/api-types.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import type { RecordFields } from "#app/records.ts";
import { Link } from "#app/router.tsx";
import { type ApprovalMessages, useApprovalMessages } from "#i18n/approval-messages.ts";
import { Time } from "./cells.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { Form } from "./form.tsx";
import { MakerChecks, type PayeeToLookUp } from "./maker-checks.tsx";
import { Dialog, Notice } from "./page-elements.tsx";

/** The orders that wait for approval in this business and environment. */
export function useWaitingOrders() {
  return useApi("GET /{environment}/approvals", {});
}

/** The approval rule of this business and environment: undefined while it loads, null without a rule. */
export function useApprovalRule(): ApprovalRule | null | undefined {
  return useApi("GET /{environment}/approval-rule", {}).data?.rule;
}

/**
 * Whether an order of this amount (in the smallest unit) would need approval. For display only: the service applies
 * the rule itself.
 */
export function exceedsApprovalRule(rule: ApprovalRule | null, currency: string, amount: bigint): boolean {
  if (rule?.amount_above === undefined) return false;
  return rule.currency !== currency || BigInt(rule.sent) + amount > BigInt(rule.amount_above);
}

/** The approval state of a transfer or bulk, with the buttons to decide. Renders nothing if no approval was needed. */
export function ApprovalNotice({ item, reload }: { readonly item: RecordFields; readonly reload: () => void }) {
  const { approval, bulk_transfer: bulk } = item;
  const messages = useApprovalMessages();
  const context = useMerchantContext();
  if (!approval || !("requested_at" in approval)) return null;
  const { state, decided_by } = approval;
  return (
    <Notice tone={state === "rejected" ? "bad" : "plain"}>
      <p>
        <strong>{stateText(messages, state)}</strong>
        {decided_by && (
          <>
            {" "}
            {messages.by(decided_by)}, <Time at={approval.decided_at ?? ""} />
          </>
        )}
      </p>
      {approval.reason && <p>{approval.reason}</p>}
      <p className="quiet">
        {messages.requested_by(approval.requested_by || messages.by_key)}, <Time at={approval.requested_at} />
      </p>
      {state === "waiting" && bulk && (
        <p>
          {messages.with_bulk} <Link to={context.pagePath(`/bulk/${bulk}`)}>{bulk}</Link>
        </p>
      )}
      <MakerChecks checks={approval.seen} payee={state === "waiting" ? payeeOf(item) : null} />
      {state === "waiting" && !bulk && <PendingDecision item={item} reload={reload} />}
    </Notice>
  );
}

/** The payee of a transfer; null for a bulk, and for a refund, which returns to the payer. */
function payeeOf({ receiver, channel }: RecordFields): PayeeToLookUp | null {
  return receiver?.number ? { name: receiver.name ?? "", number: receiver.number, channel: channel ?? "" } : null;
}

function stateText({ states }: ApprovalMessages, state: string): string {
  return Object.entries(states).find(([name]) => name === state)?.[1] ?? state;
}

function PendingDecision({ item, reload }: { readonly item: RecordFields; readonly reload: () => void }) {
  const waiting = useWaitingOrders().data?.items.find((one) => one.id === item.id);
  const { id = "", currency = "", receiver, name, description } = item;
  const amount = item.total_amount ?? item.amount ?? 0;
  const title = [receiver?.name, name, description].find(Boolean) ?? "";
  return <DecisionButtons order={{ id, amount, currency, title, is_own: waiting?.is_own === true }} onDone={reload} />;
}

interface DecisionButtonsProps {
  readonly order: {
    readonly id: string;
    readonly amount: number;
    readonly currency: string;
    /** The payee, or the description of a bulk. */
    readonly title: string;
    readonly is_own: boolean;
  };
  /** Warnings for the approver. */
  readonly more?: ReactNode;
  readonly onDone: () => void;
}

/** The buttons to approve or reject one order. Its maker can only reject it. */
export function DecisionButtons({ order, more, onDone }: DecisionButtonsProps) {
  const messages = useApprovalMessages();
  const context = useMerchantContext();
  const { language } = useLanguage();
  const [open_dialog, setOpenDialog] = useState<"approve" | "reject" | null>(null);
  if (!context.hasRight("pay")) return null;
  const sum = formatMoney(BigInt(order.amount), order.currency, language);
  const approve = (): Promise<ApiResponse<unknown>> =>
    context.send("POST /{environment}/approvals/{id}/approve", { params: { id: order.id } });
  const close = (): void => setOpenDialog(null);
  const done = (): void => {
    close();
    onDone();
  };
  return (
    <>
      <div className="actions">
        {order.is_own ? (
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
            subject: order.title,
            more,
            hint: messages.approve_hint,
            cancel_text: messages.keep,
          }}
          {...{ button: messages.approve, action: approve }}
          onEnd={(is_done) => (is_done ? done() : close())}
        />
      )}
      {open_dialog === "reject" && (
        <Dialog title={messages.reject_sure} onClose={close}>
          <RejectForm id={order.id} onDone={done} onCancel={close} />
        </Dialog>
      )}
    </>
  );
}

interface RejectFormProps {
  /** The order. */
  readonly id: string;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Rejects an order with a reason. */
export function RejectForm({ id, onDone, onCancel }: RejectFormProps) {
  const messages = useApprovalMessages();
  const context = useMerchantContext();
  const [reason, setReason] = useState("");
  const check_errors: Readonly<Record<string, string>> = reason.trim() === "" ? { reason: messages.reason_needed } : {};
  const send = (): Promise<ApiResponse<unknown>> =>
    context.send("POST /{environment}/approvals/{id}/reject", { params: { id }, body: { reason } });
  return (
    <>
      <p className="quiet">{messages.reject_hint}</p>
      <Form {...{ label: messages.reject, button: messages.reject, send, onDone }} check={() => check_errors}>
        {(errors) => (
          <Field
            {...{ label: messages.reason, error: errors.reason, name: "reason", value: reason }}
            onValue={setReason}
          />
        )}
      </Form>
      <Button onClick={onCancel}>{messages.keep}</Button>
    </>
  );
}

/** The number of waiting orders, for the navigation. */
export function WaitingBadge() {
  const messages = useApprovalMessages();
  const count = useWaitingOrders().data?.totals ?? 0;
  if (count === 0) return null;
  return (
    <span className="badge">
      <span aria-hidden="true">{count}</span>
      <span className="hidden">{messages.waiting_count(count)}</span>
    </span>
  );
}
