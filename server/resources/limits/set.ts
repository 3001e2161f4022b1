import type { Tx } from "#db/tx.ts";
import { invalid, ServiceError } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { recordAuditEntry } from "#resources/audit-log/record.ts";
import { list as listKeys } from "#resources/keys/store.ts";
import { findRole } from "#resources/users/store.ts";
import { LIMITS_MAX, type LimitRuleRow, type LimitSetter, type LimitSubject, type NewLimit } from "./schema.ts";
import { findRules, removeRule, upsertRule } from "./store.ts";

/** The author of a change. */
export interface LimitAuthor {
  readonly set_by: LimitSetter;
  /** In the notation of the audit log. */
  readonly actor: string;
}

/**
 * Sets a limit for all later orders; a limit with the same terms changes its maximum. A merchant's own limit may only be
 * stricter than the platform operator's. Counting begins with the first limit of these terms. Runs as the engine. Throws
 * `invalid`.
 */
export async function setLimit(
  tx: Tx,
  scope: Scope,
  input: NewLimit,
  { set_by, actor }: LimitAuthor,
): Promise<LimitRuleRow> {
  const { merchant, environment } = scope;
  const { applies_to, period, measure, holder = null, currency = null } = input;
  await validateTerms(tx, scope, input);
  const rules = await findRules(tx, [scope]);
  const rule: LimitRuleRow = {
    ...{ merchant, environment, id: newId("lim", tx.now), set_by, applies_to, holder, period, measure, currency },
    ...{ maximum: BigInt(input.maximum), created_at: tx.now, updated_at: tx.now },
  };
  const same = rules.filter((other) => hasSameTerms(other, rule));
  const before = same.find((other) => other.set_by === set_by) ?? null;
  if (before === null && rules.length >= LIMITS_MAX)
    throw invalid("applies_to", "limits_exhausted", `A merchant has at most ${LIMITS_MAX} limits`, {
      maximum: LIMITS_MAX,
    });
  const platform_limit = same.find((other) => other.set_by === "platform");
  if (set_by === "merchant" && platform_limit && rule.maximum > platform_limit.maximum) {
    const maximum = Number(platform_limit.maximum);
    throw invalid("maximum", "limit_not_stricter", `The platform operator allows at most ${maximum}`, { maximum });
  }
  const stored = await upsertRule(tx, rule);
  await recordAuditEntry(tx, {
    ...{ merchant, environment, actor, action: "limit.set", subject: stored.id },
    ...{ before: before && auditDataOf(before), after: auditDataOf(stored) },
  });
  return stored;
}

/** Removes a limit that `set_by` has set; a merchant cannot remove one of the platform operator. Throws `not_found`. */
export async function removeLimit(tx: Tx, scope: Scope, id: string, { set_by, actor }: LimitAuthor): Promise<void> {
  const { merchant, environment } = scope;
  const rule = (await findRules(tx, [scope])).find((one) => one.id === id && one.set_by === set_by);
  if (!rule) throw limitNotFound();
  await removeRule(tx, scope, rule.id);
  await recordAuditEntry(tx, {
    ...{ merchant, environment, actor, action: "limit.removed", subject: rule.id },
    ...{ before: auditDataOf(rule), after: null },
  });
}

export function limitNotFound(): ServiceError {
  return new ServiceError("limit_not_found", "There is no such limit");
}

async function validateTerms(tx: Tx, scope: Scope, { applies_to, measure, holder, currency }: NewLimit): Promise<void> {
  if ((currency !== undefined) !== (measure === "amount"))
    throw invalid("currency", "limit_currency", "An amount needs a currency; a count has none");
  if (holder === undefined) return;
  if (!(await hasHolder(tx, scope, applies_to, holder)))
    throw invalid("holder", "limit_holder", "There is no such key or person of this merchant");
}

async function hasHolder(
  tx: Tx,
  { merchant, environment }: Scope,
  applies_to: LimitSubject,
  holder: string,
): Promise<boolean> {
  if (applies_to === "person") return (await findRole(tx, merchant, holder)) !== null;
  if (applies_to !== "key") return false;
  return (await listKeys(tx, merchant)).some((key) => key.environment === environment && key.id === holder);
}

type LimitTerms = Pick<LimitRuleRow, "applies_to" | "holder" | "period" | "measure" | "currency">;

function hasSameTerms(one: LimitTerms, other: LimitTerms): boolean {
  return (
    one.applies_to === other.applies_to &&
    one.holder === other.holder &&
    one.period === other.period &&
    one.measure === other.measure &&
    one.currency === other.currency
  );
}

/** Converts the maximum to text, because JSON has no bigint. */
function auditDataOf(rule: LimitRuleRow): object {
  const { set_by, applies_to, holder, period, measure, currency, maximum } = rule;
  return { set_by, applies_to, holder, period, measure, currency, maximum: maximum.toString() };
}
