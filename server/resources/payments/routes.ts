import type { Tx } from "#db/tx.ts";
import { dateFields, readDateFilter } from "#http/date-filter.ts";
import {
  fieldsEnvelope,
  listEnvelope as listOf,
  messageEnvelope,
  type Reply,
  resourceEnvelope,
} from "#http/envelope.ts";
import { alreadyAnsweredError, type IdempotentRequest, type StoredReply, storeReplies } from "#http/idempotency.ts";
import type { InputRules } from "#http/input-parser.ts";
import { channelsField, orderSearchField, pageFields, readChannels, readPageRequest } from "#http/pagination.ts";
import { type PublishableCall, type Route, route } from "#http/route.ts";
import { assert, fieldError, ServiceError } from "#kernel/errors.ts";
import { asRecord, IdText, Nullable, OneOf, Type } from "#kernel/fields.ts";
import { isAddressOfOrigins } from "#kernel/origins.ts";
import { PAYER_ACTIONS } from "#kernel/payer-actions.ts";
import type { Scope } from "#kernel/scope.ts";
import { unsupportedFieldErrors } from "#kernel/unsupported-fields.ts";
import { validateCallback } from "./callback.ts";
import { cancelPayment } from "./cancel.ts";
import { createPayments, splitTermsOf, unsupportedSplitErrors, validateSplit } from "./create.ts";
import { readExpiry, validateExpiry } from "./expiry.ts";
import { listPayments } from "./list.ts";
import type { PaymentOrder } from "./parse-order.ts";
import { payerOf, validatePayer } from "./payer.ts";
import { presentPayment } from "./present.ts";
import { processPayment } from "./process.ts";
import { validatePaymentAgainstCatalogue } from "./rules.ts";
import { FollowedPayment, NewPayment, Payment, PaymentStatusField, ProcessPayment, paymentTexts } from "./schema.ts";
import { find } from "./store.ts";
import { followToken, isFollowToken, paymentPageUrl } from "./token.ts";

const tag = "Payments";
const params = Type.Object({ reference: { ...IdText, description: "The id or the reference of the payment." } });

const listed = listOf({ message: "Payments retrieved" }, "items", Payment, { has_days: true });
const retrieved = resourceEnvelope(200, { message: "Transaction retrieved" }, "transaction", Payment);
const canceled = messageEnvelope(202, { message: "Your transaction has been canceled" });
const initialized = fieldsEnvelope(
  201,
  { phrase: "Accepted", message: "Payment initialized" },
  {
    transaction: Payment,
    follow_token: Type.String({
      description:
        "Lets a browser or an app with a publishable key follow this payment, and no other: send it in `X-Follow-Token`.",
      examples: ["Vb3c8LxkQd1mZy5tR0aW7u"],
    }),
    authorization_url: Type.String({
      description: "The hosted page where the payer pays.",
      examples: ["https://pay.example.cm/pay/01jqk3v8q1e9fa4x2m7c5t0r6wabcdefghijklmnopqrstuv"],
    }),
  },
);
const paged = fieldsEnvelope(
  200,
  { message: "Payment page retrieved" },
  {
    authorization_url: Nullable(
      Type.String({
        description: "The hosted page where the payer pays; null once the payment has ended.",
        examples: ["https://pay.example.cm/pay/01jqk3v8q1e9fa4x2m7c5t0r6wabcdefghijklmnopqrstuv"],
      }),
    ),
  },
);
const followed = resourceEnvelope(200, { message: "Transaction retrieved" }, "transaction", FollowedPayment);
const initializedByPayer = fieldsEnvelope(
  201,
  { phrase: "Accepted", message: "Payment initialized" },
  { transaction: FollowedPayment, follow_token: Type.String(), authorization_url: Type.String() },
);
const processing = fieldsEnvelope(
  202,
  { message: "Payment processing initiated" },
  {
    transaction: Payment,
    action: OneOf(PAYER_ACTIONS, {
      description:
        "The payer's next action. `confirm`: confirm on the phone. `redirect`: open the page in the payment's `action_url`, which " +
        "follows within seconds: retrieve the payment until it has one. `otp`: none, because the one-time code confirms the payment.",
    }),
  },
);

const body_rules: InputRules = {
  validate: ({ body, input, environment }) => ({
    ...validatePayer(body),
    ...validateCallback(asRecord(body).callback),
    ...validateExpiry(body),
    ...validateSplit(body),
    ...unsupportedSplitErrors(input, environment),
    ...unsupportedFieldErrors("payments", input, environment),
  }),
  foresee: ({ body, environment }) => (environment === null ? {} : validatePaymentAgainstCatalogue(body, environment)),
};

/** A request to create a payment, queued for the next group commit. */
export interface PaymentSubmission {
  readonly order: PaymentOrder;
  readonly idempotency: IdempotentRequest | null;
}

export interface PaymentSettings {
  readonly expires_after_ms: number;
  /** The beginning of the hosted page's address. */
  readonly public_url: string;
}

