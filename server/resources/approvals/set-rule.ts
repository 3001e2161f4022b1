import type { Tx } from "#db/tx.ts";
import { assert } from "#kernel/errors.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { recordAuditEntry } from "#resources/audit-log/record.ts";
import { find as findMerchant } from "#resources/merchants/store.ts";
import { makerOf, readDailyTotals } from "./daily-total.ts";
import type { ApprovalRuleRow, ApprovalRuleView, NewApprovalRule } from "./schema.ts";
import { findRules, removeRule, upsertRule } from "./store.ts";

/** Returns a merchant's rule in one environment, with the reader's own total; null without a rule. */
export async function readApprovalRule(tx: Tx, scope: Scope, reader: Person): Promise<ApprovalRuleView | null> {
  const [rule] = await findRules(tx, [scope]);
  return rule ? presentRule(tx, rule, reader) : null;
}

/**
 * Sets the approval rule for new orders. A rule with neither an amount nor `every_bulk` is removed. Orders that already
 * wait for approval still need it. Runs as the engine.
 */
export async function setApprovalRule(
  tx: Tx,
  scope: Scope,
  input: NewApprovalRule,
  actor: string,
): Promise<ApprovalRuleRow | null> {
  const { merchant, environment } = scope;
  const [before] = await findRules(tx, [scope]);
  const amount_above = input.amount_above === undefined ? null : BigInt(input.amount_above);
  const business = await findMerchant(tx, merchant);
  assert(business, "a rule is a merchant's");
  const { currency } = business;
  const rule: ApprovalRuleRow = { merchant, environment, currency, amount_above, ...ruleSettings(tx, input) };
  const is_removed = amount_above === null && !input.every_bulk;
  if (is_removed) await removeRule(tx, scope);
  else await upsertRule(tx, rule);
  const change = { before: before ? auditDataOf(before) : null, after: is_removed ? null : auditDataOf(rule) };
  await recordAuditEntry(tx, { merchant, environment, actor, action: "approval_rule.set", subject: null, ...change });
  return is_removed ? null : rule;
}

function ruleSettings(tx: Tx, { every_bulk }: NewApprovalRule) {
  return { every_bulk, updated_at: tx.now };
}

async function presentRule(tx: Tx, rule: ApprovalRuleRow, reader: Person): Promise<ApprovalRuleView> {
  const { currency, amount_above, every_bulk } = rule;
  const maker = makerOf(rule, reader);
  const sent = (await readDailyTotals(tx, [maker]))(maker);
  return { currency, ...(amount_above === null ? {} : { amount_above }), every_bulk, sent };
}

/** Converts amounts to text, because JSON has no bigint. */
function auditDataOf({ currency, amount_above, every_bulk }: ApprovalRuleRow): object {
  return { currency, amount_above: amount_above?.toString() ?? null, every_bulk };
}
