import type { ReadName } from "./api.ts";
import type { ChangedResource, LiveUpdate } from "./api-types.ts";

/** The changes of one event; null if anything may have changed. */
export type Changes = LiveUpdate["changes"];

interface ReloadRule {
  /** The resource that the operation returns. If its path has an id, only changes of that record affect it. */
  readonly of: ChangedResource | null;
  /** Other resources whose changes affect the response. */
  readonly with?: readonly ChangedResource[];
  /** Whether a change of any resource affects the response. */
  readonly is_any?: boolean;
  /** Whether a record in progress also changes without a report on the stream: attempts at a delivery. */
  readonly is_unreported?: boolean;
}

const FIXED: ReloadRule = { of: null };
const ANY: ReloadRule = { of: null, is_any: true };

/**
 * The resources whose changes reload each operation. The compiler rejects a new operation without an entry, so every
 * page has live updates.
 */
const RELOAD_RULES: { readonly [Name in ReadName]: ReloadRule } = {
  "GET /{environment}/payments": { of: "payment", with: ["refund"] },
  "GET /{environment}/payments/{reference}": { of: "payment", with: ["refund"] },
  "GET /{environment}/payments/{reference}/page": { of: "payment" },
  "GET /{environment}/payments/{reference}/timeline": { of: "payment", with: ["refund", "review", "delivery"] },
  "GET /{environment}/payments/{reference}/parts": { of: "payment", with: ["refund", "correction"] },
  "GET /{environment}/received-parts": { of: "payment_part" },
  "GET /{environment}/received-parts/{id}": { of: "payment_part" },
  "GET /{environment}/payment-links": { of: "payment_link" },
  "GET /{environment}/payment-links/{id}": { of: "payment_link", with: ["payment", "refund"] },
  "GET /{environment}/invoices": { of: "invoice", with: ["payment"] },
  "GET /{environment}/invoices/{reference}": { of: "invoice", with: ["payment"] },
  "GET /{environment}/refunds": { of: "refund", with: ["payment"] },
  "GET /{environment}/refunds/{id}": { of: "refund" },
  "GET /{environment}/refunds/{id}/timeline": { of: "refund", with: ["review", "delivery"] },
  "GET /{environment}/transfers": { of: "transfer", with: ["bulk_transfer"] },
  "GET /{environment}/transfers/{reference}": { of: "transfer", with: ["bulk_transfer"] },
  "GET /{environment}/transfers/{reference}/timeline": {
    of: "transfer",
    with: ["bulk_transfer", "review", "delivery"],
  },
  "GET /{environment}/transfers/bulk/{id}": { of: "bulk_transfer", with: ["transfer"] },
  "GET /{environment}/transfers/bulk/{id}/timeline": { of: "bulk_transfer", with: ["transfer"] },
  "GET /{environment}/bulk-transfers": { of: "bulk_transfer", with: ["transfer"] },
  "GET /{environment}/schedules": { of: "schedule" },
  "GET /{environment}/schedules/{id}": { of: "schedule", with: ["holidays", "merchant"] },
  "GET /{environment}/schedules/{id}/runs": { of: "schedule" },
  "POST /{environment}/schedules/preview": { of: null, with: ["holidays", "merchant"] },
  "GET /{environment}/holidays": { of: "holidays" },
  "GET /{environment}/withdrawals": { of: "withdrawal" },
  "GET /{environment}/withdrawals/{id}": { of: "withdrawal" },
  "GET /{environment}/withdrawals/{id}/timeline": { of: "withdrawal", with: ["review", "delivery"] },
  "GET /{environment}/withdrawal-rules": { of: "withdrawal_rule", with: ["withdrawal", "merchant"] },
  "GET /{environment}/withdrawal-rules/{id}/runs": { of: "withdrawal_rule", with: ["withdrawal"] },
  "GET /{environment}/withdrawal-accounts": { of: "withdrawal_account" },
  "GET /{environment}/withdrawal-accounts/{id}": { of: "withdrawal_account" },
  "GET /{environment}/beneficiaries": { of: "beneficiary" },
  "GET /{environment}/beneficiaries/{id}": { of: "beneficiary" },
  "GET /{environment}/customers": { of: "customer" },
  "GET /{environment}/customers/{id}": { of: "customer" },
  "GET /{environment}/customers/{id}/payments": { of: null, with: ["payment", "refund"] },
  "GET /{environment}/balance": {
    of: "balance",
    with: ["payment", "payment_part", "refund", "transfer", "withdrawal", "funds", "review"],
  },
  "GET /{environment}/balance/history": {
    of: "balance",
    with: ["payment", "payment_part", "refund", "transfer", "withdrawal", "funds", "review"],
  },
  "GET /{environment}/balance/statement": {
    of: "balance",
    with: ["payment", "payment_part", "refund", "transfer", "withdrawal", "funds", "review", "correction", "merchant"],
  },
  "GET /{environment}/limits": {
    of: "limit",
    with: ["duplicate_guard", "transfer", "bulk_transfer", "refund", "withdrawal", "merchant"],
  },
  "GET /{environment}/corrections": { of: null, with: ["balance", "correction"] },
  "GET /{environment}/channels": { of: null, with: ["channel", "provider"] },
  "GET /{environment}/countries": { of: null, with: ["channel", "provider"] },
  "GET /{environment}/currencies": FIXED,
  "GET /{environment}/banks": FIXED,
  "GET /{environment}/webhooks": { of: "webhook" },
  "GET /{environment}/webhooks/{id}": { of: "webhook" },
  // An event of any resource may add a delivery.
  "GET /{environment}/webhooks/{id}/deliveries": { of: null, is_any: true, is_unreported: true },
  "GET /{environment}/webhooks/{id}/deliveries/{delivery}": {
    of: null,
    with: ["delivery", "webhook"],
    is_unreported: true,
  },
  "GET /{environment}/events": ANY,
  "GET /{environment}/events/{id}": FIXED,
  "GET /{environment}/export-permission": FIXED,
  "GET /{environment}/overview": { of: null, with: ["payment", "payment_part", "refund", "transfer", "merchant"] },
  "GET /{environment}/names": { of: null, with: ["beneficiary", "customer", "withdrawal_account"] },
  "GET /{environment}/parties/{id}": {
    of: null,
    with: ["payment", "refund", "invoice", "transfer", "customer", "beneficiary"],
  },
  // A merge adds the records of another customer or beneficiary.
  "GET /{environment}/parties/{id}/activity": {
    of: null,
    with: ["payment", "refund", "invoice", "transfer", "customer", "beneficiary"],
  },
  "GET /{environment}/fees": { of: "fee" },
  "GET /{environment}/keys": { of: null, with: ["key", "key_rule", "request"] },
  "GET /{environment}/addresses": { of: "address" },
  "GET /{environment}/requests": { of: "request" },
  "GET /{environment}/requests/{id}": FIXED,
  "GET /{environment}/blocks": { of: "block" },
  "GET /{environment}/approvals": {
    of: null,
    with: ["transfer", "bulk_transfer", "refund", "withdrawal", "approval_rule"],
  },
  "GET /{environment}/approvals/{id}": { of: null, with: ["transfer", "bulk_transfer", "refund", "withdrawal"] },
  "GET /{environment}/approval-rule": {
    of: null,
    with: ["approval_rule", "transfer", "bulk_transfer", "refund", "withdrawal"],
  },
  "GET /{merchant}/branding": { of: "merchant" },
  "GET /{merchant}/notifications": { of: "person" },
  "GET /{merchant}/people": { of: null, with: ["person", "invitation"] },
  "GET /{merchant}/connections": { of: null, with: ["merchant", "agent"] },
  "GET /{merchant}/audit-log": ANY,
  "GET /{merchant}/audit-log/export-permission": FIXED,
  "POST /{environment}/transfers/lookup": FIXED,
  "POST /invitation": FIXED,
  "GET /me": { of: null, with: ["person", "merchant", "operator"] },
  "GET /me/sessions": { of: "person" },
  "GET /me/passkeys": { of: "person" },
  "GET /forgotten-password": FIXED,
  "GET /operator/merchants": ANY,
  "GET /operator/merchants/{id}": ANY,
  "GET /operator/merchants/{id}/entries": ANY,
  "GET /operator/merchants/{id}/limits": ANY,
  "GET /operator/channels": { of: null, with: ["channel", "provider", "reconciliation"] },
  "GET /operator/reviews": { of: "review" },
  "GET /operator/reviews/{id}": { of: null, with: ["review"] },
  "GET /operator/statements": { of: null, with: ["statement", "reconciliation"] },
  "GET /operator/statements/{id}": { of: null, with: ["statement", "reconciliation"] },
  "GET /operator/corrections": { of: null, with: ["correction", "balance"] },
  "GET /operator/withdrawals": { of: "withdrawal" },
  "GET /operator/withdrawals/{id}": { of: "withdrawal", with: ["delivery"] },
  "GET /operator/exceptions": { of: null, with: ["statement", "reconciliation"] },
  "GET /operator/people": { of: null, with: ["operator", "person"] },
  "GET /operator/audit-log": ANY,
};

