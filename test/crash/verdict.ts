/** What a campaign showed. */
export interface Verdict {
  readonly kills: number;
  readonly events: number;
  /** Events of customers we were told of, or that are in the database, and that did not arrive at a webhook. */
  readonly lost: number;
  /** Customers we were told of that are not in the database. */
  readonly forgotten: number;
  /** Deliveries that had not ended long after. */
  readonly stuck: number;
  readonly deliveries: number;
  readonly duplicates: number;
  /** The most duplicates one kill caused. */
  readonly duplicates_per_kill: number;
  /** Promises of the audit that do not hold. */
  readonly broken: readonly string[];
}

export interface Evidence {
  /** `["told", key, customer]`, and what was asked. */
  readonly told: readonly (readonly unknown[])[];
  /** `[at_ms, path, event, customer, status]` */
  readonly arrivals: readonly (readonly unknown[])[];
  /** The customers there is an event of. */
  readonly made: readonly string[];
  readonly webhooks: number;
  readonly killed_at: readonly number[];
  readonly stuck: number;
  readonly broken: readonly string[];
}

const ACCEPTED = 200;

export function verdictOf(evidence: Evidence): Verdict {
  const accepted = new Map<string, number>();
  const duplicates: number[] = [];
  for (const [at_ms, path, , customer, status] of evidence.arrivals) {
    if (status !== ACCEPTED) continue;
    const key = `${path} ${customer}`;
    const before_ms = accepted.get(key);
    // What came three times was under way at two kills.
    if (before_ms !== undefined) duplicates.push(before_ms);
    accepted.set(key, Number(at_ms));
  }
  const told = evidence.told.flatMap(([what, , customer]) =>
    what === "told" && customer !== null ? [String(customer)] : [],
  );
  const made = new Set(evidence.made);
  const owed = [...new Set([...told, ...made])];
  const paths = Array.from({ length: evidence.webhooks }, (_, number) => `/${number}`);
  const lost = owed.flatMap((customer) => paths.filter((path) => !accepted.has(`${path} ${customer}`)));
  return {
    kills: evidence.killed_at.length,
    events: made.size,
    lost: lost.length,
    forgotten: told.filter((customer) => !made.has(customer)).length,
    stuck: evidence.stuck,
    deliveries: accepted.size,
    duplicates: duplicates.length,
    duplicates_per_kill: mostPerKill(duplicates, evidence.killed_at),
    broken: evidence.broken,
  };
}

/** A request that was accepted and came again was under way, or not yet on record, when the kill beside it came. */
function mostPerKill(accepted_at: readonly number[], killed_at: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const at_ms of accepted_at) {
    const away = (kill_ms: number): number => Math.abs(kill_ms - at_ms);
    const nearest = killed_at.reduce((best, kill_ms) => (away(kill_ms) < away(best) ? kill_ms : best), 0);
    counts.set(nearest, (counts.get(nearest) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values());
}
