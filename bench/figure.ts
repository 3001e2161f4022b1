/** A measured value with its target. */
export interface Figure {
  readonly value: number;
  readonly unit: string;
  readonly target: number;
  readonly holds: boolean;
  /** The individual runs from which the value is computed. */
  readonly runs: readonly object[];
}

/** Figures by their ids, such as `P1`. */
export type Figures = Readonly<Record<string, Figure>>;

/** The options of a benchmark. */
export interface BenchOptions {
  /** Shortens the benchmark to a few seconds. It is then a smoke test, and its figures have no meaning. */
  readonly is_short: boolean;
  /** Extra delay of every disk flush in milliseconds, for benchmarks against PostgreSQL; 0 adds none. */
  readonly flush_ms: number;
  /** The ids of the wanted figures; null for all. */
  readonly only: readonly string[] | null;
  /** Prints progress for people. */
  readonly report: (text: string) => void;
}

export function atLeast(target: number, unit: string, value: number, runs: readonly object[]): Figure {
  return { value: rounded(value), unit, target, holds: value >= target, runs };
}

export function atMost(target: number, unit: string, value: number, runs: readonly object[], also = true): Figure {
  return { value: rounded(value), unit, target, holds: value <= target && also, runs };
}

/** Returns the percentile of the values: `share` (0 to 1) of them lie below it. Returns 0 for an empty list. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Returns the median; for an even count, the higher of the two middle values. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

export function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
