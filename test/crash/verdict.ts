/** The result of a campaign. */
export interface Verdict {
  readonly kills: number;
  readonly events: number;
  /**
   * The number of events that did not arrive at a webhook. It covers the customers in the client's answers and those in
   * the database.
   */
  readonly lost: number;
  /** The number of customers that the client got an answer for, but that the database does not have. */
  readonly missing: number;
  /** The number of deliveries that were still open long after the last event. */
  readonly stuck: number;
  readonly deliveries: number;
  readonly duplicates: number;
  /** The largest number of duplicates that one kill caused. */
  readonly duplicates_per_kill: number;
  /** The failed checks of the audit. */
  readonly broken: readonly string[];
}

export interface Evidence {
  /** The rows of the client's journal: `["confirmed", key, customer]` for an answer, and `["sent", …]` for a request. */
  readonly confirmations: readonly (readonly unknown[])[];
  /** The rows of the receiver's journal: `[at_ms, path, event, customer, status]`. */
  readonly arrivals: readonly (readonly unknown[])[];
  /** The customers in the database for which an event exists. */
  readonly created: readonly string[];
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
    // A delivery that arrived three times was interrupted by two kills.
    if (before_ms !== undefined) duplicates.push(before_ms);
    accepted.set(key, Number(at_ms));
  }
  const confirmed = evidence.confirmations.flatMap(([kind, , customer]) =>
    kind === "confirmed" && customer !== null ? [String(customer)] : [],
  );
  const created = new Set(evidence.created);
  const expected = [...new Set([...confirmed, ...created])];
  const paths = Array.from({ length: evidence.webhooks }, (_, number) => `/${number}`);
  const lost = expected.flatMap((customer) => paths.filter((path) => !accepted.has(`${path} ${customer}`)));
  return {
    kills: evidence.killed_at.length,
    events: created.size,
    lost: lost.length,
    missing: confirmed.filter((customer) => !created.has(customer)).length,
    stuck: evidence.stuck,
    deliveries: accepted.size,
    duplicates: duplicates.length,
    duplicates_per_kill: mostPerKill(duplicates, evidence.killed_at),
    broken: evidence.broken,
  };
}

/**
 * Attributes each duplicate to the kill nearest to its first acceptance, when it was in flight or not yet recorded.
 * Returns the largest count of one kill.
 */
function mostPerKill(accepted_at: readonly number[], killed_at: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const at_ms of accepted_at) {
    const distance = (kill_ms: number): number => Math.abs(kill_ms - at_ms);
    const nearest = killed_at.reduce((best, kill_ms) => (distance(kill_ms) < distance(best) ? kill_ms : best), 0);
    counts.set(nearest, (counts.get(nearest) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values());
}
