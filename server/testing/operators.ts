import { after } from "node:test";
import { connect } from "#providers/connect.ts";
import { type FakeMtn, fakeMtn } from "#providers/mtn/fake.ts";
import { mtn } from "#providers/mtn/mtn.ts";
import { type FakeOrange, fakeOrange } from "#providers/orange/fake.ts";
import { orange } from "#providers/orange/orange.ts";
import type { World } from "./world.ts";

/** The fakes of MTN and Orange, connected as the operator's own accounts in the live environment. */
export interface Operators {
  readonly mtn: FakeMtn;
  readonly orange: FakeOrange;
  /** Advances every clock: the service's and the providers'. */
  advance(ms: number): void;
}

// No test waits for an account's rate limit.
const FAST = { orders_per_second: "5000", questions_per_second: "5000" };

export async function connectOperators(world: World, path?: string): Promise<Operators> {
  const operators = {
    mtn: await fakeMtn(path ? { path: `${path}.mtn` } : {}),
    orange: await fakeOrange(path ? { path: `${path}.orange` } : {}),
  };
  after(async () => {
    await operators.mtn.close();
    await operators.orange.close();
  });
  const owner = { environment: "live", merchant: null } as const;
  await world.db.engine(async (tx) => {
    await connect(tx, { ...owner, provider: mtn() }, { ...operators.mtn.settings, ...FAST }, "test");
    await connect(tx, { ...owner, provider: orange() }, { ...operators.orange.settings, ...FAST }, "test");
  });
  return {
    ...operators,
    advance(ms) {
      operators.mtn.book.advance(ms);
      operators.orange.book.advance(ms);
      world.db.advance(ms);
    },
  };
}
