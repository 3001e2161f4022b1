import type { Tx } from "#db/tx.ts";
import { assert } from "#kernel/errors.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { recordAct } from "#resources/acts/record.ts";
import { find as findMerchant } from "#resources/merchants/store.ts";
import { makerOf, sentInADay } from "./daily-total.ts";
import type { NewRule, RuleField, RuleRow } from "./schema.ts";
import { findRules, removeRule, upsertRule } from "./store.ts";

/** A merchant's rule in one environment, with the reader's total; null without a rule. */
export async function ruleOf(tx: Tx, scope: Scope, reader: Person): Promise<RuleField | null> {
  const [rule] = await findRules(tx, [scope]);
  return rule ? shown(tx, rule, reader) : null;
}

/**
 * Sets the approval rule for all orders from now on. A rule without an amount and without `every_bulk` is removed.
 * Orders that wait already continue to wait. Runs as the engine.
 */
export async function setRule(tx: Tx, scope: Scope, given: NewRule, actor: string): Promise<RuleRow | null> {
  const { merchant, environment } = scope;
  const [before] = await findRules(tx, [scope]);
  const amount_above = given.amount_above === undefined ? null : BigInt(given.amount_above);
  const business = await findMerchant(tx, merchant);
  assert(business, "a rule is a merchant's");
  const { currency } = business;
  const rule: RuleRow = { merchant, environment, currency, amount_above, ...rest(tx, given) };
  const is_none = amount_above === null && !given.every_bulk;
  if (is_none) await removeRule(tx, scope);
  else await upsertRule(tx, rule);
  const told = { before: before ? logged(before) : null, after: is_none ? null : logged(rule) };
  await recordAct(tx, { merchant, environment, actor, act: "approval_rule.set", subject: null, ...told });
  return is_none ? null : rule;
}

function rest(tx: Tx, { every_bulk }: NewRule) {
  return { every_bulk, updated_at: tx.now };
}

async function shown(tx: Tx, rule: RuleRow, reader: Person): Promise<RuleField> {
  const { currency, amount_above, every_bulk } = rule;
  const maker = makerOf(rule, reader);
  const sent = (await sentInADay(tx, [maker]))(maker);
  return { currency, ...(amount_above === null ? {} : { amount_above }), every_bulk, sent };
}

/** Amounts as text: JSON has no bigint. */
function logged({ currency, amount_above, every_bulk }: RuleRow): object {
  return { currency, amount_above: amount_above?.toString() ?? null, every_bulk };
}
