import { appendFileSync, existsSync, readFileSync } from "node:fs";

/** Faults of one request to a fake provider. */
export const FAULTS = [
  /** The connection breaks; nothing was received. */
  "lost_before",
  /** The connection breaks after the order was executed. */
  "lost_after",
  /** The answer is an error, and nothing happens. */
  "error_before",
  /** The answer is an error, although the order was executed. */
  "error_after",
  /** The answer is an error, nothing happens, and the reference is used up. */
  "consumed",
  /** The order is executed, and answered after the caller's timeout. */
  "slow",
  /** The answer is a firewall's page; nothing was received. */
  "page",
  "too_many",
  "unauthorized",
  "maintenance",
  /** An existing order is not found. */
  "not_found",
] as const;

export type Fault = (typeof FAULTS)[number];

/** The fate of an order. Times count from its receipt, by the fake's clock. */
export interface Fate {
  /** "complete", or the provider's own reason code. */
  readonly ending: string;
  readonly after_ms: number;
  /** The time after which the ending changes to its opposite. */
  readonly turns_after_ms?: number;
  /** The time during which an accepted order cannot be found. */
  readonly hidden_ms?: number;
  readonly notices: "none" | "once" | "twice" | "late" | "lying";
  /** The fault of the first request that creates an order for this number. */
  readonly fault?: Fault;
  /** Whether the failure reason is an object, as in the API's schema, or a text, as the provider really sends it. */
  readonly has_reason_object?: boolean;
}

export const DEFAULT_FATE: Fate = { ending: "complete", after_ms: 0, notices: "once" };

/** A movement of money at the fake provider. */
export interface FakeMovement {
  readonly id: string;
  readonly kind: string;
  /** As written in the order. */
  readonly amount: string;
  readonly currency: string;
  readonly party: string;
  /** The merchant's reference. */
  readonly external_id: string;
  readonly at: string;
  /** Whether the movement was a reversal. */
  readonly is_reversal: boolean;
}

export interface BookOrder {
  readonly id: string;
  readonly kind: string;
  readonly amount: string;
  readonly currency: string;
  readonly party: string;
  readonly external_id: string;
  readonly callback_url: string | null;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface BookEntry extends BookOrder {
  readonly fate: Fate;
  readonly received_ms: number;
  state: "pending" | "complete" | "failed";
  has_turned: boolean;
  provider_id: string | null;
}

/** The state of a fake provider: orders, their fates, and the movements of money. */
export interface Book {
  readonly entries: ReadonlyMap<string, BookEntry>;
  readonly used: ReadonlySet<string>;
  readonly movements: readonly FakeMovement[];
  now_ms(): number;
  /** Advances the fake's clock, and executes the orders due by then. */
  advance(ms: number): void;
  /** Executes every order, whatever its due time. */
  finish(): void;
  /** Sets the fate of later orders for this number; null: of all other numbers. */
  setFate(party: string | null, fate: Partial<Fate>): void;
  fateFor(party: string): Fate;
  /** Sets the faults of the next requests of a kind. */
  addFaults(on: "create" | "ask" | "token", faults: readonly Fault[]): void;
  takeFault(on: "create" | "ask" | "token"): Fault | null;
  /** The fault of a request that creates an order for this number. */
  takeFaultFor(party: string): Fault | null;
  receive(order: BookOrder, fate: Fate): BookEntry;
  consumeReference(id: string): void;
  find(id: string): BookEntry | null;
}

export interface BookOptions {
  /** A file for the movements, one per line: it outlives the process. */
  readonly path?: string;
  readonly onEnd: (entry: BookEntry) => void;
}

export function book(options: BookOptions): Book {
  const entries = new Map<string, BookEntry>();
  const used = new Set<string>();
  const movements: FakeMovement[] = readMovements(options.path);
  const fates = new Map<string | null, Fate>([[null, DEFAULT_FATE]]);
  const faults: Readonly<Record<"create" | "ask" | "token", Fault[]>> = { create: [], ask: [], token: [] };
  let clock_offset_ms = 0;
  const now_ms = (): number => Date.now() + clock_offset_ms;

  function recordMovement(entry: BookEntry, is_reversal: boolean): void {
    const { id, kind, amount, currency, party, external_id } = entry;
    const at = new Date(now_ms()).toISOString();
    const movement = { id, kind, amount, currency, party, external_id, at, is_reversal };
    movements.push(movement);
    if (options.path) appendFileSync(options.path, `${JSON.stringify(movement)}\n`);
  }

  function processDue(until_ms: number): void {
    for (const entry of entries.values()) {
      const { fate, received_ms } = entry;
      if (entry.state === "pending" && received_ms + fate.after_ms <= until_ms) {
        entry.state = fate.ending === "complete" ? "complete" : "failed";
        if (entry.state === "complete") settleEntry(entry, false);
        options.onEnd(entry);
      }
      const turns_ms = fate.turns_after_ms;
      if (turns_ms === undefined || entry.has_turned || entry.state === "pending") continue;
      if (received_ms + turns_ms > until_ms) continue;
      entry.has_turned = true;
      const was_complete = entry.state === "complete";
      entry.state = was_complete ? "failed" : "complete";
      settleEntry(entry, was_complete);
      options.onEnd(entry);
    }
  }

  function settleEntry(entry: BookEntry, is_reversal: boolean): void {
    entry.provider_id ??= `${1_000_000 + movements.length}${entry.id.slice(0, 3)}`;
    recordMovement(entry, is_reversal);
  }

  return {
    entries,
    used,
    movements,
    now_ms,
    advance(ms) {
      clock_offset_ms += ms;
      processDue(now_ms());
    },
    finish: () => processDue(Number.POSITIVE_INFINITY),
    setFate: (party, fate) => void fates.set(party, { ...DEFAULT_FATE, ...fate }),
    fateFor: (party) => fates.get(party) ?? fates.get(null) ?? DEFAULT_FATE,
    addFaults: (on, added) => void faults[on].push(...added),
    takeFault: (on) => faults[on].shift() ?? null,
    takeFaultFor(party) {
      const next = faults.create.shift();
      const fate = fates.get(party);
      if (next || !fate?.fault) return next ?? null;
      const { fault, ...fate_without_fault } = fate;
      fates.set(party, fate_without_fault);
      return fault;
    },
    receive(order, fate) {
      const entry: BookEntry = {
        ...order,
        ...{ fate, received_ms: now_ms(), state: "pending", has_turned: false, provider_id: null },
      };
      entries.set(order.id, entry);
      used.add(order.id);
      processDue(now_ms());
      return entry;
    },
    consumeReference: (id) => void used.add(id),
    find(id) {
      processDue(now_ms());
      const entry = entries.get(id);
      const is_hidden = entry && now_ms() < entry.received_ms + (entry.fate.hidden_ms ?? 0);
      return entry && !is_hidden ? entry : null;
    },
  };
}

/** The movements of earlier processes. */
function readMovements(path: string | undefined): FakeMovement[] {
  if (!path || !existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line): FakeMovement => JSON.parse(line));
}

/** The sum of the matching movements, less reversals. */
export function sumMovements(movements: readonly FakeMovement[], matches: (movement: FakeMovement) => boolean): bigint {
  let sum = 0n;
  for (const movement of movements) {
    if (!matches(movement)) continue;
    const amount = BigInt(movement.amount.split(".")[0] ?? "0");
    sum += movement.is_reversal ? -amount : amount;
  }
  return sum;
}