/**
 * Runs a group commit of payments: creates them and stores the replies for their Idempotency-Keys in one transaction. A
 * request in `answered` already has a stored reply; it is refused without affecting the others.
 */
export async function commitPayments(
  tx: Tx,
  submissions: readonly PaymentSubmission[],
  answered: ReadonlySet<IdempotentRequest>,
  { expires_after_ms, public_url }: PaymentSettings,
): Promise<readonly (Reply | Error)[]> {
  const new_submissions = submissions.filter(({ idempotency }) => idempotency === null || !answered.has(idempotency));
  const orders = new_submissions.map(({ order }) => order);
  const outcomes = new_submissions.length > 0 ? await createPayments(tx, orders, expires_after_ms) : [];
  const replies = new Map<PaymentSubmission, Reply | ServiceError>();
  const stored_replies: StoredReply[] = [];
  for (const [index, submission] of new_submissions.entries()) {
    const outcome = outcomes[index];
    assert(outcome, "each payment has its outcome");
    if (outcome instanceof ServiceError) {
      replies.set(submission, outcome);
      continue;
    }
    const reply = (outcome.publishable_key === null ? initialized : initializedByPayer).of({
      transaction: presentPayment(outcome),
      follow_token: followToken(outcome.id),
      authorization_url: paymentPageUrl(public_url, outcome.id),
    });
    replies.set(submission, reply);
    if (submission.idempotency) stored_replies.push({ request: submission.idempotency, reply });
  }
  storeReplies(tx, stored_replies);
  return submissions.map((submission) => replies.get(submission) ?? alreadyAnsweredError());
}

/** Returns the routes; `public_url` is the beginning of the hosted pages' addresses. */
export function paymentRoutes(
  submit: (submission: PaymentSubmission) => Promise<Reply>,
  public_url: string,
): readonly Route[] {
  return [
    route({
      method: "GET",
      path: "/payments",
      access: "public",
      right: "payments:read",
      tag,
      summary: "List payments",
      description:
        "Newest first. `search` covers the reference, the amount, the payer's name, e-mail and numbers, the payment's id and the " +
        "provider's reference.",
      query: Type.Object({
        ...pageFields,
        ...orderSearchField,
        status: Type.Optional(PaymentStatusField),
        ...channelsField,
        customer: Type.Optional(Type.String({ maxLength: 40, description: "The id of a customer." })),
        payment_link: Type.Optional(Type.String({ maxLength: 40, description: "The id of a payment link." })),
        invoice: Type.Optional(Type.String({ maxLength: 40, description: "The id of an invoice." })),
        phone: Type.Optional(
          Type.String({
            maxLength: 40,
            description:
              "The payer's number, in any format: the one given with the payment, or the one it was paid from.",
          }),
        ),
        ...dateFields,
      }),
      reply: listed,
      errors: ["invalid"],
      async handle(tx, { scope, query }) {
        const days = await readDateFilter(tx, scope.merchant, query);
        const filter = {
          search: query.search ?? null,
          status: query.status ?? null,
          channels: readChannels(query),
          customer: query.customer ?? null,
          link: query.payment_link ?? null,
          invoice: query.invoice ?? null,
          phone: query.phone ?? null,
          ...days.range,
        };
        const page = readPageRequest(query);
        const { rows, totals } = await listPayments(tx, scope, filter, page);
        return listed.of({ ...page, items: rows.map(presentPayment), totals, ...days.reply_fields });
      },
    }),
    route({
      method: "POST",
      path: "/payments",
      access: "public",
      right: "payments:write",
      is_publishable: true,
      is_reply_atomic: true,
      tag,
      summary: "Create a payment",
      description:
        "Redirect the payer to `authorization_url`, or request the money yourself with `POST /payments/{reference}`. Kolo finds " +
        "the payer among your customers, or creates a customer. A `split` requires the private key. A publishable key may send neither `reference` nor the id of a " +
        "`customer`, and only a `callback` of its origins; its answer has no `customer`, `phone`, `fee` and `metadata`.",
      body: NewPayment,
      body_rules,
      reply: initialized,
      errors: ["invalid", "conflict"],
      async submit({ scope, body, idempotency, publishable, has_grant }) {
        if (publishable) checkPublishableOrder(body, publishable);
        // The public key is in browsers: with it a payer could send the money of an order to an account of their own.
        if (body.split && !has_grant) throw new ServiceError("grant_required", "A split requires the private key");
        const order = { scope, ...orderOf(body), publishable_key: publishable?.key ?? null };
        return submit({ idempotency, order });
      },
    }),
    route({
      method: "GET",
      path: "/payments/{reference}",
      access: "public",
      right: "payments:read",
      is_publishable: true,
      tag,
      summary: "Retrieve a payment",
      description:
        "A publishable key sends the payment's `follow_token` in `X-Follow-Token`. Its answer has no `customer`, `phone`, `fee` " +
        "and `metadata`.",
      params,
      reply: retrieved,
      errors: ["not_found"],
      async handle(tx, { scope, params, publishable }) {
        const follow_token = publishable?.follow_token;
        if (follow_token === null) throw new ServiceError("follow_token_missing", FOLLOW_TOKEN_MISSING);
        const payment = await find(tx, scope, params.reference);
        // Without its token, a payment that exists gets the same answer as one that does not.
        if (!payment || (follow_token !== undefined && !isFollowToken(payment.id, follow_token))) {
          throw new ServiceError("payment_not_found", "Payment not found");
        }
        return (publishable ? followed : retrieved).of(presentPayment(payment));
      },
    }),
    route({
      method: "GET",
      path: "/payments/{reference}/page",
      access: "public",
      // Its address allows paying and canceling.
      right: "payments:write",
      tag,
      summary: "Retrieve a payment's page",
      description:
        "Returns the address of the hosted page again, to send it to the payer once more. Needs the right to write, because the " +
        "address also allows canceling the payment.",
      params,
      reply: paged,
      errors: ["not_found"],
      async handle(tx, { scope, params }) {
        const payment = await find(tx, scope, params.reference);
        if (!payment) throw new ServiceError("payment_not_found", "Payment not found");
        const is_open =
          payment.status === "processing" || (payment.status === "pending" && payment.expires_at > tx.now);
        return paged.of({ authorization_url: is_open ? paymentPageUrl(public_url, payment.id) : null });
      },
    }),
    route({
      method: "POST",
      path: "/payments/{reference}",
      access: "public",
      right: "payments:write",
      tag,
      summary: "Process a payment",
      description:
        "Asks the payer to confirm on the phone. Without a number, Kolo uses the one given with the payment, else the customer's. " +
        "Some networks need a one-time code (`otp`): without it the answer is 422 with the reason `otp_required`, and nothing is " +
        "sent. Others ask the payer on a page of theirs (`action_url`).",
      params,
      body: ProcessPayment,
      body_rules: {
        validate: ({ input, environment }) => unsupportedFieldErrors("payments", input, environment),
      },
      reply: processing,
      errors: ["not_found", "invalid"],
      handle: async (tx, { scope, params, body }) =>
        processing.of(await processAndPresent(tx, scope, params.reference, body)),
    }),
    route({
      method: "DELETE",
      path: "/payments/{reference}",
      access: "public",
      right: "payments:write",
      tag,
      summary: "Cancel a payment",
      description: "Allowed only while the payment is `pending`.",
      params,
      reply: canceled,
      errors: ["not_found", "invalid"],
      async handle(tx, { scope, person, params }) {
        await cancelPayment(tx, scope, params.reference, person);
        return canceled.of(null);
      },
    }),
  ];
}

