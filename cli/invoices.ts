import { parseArgs } from "node:util";
import type { Invoice, NewInvoice, Payment } from "../sdk/src/index.ts";
import { UsageError } from "./usage.ts";
import { readBody, readChoice, requireId, runVerb, type Verb } from "./verbs.ts";

/** The help text of `kolo invoices`. */
export const INVOICES_USAGE = `Usage: kolo invoices create <file.json>    the body of POST /invoices; prints the page to send to the payer
       kolo invoices list [--status open|partly_paid|overdue|paid|canceled] [--customer <id>]
       kolo invoices show <id or reference>
       kolo invoices payments <id or reference>
       kolo invoices pay <id or reference> [--amount <units>]    starts a payment of a part; prints its page
       kolo invoices cancel <id or reference>

  --json                print JSON, for programs`;

const STATUSES = ["open", "partly_paid", "overdue", "paid", "canceled"] as const;

/** `kolo invoices …`: every command about invoices. Throws an `Error` whose message is printed for the user. */
export async function runInvoicesCommand(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...{ status: { type: "string" }, customer: { type: "string" }, amount: { type: "string" } },
      json: { type: "boolean", default: false },
    },
  });
  const verbs = new Map([
    ...VERBS,
    ["list", listInvoices(values.status, values.customer)] as const,
    ["pay", payInvoice(values.amount)] as const,
  ]);
  await runVerb(verbs, positionals, { noun: "invoices", is_json: values.json });
}

const VERBS: ReadonlyMap<string, Verb> = new Map<string, Verb>([
  [
    "create",
    async (kolo, [path]) => {
      const invoice = await kolo.invoices.create(await readBody<NewInvoice>(path));
      return { text: `${lineOf(invoice)}\n${invoice.url}`, json: invoice };
    },
  ],
  [
    "show",
    async (kolo, [id]) => {
      const invoice = await kolo.invoices.retrieve(idOf(id));
      const parts = invoice.instalments.map(
        ({ amount, amount_paid, due_at }) => `  ${sum(amount)} due ${due_at}, ${sum(amount_paid)} paid`,
      );
      const { next_reminder_at, url } = invoice;
      const reminder = next_reminder_at === undefined ? [] : [`  next reminder ${next_reminder_at}`];
      return { text: [lineOf(invoice), ...parts, ...reminder, `  ${url}`].join("\n"), json: invoice };
    },
  ],
  [
    "payments",
    async (kolo, [id]) => {
      const invoice = await kolo.invoices.retrieve(idOf(id));
      const payments: Payment[] = [];
      for await (const each of kolo.payments.all({ invoice: invoice.id })) payments.push(each);
      const lines = payments.map(
        ({ id: payment, amount, currency, status, created_at }) =>
          `${payment}  ${currency} ${sum(amount)}  ${status}  ${created_at}`,
      );
      return { text: lines.join("\n") || "No payments yet", json: payments };
    },
  ],
  [
    "cancel",
    async (kolo, [id]) => {
      await kolo.invoices.cancel(idOf(id));
      return { text: `${id} is canceled; what was paid stays paid`, json: { id, canceled: true } };
    },
  ],
]);

function listInvoices(text: string | undefined, customer: string | undefined): Verb {
  const status = readChoice("status", text, STATUSES);
  return async (kolo) => {
    const invoices: Invoice[] = [];
    const query = { ...(status === undefined ? {} : { status }), ...(customer === undefined ? {} : { customer }) };
    for await (const each of kolo.invoices.all(query)) invoices.push(each);
    return { text: invoices.map(lineOf).join("\n") || "No invoices", json: invoices };
  };
}

function payInvoice(text: string | undefined): Verb {
  const amount = text === undefined ? undefined : Number(text);
  if (amount !== undefined && !Number.isSafeInteger(amount)) {
    throw new UsageError("Enter a whole number of the currency's smallest unit after --amount");
  }
  return async (kolo, [id]) => {
    const started = await kolo.invoices.pay(idOf(id), amount === undefined ? {} : { amount });
    const { transaction, authorization_url } = started;
    const part = `${transaction.id}  ${transaction.currency} ${sum(transaction.amount)}  ${transaction.status}`;
    return { text: `${part}\n${authorization_url}`, json: started };
  };
}

function lineOf({ id, reference, status, amount, amount_paid, amount_overdue, currency, due_at }: Invoice): string {
  const overdue = amount_overdue > 0 ? `, ${sum(amount_overdue)} overdue` : "";
  const paid = `${currency} ${sum(amount_paid)} of ${sum(amount)} paid${overdue}`;
  return [id, ...(reference === id ? [] : [reference]), status, paid, `due ${due_at}`].join("  ");
}

const sum = (amount: number): string => amount.toLocaleString("en");
const idOf = (id: string | undefined): string => requireId(id, "invoice");
