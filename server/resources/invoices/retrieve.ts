import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import type { InvoiceWithParts } from "./present.ts";
import { partsOf } from "./progress.ts";
import type { InvoiceRow } from "./schema.ts";
import { find, listInstalments } from "./store.ts";

/** Returns an invoice with its instalments. Throws `not_found`. */
export async function findInvoice(tx: Tx, scope: Scope, id_or_reference: string): Promise<InvoiceWithParts> {
  const invoice = await find(tx, scope, id_or_reference);
  if (!invoice) throw new ServiceError("invoice_not_found", "Invoice not found");
  return { invoice, parts: partsOf(invoice, await listInstalments(tx, [invoice])) };
}

/** Adds their instalments to invoices. */
export async function withParts(tx: Tx, invoices: readonly InvoiceRow[]): Promise<readonly InvoiceWithParts[]> {
  const instalments = await listInstalments(tx, invoices);
  return invoices.map((invoice) => ({ invoice, parts: partsOf(invoice, instalments) }));
}
