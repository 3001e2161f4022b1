import type { Tx } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import { readDuplicateGuard } from "#resources/duplicate-guard/set.ts";
import { loadLimits } from "./count.ts";
import { bucketOf, counterOf } from "./rules.ts";
import type { DuplicateGuard, Limit, LimitRule } from "./schema.ts";
import { findUsage } from "./store.ts";

/** Returns a merchant's limits, with what the current hour, day or month has used of them. */
export async function listLimits(tx: Tx, scope: Scope): Promise<Limit[]> {
  const rules = await loadLimits(tx, [scope]);
  const limits = rules.map((rule) => {
    const { label, ends_at } = bucketOf(rule.time_zone, rule.period, tx.now);
    const holder = holderOf(rule);
    return { rule, ends_at, counter: holder === null ? null : counterOf(rule, label, holder) };
  });
  const { merchant, environment } = scope;
  const counters = limits.flatMap(({ counter }) => (counter === null ? [] : [{ merchant, environment, counter }]));
  const rows = counters.length === 0 ? [] : await findUsage(tx, counters);
  const used = new Map(rows.map((row) => [row.counter, row.used]));
  return limits.map(({ rule, ends_at, counter }) =>
    presentLimit(rule, ends_at, counter === null ? null : (used.get(counter) ?? 0n)),
  );
}

/** Returns a merchant's limits and its duplicate guard. */
export async function listOrderRules(
  tx: Tx,
  scope: Scope,
): Promise<{ readonly limits: Limit[]; readonly duplicate_guard: DuplicateGuard }> {
  const [limits, duplicate_guard] = await Promise.all([listLimits(tx, scope), readDuplicateGuard(tx, scope)]);
  return { limits, duplicate_guard };
}

/** The holder of the limit's only counter; null for a limit that each key, person, payee or payer has. */
function holderOf({ applies_to, holder }: LimitRule): string | null {
  return applies_to === "merchant" ? "*" : holder;
}

function presentLimit(rule: LimitRule, free_at: string, used: bigint | null): Limit {
  const { id, set_by, applies_to, holder, period, measure, currency, maximum } = rule;
  return {
    ...{ id, set_by, applies_to, period, measure, maximum, free_at },
    ...(holder === null ? {} : { holder }),
    ...(currency === null ? {} : { currency }),
    ...(used === null ? {} : { used }),
  };
}
