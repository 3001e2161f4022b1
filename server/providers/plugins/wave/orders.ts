import { fromMajor, toMajor } from "#kernel/money.ts";
import { amountFrom, isRecord, type JsonObject, textOf, UNREADABLE_AMOUNT } from "#providers/io/json.ts";
import type { Observation, ProviderOrder, ReportedCharge } from "#providers/provider.ts";
import { failureOf } from "./reasons.ts";

// Wave's limit of `payment_reason`, which the receiver sees.
const REASON_MAX = 40;

/** The body of a payout. The receiver's name is left out: Wave may refuse a payout whose name differs. */
export function payoutBody(order: ProviderOrder): object {
  const { receiver, currency, description } = order;
  const reason = description?.slice(0, REASON_MAX).trim() ?? "";
  return {
    currency,
    receive_amount: amountText(order),
    mobile: receiver,
    client_reference: order.provider_reference,
    ...(reason === "" ? {} : { payment_reason: reason }),
    ...aggregatedMerchant(order),
  };
}

/** The body of a checkout session: Wave's page, on which the payer pays. */
export function sessionBody(order: ProviderOrder): object {
  const { account, currency, receiver, return_url } = order;
  return {
    amount: amountText(order),
    currency,
    // The payment's own page shows the outcome, whatever it is.
    success_url: return_url,
    error_url: return_url,
    client_reference: order.provider_reference,
    ...(account?.settings.restrict_payer === "yes" ? { restrict_payer_mobile: receiver } : {}),
    ...aggregatedMerchant(order),
  };
}

function aggregatedMerchant({ account }: ProviderOrder): object {
  const id = account?.settings.aggregated_merchant_id ?? "";
  return id === "" ? {} : { aggregated_merchant_id: id };
}

/** "1000" in XOF, "10.50" in GMD. */
function amountText({ amount, currency }: Pick<ProviderOrder, "amount" | "currency">): string {
  return toMajor(amount, currency);
}

/** Whether a record of Wave's is about this order, with its amount and its receiver. */
export function isOurs(record: JsonObject, order: ProviderOrder): boolean {
  const { client_reference, mobile = order.receiver } = record;
  if (client_reference !== order.provider_reference || mobile !== order.receiver) return false;
  return amountOf(record, order) === order.amount;
}

/** The amount of a payout or of a session. */
export function amountOf({ receive_amount, amount, currency }: JsonObject, order: ProviderOrder): bigint {
  if (currency !== order.currency) return UNREADABLE_AMOUNT;
  return amountFrom(receive_amount ?? amount, order.currency);
}

/** Wave's charge for a payout, which it takes on top of the amount; null if it reports none. */
export function chargeOf({ fee }: JsonObject, { currency }: ProviderOrder): ReportedCharge | null {
  const amount = fromMajor(textOf(fee) ?? "", currency);
  return amount === null ? null : { amount, tax: null };
}

/** The failure of a payout with the status `failed`. */
export function payoutFailure({ payout_error: error }: JsonObject) {
  return failureOf((isRecord(error) ? textOf(error.error_code) : null) ?? "failed", "transfer");
}

export function observePayout(payout: JsonObject, order: ProviderOrder): Observation {
  switch (textOf(payout.status)) {
    case "succeeded":
      return {
        state: "complete",
        provider_id: textOf(payout.id),
        amount: amountOf(payout, order),
        receiver: textOf(payout.mobile),
        charge: chargeOf(payout, order),
        is_reversible: true,
      };
    case "failed":
      return { state: "failed", failure: payoutFailure(payout) };
    case "reversed":
      return { state: "reversed" };
    case null:
      return { state: "unreachable", cause: { code: "status_without_state", detail: "200" } };
    // `processing`, and statuses that are newer than this plug-in.
    default:
      return { state: "pending" };
  }
}

/** A try that failed leaves the session open: the payer may try again until it expires, so it is pending. */
export function observeSession(session: JsonObject, order: ProviderOrder): Observation {
  const status = textOf(session.checkout_status);
  const payment = textOf(session.payment_status);
  if (status === null) return { state: "unreachable", cause: { code: "status_without_state", detail: "200" } };
  if (status === "complete" && payment === "succeeded") {
    const provider_id = textOf(session.transaction_id) ?? textOf(session.id);
    return { state: "complete", provider_id, amount: amountOf(session, order) };
  }
  const is_unpaid =
    (status === "expired" && payment !== "succeeded") || (status === "complete" && payment === "cancelled");
  if (is_unpaid) {
    const code = lastError(session) ?? (status === "expired" ? "expired" : "cancelled");
    return { state: "failed", failure: failureOf(code, "collect") };
  }
  return { state: "pending", redirect_url: status === "open" ? textOf(session.wave_launch_url) : null };
}

function lastError({ last_payment_error: error }: JsonObject): string | null {
  return isRecord(error) ? textOf(error.code) : null;
}

/** Whether money moved or may move by this record. */
export function isAlive({ status, checkout_status, payment_status }: JsonObject): boolean {
  if (checkout_status === undefined) return status !== "failed";
  return checkout_status === "complete" && payment_status !== "cancelled";
}
