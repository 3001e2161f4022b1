/** A number a benchmark gives, beside the one it is to reach. */
export interface Figure {
  readonly value: number;
  readonly unit: string;
  readonly target: number;
  readonly holds: boolean;
  /** What the value was made of. */
  readonly runs: readonly object[];
}

/** Figures by the ids they are known by. */
export type Figures = Readonly<Record<string, Figure>>;

/** How a benchmark is run. */
export interface BenchOptions {
  /** A minute of it in a few seconds: to see that it runs, not what it gives. */
  readonly is_short: boolean;
  /** How much longer than it does a flush of the disk is to take, for what is measured against PostgreSQL; 0 is the disk as it is. */
  readonly flush_ms: number;
  /** The ids that are asked for; null is all. */
  readonly only: readonly string[] | null;
  /** Tells people how far it is. */
  readonly say: (text: string) => void;
}

export function atLeast(target: number, unit: string, value: number, runs: readonly object[]): Figure {
  return { value: rounded(value), unit, target, holds: value >= target, runs };
}

export function atMost(target: number, unit: string, value: number, runs: readonly object[], also = true): Figure {
  return { value: rounded(value), unit, target, holds: value <= target && also, runs };
}

/** The value below which this share of them lies; 0 of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** The middle one; of an even number the higher of the two. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

export function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
