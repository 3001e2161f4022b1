import { appendFileSync, existsSync, readFileSync } from "node:fs";

/** Faults of one request to a fake provider. */
export const FAULTS = [
  /** The connection breaks; nothing was received. */
  "lost_before",
  /** The connection breaks; the order is carried out. */
  "lost_after",
  /** The answer is an error, and nothing happens. */
  "error_before",
  /** The answer is an error, and the order is carried out. */
  "error_after",
  /** The answer is an error, nothing happens, and the reference is used up. */
  "consumed",
  /** Carried out, and answered after the caller's timeout. */
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
  /** Time after which the ending is reversed into the other one. */
  readonly turns_after_ms?: number;
  /** Time during which an accepted order cannot be found. */
  readonly hidden_ms?: number;
  readonly notices: "none" | "once" | "twice" | "late" | "lying";
  /** The fault of the first request that creates an order for this number. */
  readonly fault?: Fault;
  /** Whether the reason is an object, as in the schema, or a text, as on the wire. */
  readonly has_reason_object?: boolean;
}

export const USUAL_FATE: Fate = { ending: "complete", after_ms: 0, notices: "once" };

/** Money that really moved. */
export interface Movement {
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
  readonly notice_url: string | null;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface Entry extends BookOrder {
  readonly fate: Fate;
  readonly received_ms: number;
  state: "pending" | "complete" | "failed";
  has_turned: boolean;
  provider_id: string | null;
}

/** The state of a fake provider: orders, their fates, and the movements of money. */
export interface Book {
  readonly entries: ReadonlyMap<string, Entry>;
  readonly used: ReadonlySet<string>;
  readonly movements: readonly Movement[];
  now_ms(): number;
  /** Advances the fake's clock, and carries out the orders due by then. */
  advance(ms: number): void;
  /** Carries out every order, whatever its due time. */
  finish(): void;
  /** Sets the fate of later orders for this number; null: of all other numbers. */
  setFate(party: string | null, fate: Partial<Fate>): void;
  fateFor(party: string): Fate;
  /** Sets the faults of the next requests of a kind. */
  addFaults(on: "create" | "ask" | "token", faults: readonly Fault[]): void;
  takeFault(on: "create" | "ask" | "token"): Fault | null;
  /** The fault of a request that creates an order for this number. */
  takeFaultFor(party: string): Fault | null;
  receive(order: BookOrder, fate: Fate): Entry;
  useUp(id: string): void;
  find(id: string): Entry | null;
}

export interface BookOptions {
  /** A file for the movements, one per line: it outlives the process. */
  readonly path?: string;
  readonly onEnd: (entry: Entry) => void;
}

export function book(options: BookOptions): Book {
  const entries = new Map<string, Entry>();
  const used = new Set<string>();
  const movements: Movement[] = readMovements(options.path);
  const fates = new Map<string | null, Fate>([[null, USUAL_FATE]]);
  const faults: Readonly<Record<"create" | "ask" | "token", Fault[]>> = { create: [], ask: [], token: [] };
  let moved_ms = 0;
  const now_ms = (): number => Date.now() + moved_ms;

  function move(entry: Entry, is_reversal: boolean): void {
    const { id, kind, amount, currency, party, external_id } = entry;
    const at = new Date(now_ms()).toISOString();
    const movement = { id, kind, amount, currency, party, external_id, at, is_reversal };
    movements.push(movement);
    if (options.path) appendFileSync(options.path, `${JSON.stringify(movement)}\n`);
  }

  function carryOut(until_ms: number): void {
    for (const entry of entries.values()) {
      const { fate, received_ms } = entry;
      if (entry.state === "pending" && received_ms + fate.after_ms <= until_ms) {
        entry.state = fate.ending === "complete" ? "complete" : "failed";
        if (entry.state === "complete") settle(entry, false);
        options.onEnd(entry);
      }
      const turns_ms = fate.turns_after_ms;
      if (turns_ms === undefined || entry.has_turned || entry.state === "pending") continue;
      if (received_ms + turns_ms > until_ms) continue;
      entry.has_turned = true;
      const was_complete = entry.state === "complete";
      entry.state = was_complete ? "failed" : "complete";
      settle(entry, was_complete);
      options.onEnd(entry);
    }
  }

  function settle(entry: Entry, is_reversal: boolean): void {
    entry.provider_id ??= `${1_000_000 + movements.length}${entry.id.slice(0, 3)}`;
    move(entry, is_reversal);
  }

  return {
    entries,
    used,
    movements,
    now_ms,
    advance(ms) {
      moved_ms += ms;
      carryOut(now_ms());
    },
    finish: () => carryOut(Number.POSITIVE_INFINITY),
    setFate: (party, fate) => void fates.set(party, { ...USUAL_FATE, ...fate }),
    fateFor: (party) => fates.get(party) ?? fates.get(null) ?? USUAL_FATE,
    addFaults: (on, given) => void faults[on].push(...given),
    takeFault: (on) => faults[on].shift() ?? null,
    takeFaultFor(party) {
      const next = faults.create.shift();
      const fate = fates.get(party);
      if (next || !fate?.fault) return next ?? null;
      const { fault, ...rest } = fate;
      fates.set(party, rest);
      return fault;
    },
    receive(order, fate) {
      const entry: Entry = {
        ...order,
        ...{ fate, received_ms: now_ms(), state: "pending", has_turned: false, provider_id: null },
      };
      entries.set(order.id, entry);
      used.add(order.id);
      carryOut(now_ms());
      return entry;
    },
    useUp: (id) => void used.add(id),
    find(id) {
      carryOut(now_ms());
      const entry = entries.get(id);
      const is_hidden = entry && now_ms() < entry.received_ms + (entry.fate.hidden_ms ?? 0);
      return entry && !is_hidden ? entry : null;
    },
  };
}

/** The movements of earlier processes. */
function readMovements(path: string | undefined): Movement[] {
  if (!path || !existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line): Movement => JSON.parse(line));
}

/** The sum of the matching movements, less reversals. */
export function movedBy(movements: readonly Movement[], fits: (movement: Movement) => boolean): bigint {
  let sum = 0n;
  for (const movement of movements) {
    if (!fits(movement)) continue;
    const amount = BigInt(movement.amount.split(".")[0] ?? "0");
    sum += movement.is_reversal ? -amount : amount;
  }
  return sum;
}
