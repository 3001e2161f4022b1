import { type AuditFinding, runChecks } from "#db/audit.ts";
import { counterChecks } from "#db/lists/list-counters.ts";
import type { Database } from "#db/pool.ts";
import { searchChecks } from "#db/search/search-indexer.ts";
import { eventChecks } from "#events/audit.ts";
import { ledgerChecks } from "#ledger/audit.ts";
import { attemptChecks } from "#providers/audit.ts";
import { approvalChecks } from "#resources/approvals/audit.ts";
import { verifyAuditLog } from "#resources/audit-log/record.ts";
import { fundsChecks } from "#resources/balance/audit.ts";
import { bulkChecks } from "#resources/bulk/audit.ts";
import { chargeChecks } from "#resources/charges/audit.ts";
import { correctionChecks } from "#resources/corrections/audit.ts";
import { duplicateGuardChecks } from "#resources/duplicate-guard/audit.ts";
import { invoiceChecks } from "#resources/invoices/audit.ts";
import { limitChecks } from "#resources/limits/audit.ts";
import { paymentLinkChecks } from "#resources/links/audit.ts";
import { partyChecks } from "#resources/parties/audit.ts";
import { paymentChecks } from "#resources/payments/audit.ts";
import { reconciliationChecks } from "#resources/reconciliation/audit.ts";
import { refundChecks } from "#resources/refunds/audit.ts";
import { reviewChecks } from "#resources/review/audit.ts";
import { scheduleChecks } from "#resources/schedules/audit.ts";
import { splitChecks } from "#resources/splits/audit.ts";
import { statementChecks } from "#resources/statements/store.ts";
import { transferChecks } from "#resources/transfers/audit.ts";
import { deliveryChecks } from "#resources/webhooks/audit.ts";
import { withdrawalRuleChecks } from "#resources/withdrawal-rules/audit.ts";
import { withdrawalChecks } from "#resources/withdrawals/audit.ts";

/** Checks every invariant of the data against the stored rows, in one snapshot. Reads everything; changes nothing. */
export async function audit(db: Database): Promise<readonly AuditFinding[]> {
  return db.longRead(async (tx) => {
    const findings = await runChecks(tx, [
      ...ledgerChecks,
      ...fundsChecks,
      ...correctionChecks,
      ...chargeChecks,
      ...transferChecks,
      ...attemptChecks,
      ...bulkChecks,
      ...scheduleChecks,
      ...approvalChecks,
      ...limitChecks,
      ...duplicateGuardChecks,
      ...paymentChecks,
      ...partyChecks,
      ...invoiceChecks,
      ...paymentLinkChecks,
      ...refundChecks,
      ...splitChecks,
      ...statementChecks,
      ...withdrawalChecks,
      ...withdrawalRuleChecks,
      ...reviewChecks,
      ...reconciliationChecks,
      ...eventChecks,
      ...deliveryChecks,
      ...counterChecks,
      ...searchChecks,
    ]);
    return [
      ...findings,
      { promise: "no entry of the audit log was changed or removed", broken: await verifyAuditLog(tx) },
    ];
  });
}
