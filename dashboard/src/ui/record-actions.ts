import type { ApiResponse } from "#app/api.ts";
import type { MerchantContext, Right } from "#app/merchant-context.ts";
import type { RecordFields } from "#app/records.ts";
import type { Messages } from "#i18n/messages.ts";

/** An action on a record, possible or not. `blocked_by` is the reason if the record's state forbids it. */
export interface RecordAction {
  readonly name: keyof Messages["actions"];
  /** Sends the action's request. Unused for an action whose form sends the request. */
  run(send: MerchantContext["send"], headers: Readonly<Record<string, string>>): Promise<ApiResponse<unknown>>;
  readonly right: Right;
  readonly blocked_by: Exclude<keyof Messages["why_not"], "role"> | null;
  /** Whether the action needs a confirmation. */
  readonly is_final: boolean;
  /** The page to open afterwards; null stays on this page. */
  readonly next_page: string | null;
  /** Whether the action opens a form first. */
  readonly has_form?: boolean;
}

/** The actions of a record, including those that its state forbids. */
export function recordActions(page: keyof Messages["pages"], item: RecordFields): readonly RecordAction[] {
  const { id = "", status } = item;
  const final = { is_final: true, next_page: null };
  switch (page) {
    case "transfers": {
      const blocked_by = status === "pending" ? null : "transfer_gone";
      const run: RecordAction["run"] = (send, headers) =>
        send("DELETE /{environment}/transfers/{reference}", { params: { reference: id }, headers });
      return [{ name: "cancel_transfer", run, right: "pay", blocked_by, ...final }];
    }
    case "withdrawals": {
      const blocked_by = status === "pending" ? null : "withdrawal_gone";
      const run: RecordAction["run"] = (send, headers) =>
        send("DELETE /{environment}/withdrawals/{id}", { params: { id }, headers });
      return [{ name: "cancel_withdrawal", run, right: "pay", blocked_by, ...final }];
    }
    case "withdrawal-accounts":
      return item.state === "removed" ? [] : [removal("withdrawal-accounts", "pay", id)];
    case "bulk":
      return bulkActions(item);
    case "schedules":
      return [...pauseOrResume(item), removal("schedules", "pay", id)];
    case "payments":
      return paymentActions(item);
    case "invoices": {
      const blocked_by = status === "paid" || status === "canceled" ? "invoice_gone" : null;
      const run: RecordAction["run"] = (send, headers) =>
        send("DELETE /{environment}/invoices/{reference}", { params: { reference: id }, headers });
      return [{ name: "cancel_invoice", run, right: "charge", blocked_by, ...final }];
    }
    case "payment-links": {
      const is_active = item.active === true;
      const run: RecordAction["run"] = (send, headers) =>
        send("PUT /{environment}/payment-links/{id}", { params: { id }, body: { active: !is_active }, headers });
      const name = is_active ? "deactivate" : "activate";
      return [{ name, run, right: "charge", blocked_by: null, is_final: false, next_page: null }];
    }
    case "beneficiaries":
      return [removal("beneficiaries", "pay", id)];
    case "customers":
      return [blockOrUnblock(item), removal("customers", "charge", id)];
    case "webhooks":
      return [toggle(item), removal("webhooks", "develop", id)];
    default:
      return [];
  }
}

/** A scheduled bulk is canceled as a whole, while a transfer of it is pending. */
function bulkActions({ id = "", scheduled_at, progress }: RecordFields): readonly RecordAction[] {
  if (scheduled_at === undefined || !progress?.pending) return [];
  const run: RecordAction["run"] = (send, headers) =>
    send("DELETE /{environment}/transfers/bulk/{id}", { params: { id }, headers });
  return [{ name: "cancel_bulk", run, right: "pay", blocked_by: null, is_final: true, next_page: null }];
}

/** Pauses or resumes a schedule; one that has ended stays so. */
function pauseOrResume({ id = "", status }: RecordFields): readonly RecordAction[] {
  if (status === "ended") return [];
  const is_paused = status === "paused";
  return [
    {
      ...{ name: is_paused ? "resume" : "pause", right: "pay", blocked_by: null, is_final: false, next_page: null },
      run: (send, headers) =>
        send("PUT /{environment}/schedules/{id}", { params: { id }, body: { active: is_paused }, headers }),
    },
  ];
}

/** A blocked customer cannot pay. */
function blockOrUnblock({ id = "", blocked_at }: RecordFields): RecordAction {
  const name = blocked_at ? "unblock" : "block";
  return {
    ...{ name, right: "charge", blocked_by: null, is_final: false, next_page: null },
    run: (send, headers) => send(`PUT /{environment}/customers/{id}/${name}`, { params: { id }, headers }),
  };
}

function paymentActions({ id = "", status, amount, amount_refunded }: RecordFields): readonly RecordAction[] {
  const cancel: RecordAction["run"] = (send, headers) =>
    send("DELETE /{environment}/payments/{reference}", { params: { reference: id }, headers });
  const base = { run: cancel, is_final: true, next_page: null };
  if (status !== "complete") {
    const blocked_by = status === "pending" ? null : "payment_gone";
    return [{ ...base, name: "cancel_payment", right: "charge", blocked_by }];
  }
  const blocked_by = (amount ?? 0) > (amount_refunded ?? 0) ? null : "all_back";
  return [{ ...base, name: "refund", right: "pay", has_form: true, blocked_by }];
}

function removal(
  page: "beneficiaries" | "customers" | "webhooks" | "schedules" | "withdrawal-accounts",
  right: Right,
  id: string,
): RecordAction {
  return {
    ...{ name: "delete", right, blocked_by: null, is_final: true, next_page: `/${page}` },
    run: (send, headers) => send(`DELETE /{environment}/${page}/{id}`, { params: { id }, headers }),
  };
}

/** Switches a webhook on or off. */
function toggle({ id = "", active }: RecordFields): RecordAction {
  return {
    ...{ name: active ? "disable" : "enable", right: "develop", blocked_by: null, is_final: false, next_page: null },
    run: (send, headers) =>
      send("PUT /{environment}/webhooks/{id}", { params: { id }, body: { active: !active }, headers }),
  };
}
