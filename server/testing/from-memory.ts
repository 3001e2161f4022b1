import { idempotentRequest } from "#http/idempotency.ts";
import { ServiceError } from "#kernel/errors.ts";
import { transferMemory } from "#resources/transfers/memory.ts";
import { readOrder } from "#resources/transfers/read.ts";
import { commitTransfers, type Submission, transferLook } from "#resources/transfers/routes.ts";
import type { TestMerchant, World } from "./world.ts";

// Longer than a busy machine takes between two transfers.
const A_MINUTE_MS = 60_000;

/** One transfer, or several, as a server commits them. */
export interface MemoryServer {
  /** How often it has looked anything up, and how often it wrote a transfer in one call. */
  readonly seen: { readonly looks: number; readonly calls: number };
  /** What came of it: `accepted`, or the kind of refusal. */
  send(amount: bigint, reference: string): Promise<string>;
  /** With these Idempotency-Keys, where there are some. */
  sendAll(amount: bigint, references: readonly string[], keys?: readonly string[]): Promise<readonly string[]>;
}

/** A server with a memory of its own, on the database of this world. */
export function aServer(world: World, { id: merchant, environment }: TestMerchant): MemoryServer {
  const { look, recall, onMistaken } = transferLook(transferMemory(A_MINUTE_MS));
  const seen = { looks: 0, calls: 0 };
  const submission = (amount: bigint, reference: string, key: string | undefined): Submission => ({
    idempotency: idempotentRequest({ merchant, environment }, key, {
      ...{ method: "POST", url: "/transfers", text: reference, is_secret: false },
    }),
    read: readOrder({
      ...{ scope: { merchant, environment }, amount, currency: "XAF", channel: "cm.mtn", reference },
      ...{ description: "Salary, March", metadata: { team: "north" }, bulk: null, asked_by: null },
      recipient: {
        ...{ by: "data", field: "beneficiary_data", name: "Jane", phone: "677123456", email: null },
        ...{ account_number: null, bank_code: null, country: null },
      },
    }),
  });
  const sendAll: MemoryServer["sendAll"] = async (amount, references, keys = []) => {
    const submissions = references.map((reference, place) => submission(amount, reference, keys[place]));
    const outcomes = await world.db.lookThenWork({
      look(tx) {
        seen.looks += 1;
        return look(tx, submissions);
      },
      recall: (now) => recall(now, submissions),
      onMistaken: () => onMistaken(submissions),
      work(tx, known) {
        const { lead } = tx;
        const counted: typeof lead = (...given) => {
          seen.calls += 1;
          lead.apply(tx, given);
        };
        return commitTransfers(Object.defineProperty(tx, "lead", { value: counted }), submissions, known);
      },
      is_single: submissions.length === 1,
    });
    return outcomes.map((outcome) => (outcome instanceof ServiceError ? outcome.kind : "accepted"));
  };
  return { seen, sendAll, send: async (amount, reference) => (await sendAll(amount, [reference]))[0] ?? "nothing" };
}
