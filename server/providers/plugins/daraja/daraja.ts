import { randomUUID } from "node:crypto";
import { assert } from "#kernel/errors.ts";
import type { Exchange } from "#providers/io/http-client.ts";
import type { Observation, Provider, ProviderOrder, SubmissionResult } from "#providers/provider.ts";
import { isCallback, readAnswer } from "./callbacks.ts";
import { type DarajaClient, darajaClient, newToken } from "./client.ts";
import { wholeAmount } from "./orders.ts";
import { queryPayout, submitPayout } from "./payout.ts";
import { queryPush, submitPush } from "./push.ts";
import { failureOf } from "./reasons.ts";
import { PRODUCTS, SETTINGS } from "./settings.ts";

/** The plug-in for M-Pesa in Kenya, over Safaricom's API Daraja: STK push collects, B2C pays out and refunds. */
export function daraja(client: DarajaClient = darajaClient()): Provider {
  return {
    id: "daraja",
    capabilities: {
      kinds: ["transfer", "collect", "refund"],
      prepares_remotely: false,
      // A second STK push is a second prompt, and could be paid twice.
      is_idempotent: false,
    },
    settings: SETTINGS,
    products: PRODUCTS,
    loggable_fields: new Set([
      ...["ResponseCode", "ResponseDescription", "ResultCode", "ResultDesc", "CustomerMessage", "errorCode"],
      ...["errorMessage", "requestId", "MerchantRequestID", "CheckoutRequestID", "ConversationID", "CommandID"],
      ...["OriginatorConversationID", "TransactionID", "TransactionType", "Amount", "PartyA", "PartyB", "Occassion"],
      ...["AccountReference", "BusinessShortCode", "Timestamp", "expires_in", "ResultType", "Name", "Key"],
    ]),
    // Sent with payouts alone. A push has no reference of ours: its callback URL names it.
    prepare: () => Promise.resolve({ provider_reference: randomUUID() }),
    submit: (order, exchange) => submit(client, order, exchange),
    queryStatus: (order, exchange) => queryStatus(client, order, exchange),
    async signIn(account, exchange) {
      const token = await newToken(account, exchange);
      return "code" in token ? token : null;
    },
    isCallback,
    // Safaricom signs nothing. The callback's URL is secret, and known to Safaricom alone.
    verifyCallback: ({ settings }, { address }) => {
      const { callback_addresses = "" } = settings;
      return Promise.resolve(callback_addresses === "any" || callback_addresses.split(",").includes(bare(address)));
    },
    readAnswer,
    callback_response: { ResultCode: 0, ResultDesc: "Accepted" },
  };
}

/** An IPv4 address without the prefix that a socket for both versions adds to it. */
function bare(address: string): string {
  return address.replace(/^::ffff:/i, "");
}

async function submit(client: DarajaClient, order: ProviderOrder, exchange: Exchange): Promise<SubmissionResult> {
  const { account, provider_reference, kind } = order;
  assert(account && provider_reference, "an order at Safaricom has an account and a reference");
  const amount = wholeAmount(order);
  if (amount === null) return { outcome: "rejected", failure: failureOf("CENTS", kind) };
  const send = kind === "collect" ? submitPush : submitPayout;
  return send(client, order, account, amount, exchange);
}

async function queryStatus(client: DarajaClient, order: ProviderOrder, exchange: Exchange): Promise<Observation> {
  const { account } = order;
  assert(account, "an order at Safaricom has an account");
  return order.kind === "collect"
    ? queryPush(client, order, account, exchange)
    : queryPayout(client, order, account, exchange);
}
