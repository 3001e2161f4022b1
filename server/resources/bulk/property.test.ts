import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { addFunds } from "#resources/balance/add-funds.ts";
import { setFee } from "#resources/fees/set.ts";
import { postBeneficiary, transfer_order } from "#testing/orders.ts";
import { randomRuns } from "#testing/random-runs.ts";
import { startTestWorld } from "#testing/world.ts";

// Sends random bulks with a balance near their sum, and compares the result with the outcome that the interface
// prescribes.

const RUNS = randomRuns(8, 40);
const USED_REFERENCE = "used-before";
const MAXIMUM = 1_000_000;

// No worker runs, so that every accepted transfer is still pending when it is read.
const world = await startTestWorld({ works: false });

/** The faults of an entry in the order of the checks, each with the field that its error names. */
const FAULTS = {
  request: {
    nothing: [{ amount: 0 }, "amount"],
    fraction: [{ amount: "10.5" }, "amount"],
    negative: [{ amount: -5 }, "amount"],
    no_channel: [{ channel: undefined }, "channel"],
    no_phone: [{ beneficiary: undefined, beneficiary_data: { name: "Nobody" } }, "beneficiary_data.phone"],
    nobody: [{ beneficiary: undefined, beneficiary_data: undefined }, "beneficiary"],
    duplicate: [{ reference: "duplicate" }, "reference"],
  },
  state: {
    too_much: [{ amount: MAXIMUM + 1 }, "amount"],
    channel: [{ channel: "cm.nobody" }, "channel"],
    landline: [
      { beneficiary: undefined, beneficiary_data: { name: "X", phone: "222222222" } },
      "beneficiary_data.phone",
    ],
    stranger: [{ beneficiary_data: undefined, beneficiary: "ben_00000000000000000000000000" }, "beneficiary"],
    taken: [{ reference: USED_REFERENCE }, "reference"],
  },
} as const;
const LAYERS = ["request", "state"] as const;
const FORESEEN: readonly object[] = [FAULTS.state.too_much[0], FAULTS.state.channel[0], FAULTS.state.landline[0]];

type Fault = readonly [layer: (typeof LAYERS)[number], fields: object, field: string];
const faults: readonly Fault[] = LAYERS.flatMap((layer) =>
  Object.values(FAULTS[layer]).map(([fields, field]) => [layer, fields, field] as const),
);

interface EntryInput {
  readonly amount: number;
  readonly has_reference: boolean;
  readonly is_stored: boolean;
  readonly fault: Fault | null;
}

const entry = (fault: fc.Arbitrary<Fault | null>): fc.Arbitrary<EntryInput> =>
  fc.record({
    amount: fc.oneof(fc.integer({ min: 1, max: 5_000 }), fc.constantFrom(1, MAXIMUM)),
    has_reference: fc.boolean(),
    is_stored: fc.boolean(),
    fault,
  });
const good = entry(fc.constant(null));
const bad = (layers: readonly Fault[0][]): fc.Arbitrary<EntryInput> =>
  entry(fc.constantFrom(...faults.filter(([layer]) => layers.some((one) => one === layer))));
/** Mostly valid entries; the others fail at a late check. */
const mixed = (late: fc.Arbitrary<EntryInput>): fc.Arbitrary<readonly EntryInput[]> =>
  fc.array(fc.oneof({ arbitrary: good, weight: 6 }, { arbitrary: late, weight: 1 }), { minLength: 1, maxLength: 30 });
const bulk: fc.Arbitrary<Bulk> = fc.record({
  entries: fc.oneof(
    { arbitrary: fc.array(good, { minLength: 1, maxLength: 30 }), weight: 3 },
    { arbitrary: fc.oneof(mixed(bad(LAYERS)), mixed(bad(["state"]))), weight: 2 },
  ),
  // The difference between the balance and the sum: one franc short, exact, or more.
  left: fc.constantFrom(-1, -1, 0, 0, 1, 1_000),
  percent_bp: fc.constantFrom(0, 0, 100, 137),
  minimum: fc.constantFrom(0, 25),
});

interface Bulk {
  readonly entries: readonly EntryInput[];
  readonly left: number;
  readonly percent_bp: number;
  readonly minimum: number;
}

/** Cases that a random choice might miss: the first fault of each layer, too small a balance, and no fault at all. */
const one_of_each: readonly Bulk[] = [
  ...LAYERS.map((layer) => ({ fault: faults.find((fault) => fault[0] === layer) ?? null, left: 1_000 })),
  { fault: null, left: -1 },
  { fault: null, left: 0 },
].map(({ fault, left }) => ({
  entries: [{ amount: 100, has_reference: false, is_stored: false, fault }],
  ...{ left, percent_bp: 0, minimum: 0 },
}));