const FOLLOW_TOKEN_MISSING = "Send the payment's follow_token in X-Follow-Token";

/**
 * Throws `bad_request` for fields that only a server may set. With a `reference` a browser could take that of another
 * order, or find out which exist. A callback elsewhere would make the hosted page lead to a stranger's site.
 */
function checkPublishableOrder(
  { reference, customer, callback, split }: NewPayment,
  { origins }: Pick<PublishableCall, "origins">,
): void {
  const refused = [fieldError("not_with_publishable_key", "A publishable key may not set this field")];
  const elsewhere = [fieldError("callback_of_other_origin", "Use a callback of an origin or app on this key's list")];
  const problems = {
    ...(reference === undefined ? {} : { reference: refused }),
    ...(typeof customer === "string" ? { customer: refused } : {}),
    ...(split === undefined ? {} : { split: refused }),
    ...(callback === undefined || isAddressOfOrigins(callback, origins) ? {} : { callback: elsewhere }),
  };
  if (Object.keys(problems).length > 0) {
    throw new ServiceError("invalid_request", "Validation failed", { fields: problems });
  }
}

function orderOf(body: NewPayment): Omit<PaymentOrder, "scope" | "publishable_key"> {
  return {
    amount: BigInt(body.amount),
    currency: body.currency,
    payer: payerOf(body),
    reference: body.reference ?? null,
    ...paymentTexts(body),
    locked_channel: body.locked_channel ?? null,
    locked_country: body.locked_country ?? null,
    locked_currency: body.locked_currency ?? null,
    metadata: body.metadata ?? null,
    split: body.split ? splitTermsOf(body.split) : null,
    link: null,
    expires_at: readExpiry(body),
    invoice: null,
  };
}

async function processAndPresent(tx: Tx, scope: Scope, reference: string, body: ProcessPayment) {
  const is_nested = body.data?.phone !== undefined || body.phone === undefined;
  const { payment, action } = await processPayment(tx, scope, reference, {
    channel: body.channel,
    phone: body.data?.phone ?? body.phone ?? body.data?.account_number ?? body.account_number ?? null,
    phone_field: is_nested ? "data.phone" : "phone",
    country: body.data?.country ?? body.country ?? null,
    otp: body.data?.otp ?? body.otp ?? null,
    otp_field: is_nested ? "data.otp" : "otp",
    repeated: [body, body.data ?? {}],
    is_hosted: false,
  });
  return { transaction: presentPayment(payment), action };
}