/** Whether no change can affect the response of an operation. */
export function isFixed(name: ReadName): boolean {
  return RELOAD_RULES[name] === FIXED;
}

/** Whether a record in progress changes without a report, so that only polling shows its end. */
export function isUnreported(name: ReadName): boolean {
  return RELOAD_RULES[name].is_unreported === true;
}

/** Whether these changes may affect the response of an operation; `own_id` is the id in its path. */
export function isAffected(name: ReadName, own_id: string | undefined, changes: Changes): boolean {
  if (changes === null) return !isFixed(name);
  const { of, with: others = [], is_any } = RELOAD_RULES[name];
  return changes.some(
    ({ resource, id }) =>
      is_any === true ||
      others.includes(resource) ||
      (resource === of && (id === null || own_id === undefined || id === own_id)),
  );
}

const state = { is_live: false };
// EventSource does not reconnect after an HTTP error. Retry, because the server may be restarting or at its limit.
const REOPEN_MS = 30_000;

/** Whether the stream is connected. */
export function isLive(): boolean {
  return state.is_live;
}

/** Connects to the stream at this URL. Returns the function that disconnects. */
export function connectLiveUpdates(address: string, onChanges: (changes: Changes) => void): () => void {
  let source: EventSource | null = null;
  let reopen_timer: ReturnType<typeof setTimeout> | undefined;
  function open(): void {
    source = new EventSource(address);
    source.addEventListener("open", () => {
      state.is_live = true;
    });
    // The first event of each connection has null: it covers the time before the connection.
    source.addEventListener("changed", ({ data }) => onChanges(parseUpdate(String(data)).changes));
    source.addEventListener("error", () => {
      state.is_live = false;
      if (source?.readyState === EventSource.CLOSED) reopen_timer = setTimeout(open, REOPEN_MS);
    });
  }
  function close(): void {
    clearTimeout(reopen_timer);
    source?.close();
    state.is_live = false;
  }
  // A browser allows six HTTP/1.1 connections per host: a hidden page releases its own.
  function handleVisibility(): void {
    close();
    if (!document.hidden) open();
  }
  document.addEventListener("visibilitychange", handleVisibility);
  handleVisibility();
  return () => {
    document.removeEventListener("visibilitychange", handleVisibility);
    close();
  };
}

function parseUpdate(text: string): LiveUpdate {
  try {
    return JSON.parse(text);
  } catch {
    return { changes: null };
  }
}