describe("a bulk at random", () => {
  it(`is accepted whole, with its sum set aside to the unit, or refused whole, over ${RUNS} runs`, async () => {
    const outcome_counts = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(bulk, async (input) => {
        const outcome = await run(input);
        outcome_counts.set(outcome, (outcome_counts.get(outcome) ?? 0) + 1);
      }),
      { numRuns: RUNS, examples: one_of_each.map((input) => [input]) },
    );
    await world.assertCleanAudit();
    // The run must reach every outcome: a test that never meets its case proves nothing.
    if (RUNS >= one_of_each.length)
      for (const what of [...LAYERS, "money", "accepted"])
        assert.ok(outcome_counts.has(what), [...outcome_counts].join("; "));
  });
});

async function run({ entries, left, percent_bp, minimum }: Bulk): Promise<string> {
  const merchant = await world.merchant({ balance: 1_000n });
  const fund = (amount: number) =>
    world.db.engine((tx) =>
      addFunds(tx, { scope: merchant, currency: "XAF", amount: BigInt(amount), note: null }, "test"),
    );
  const first = await merchant.post("/transfers", { ...transfer_order, amount: 1_000, reference: USED_REFERENCE });
  assert.equal(first.status, 201, first.text);
  await world.db.engine((tx) => {
    const fee = { percent_bp, fixed: 0n, minimum: BigInt(minimum), maximum: null };
    return setFee(tx, { ...merchant, ...fee, kind: "transfer", channel: "*" }, "test");
  });
  const stored = await postBeneficiary(merchant);
  const transfers = entries.map((entry_input, number) => bodyOf(entry_input, number, stored));
  const amounts = entries.map(({ amount }) => amount);
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  const fees = amounts.reduce((sum, amount) => sum + Math.max(minimum, Math.ceil((amount * percent_bp) / 10_000)), 0);
  const balance = total + fees + left;
  if (balance > 0) await fund(balance);

  const answer = await merchant.post("/transfers/bulk", { currency: "XAF", transfers });
  const [layer, wrong] = expected(entries, transfers);
  if (layer === null && left >= 0) {
    assert.equal(answer.status, 201, answer.text);
    const { id, total_amount, total_fee } = answer.body.bulk_transfer;
    assert.deepEqual([total_amount, total_fee], [total, fees]);
    assert.deepEqual(await merchant.balance(), { available: left, reserved: 1_000 + total + fees });
    const stored_transfers = (await merchant.get(`/transfers/bulk/${id}`)).body.bulk_transfer.transfers;
    assert.deepEqual(
      stored_transfers.map(({ amount, status }: { amount: number; status: string }) => `${amount} ${status}`),
      amounts.map((amount) => `${amount} pending`),
    );
    return "accepted";
  }
  assert.equal(answer.status, layer === "request" ? 400 : 422, answer.text);
  if (layer === null) assert.equal(answer.body.reason, "insufficient_funds");
  else assert.deepEqual(Object.keys(answer.body.errors).sort(), [...wrong].sort());
  assert.deepEqual(await merchant.balance(), { available: balance, reserved: 1_000 });
  assert.equal((await merchant.get("/transfers")).body.totals, 1);
  assert.equal((await merchant.get("/bulk-transfers")).body.totals, 0);
  return layer ?? "money";
}

function bodyOf({ amount, has_reference, is_stored, fault }: EntryInput, number: number, stored: string) {
  return {
    ...{ amount, channel: "cm.mobile", reference: has_reference ? `r-${number}` : undefined },
    ...(is_stored
      ? { beneficiary: stored }
      : { beneficiary_data: { name: `P ${number}`, phone: `677${200_000 + number}` } }),
    ...fault?.[1],
  };
}

/** Returns the first layer that finds a fault, and every field that it names; null without a fault. */
function expected(
  entries: readonly EntryInput[],
  transfers: readonly { readonly reference?: string | undefined }[],
): readonly [Fault[0] | null, readonly string[]] {
  const references = transfers.map(({ reference }) => reference);
  // One refusal lists the faults found in the request alone together with those found with the catalogue.
  const foreseen = entries.flatMap(({ fault }, index) =>
    fault && FORESEEN.some((fields) => fields === fault[1]) ? [`transfers.${index}.${fault[2]}`] : [],
  );
  for (const layer of LAYERS) {
    const wrong = entries.flatMap(({ fault }, index) => {
      const is_duplicate =
        references[index] !== undefined &&
        references.indexOf(references[index]) !== references.lastIndexOf(references[index]);
      const fields = fault?.[0] === layer && fault[1] !== FAULTS.request.duplicate[0] ? [fault[2]] : [];
      return [...fields, ...(layer === "request" && is_duplicate ? ["reference"] : [])].map(
        (name) => `transfers.${index}.${name}`,
      );
    });
    if (wrong.length > 0) return [layer, layer === "request" ? [...wrong, ...foreseen] : wrong];
  }
  return [null, []];
}
