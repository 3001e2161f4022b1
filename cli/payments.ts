import { parseArgs } from "node:util";
import type { NewPayment, PaymentPart } from "../sdk/src/index.ts";
import { readBody, requireId, runVerb, type Verb } from "./verbs.ts";

/** The help text of `kolo payments`. */
export const PAYMENTS_USAGE = `Usage: kolo payments create <file.json>              the body of POST /payments; prints the page to send to the payer
       kolo payments parts <id or reference>       the parts of a split payment, your own first
       kolo payments release <id or reference> [<part id> …]    pays held parts to their merchants, or all of them
       kolo payments received                       your parts of other merchants' payments

  --json                print JSON, for programs`;

/** `kolo payments …`: the commands about payments and their parts. Throws an `Error` whose message is printed for the user. */
export async function runPaymentsCommand(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { json: { type: "boolean", default: false } },
  });
  await runVerb(VERBS, positionals, { noun: "payments", is_json: values.json });
}

const VERBS: ReadonlyMap<string, Verb> = new Map<string, Verb>([
  [
    "create",
    async (kolo, [path]) => {
      const created = await kolo.payments.create(await readBody<NewPayment>(path));
      const { id, status, amount, currency } = created.transaction;
      const line = `${id}  ${status}  ${currency} ${amount.toLocaleString("en")}`;
      return { text: `${line}\n${created.authorization_url}`, json: created };
    },
  ],
  [
    "parts",
    async (kolo, [id]) => {
      const parts = await kolo.split_payments.parts(idOf(id));
      return { text: parts.map((part) => lineOf(part, part.merchant_name)).join("\n") || "No parts", json: parts };
    },
  ],
  [
    "release",
    async (kolo, [id, ...parts]) => {
      const released = await kolo.split_payments.release(idOf(id), parts.length === 0 ? {} : { parts });
      return { text: released.parts.map((part) => lineOf(part, part.merchant_name)).join("\n"), json: released };
    },
  ],
  [
    "received",
    async (kolo) => {
      const parts: PaymentPart[] = [];
      for await (const each of kolo.split_payments.allReceived()) parts.push(each);
      return { text: parts.map((part) => lineOf(part, part.platform_name)).join("\n") || "No parts", json: parts };
    },
  ],
]);

function lineOf({ id, status, amount_net, amount_refunded, currency }: PaymentPart, business: string): string {
  const refunded = amount_refunded > 0 ? `, ${amount_refunded.toLocaleString("en")} refunded` : "";
  return `${id}  ${status}  ${currency} ${amount_net.toLocaleString("en")}${refunded}  ${business}`;
}

const idOf = (id: string | undefined): string => requireId(id, "payment");
