import { after } from "node:test";
import type { Id } from "#kernel/ids.ts";
import { connectAccount } from "#providers/accounts/connect.ts";
import { readTerms } from "#providers/accounts/terms.ts";
import { openExchange } from "#providers/io/http-client.ts";
import { daraja } from "#providers/plugins/daraja/daraja.ts";
import { type FakeDaraja, fakeDaraja } from "#providers/plugins/daraja/fake.ts";
import { type FakeMtn, fakeMtn } from "#providers/plugins/mtn/fake.ts";
import { mtn } from "#providers/plugins/mtn/mtn.ts";
import { type FakeOrange, fakeOrange } from "#providers/plugins/orange/fake.ts";
import { orange } from "#providers/plugins/orange/orange.ts";
import { type FakePawapay, type FakePawapayOptions, fakePawapay } from "#providers/plugins/pawapay/fake.ts";
import { pawapay } from "#providers/plugins/pawapay/pawapay.ts";
import { type FakeWave, type FakeWaveOptions, fakeWave } from "#providers/plugins/wave/fake.ts";
import { wave } from "#providers/plugins/wave/wave.ts";
import type { TestWorld } from "./world.ts";

/** The fakes of MTN and Orange, connected as the platform operator's own accounts in the live environment. */
export interface FakeNetworks {
  readonly mtn: FakeMtn;
  readonly orange: FakeOrange;
  /** Advances every clock: the service's and the providers'. */
  advance(ms: number): void;
}

// High rate limits, so that no test waits for them.
const FAST_LIMITS = { orders_per_second: "5000", questions_per_second: "5000" };

export interface FakeMtnMarket {
  readonly market: string;
  readonly target_environment: string;
  readonly currency: string;
  /** The only product of the account; absent: both. */
  readonly product?: "collection" | "disbursement";
  readonly name?: string;
  /** The owner; by default the platform operator. */
  readonly merchant?: Id<"mer">;
}

/** Connects an account at a fake MTN of another market. The fake has its own clock. */
export async function connectFakeMtn(world: TestWorld, options: FakeMtnMarket): Promise<FakeMtn> {
  const { market, target_environment, currency, product, name, merchant = null } = options;
  const fake = await fakeMtn({ target_environment, currency });
  after(() => fake.close());
  const settings = Object.entries(fake.settings).filter(
    ([setting]) => product === undefined || !/^(collection|disbursement)_/.test(setting) || setting.startsWith(product),
  );
  const target = { provider: mtn(), environment: "live", merchant, market, name } as const;
  await world.db.engine((tx) =>
    connectAccount(tx, target, { ...Object.fromEntries(settings), ...FAST_LIMITS }, "test"),
  );
  return fake;
}

/** Connects an account at a fake pawaPay, which calls back to the service. The fake has its own clock. */
export async function connectFakePawapay(
  world: TestWorld,
  { market, ...options }: Omit<FakePawapayOptions, "port" | "path"> & { readonly market: string },
): Promise<FakePawapay & { readTerms(): Promise<void> }> {
  const fake = await fakePawapay(options);
  after(() => fake.close());
  const { exchange, close } = openExchange();
  after(close);
  const provider = pawapay();
  const target = { provider, environment: "live", merchant: null, market } as const;
  const row = await world.db.engine((tx) => connectAccount(tx, target, { ...fake.settings, ...FAST_LIMITS }, "test"));
  fake.setCallbackUrl(`${world.url}/notices/pawapay`);
  const readAgain = async () => void (await readTerms(world.db, provider, row, exchange));
  await readAgain();
  return { ...fake, readTerms: readAgain };
}

/**
 * Connects an account at a fake Safaricom, by default the platform operator's. It calls back to the service, and has its
 * own clock.
 */
export async function connectFakeDaraja(world: TestWorld, merchant: Id<"mer"> | null = null): Promise<FakeDaraja> {
  const fake = await fakeDaraja();
  after(() => fake.close());
  const target = { provider: daraja(), environment: "live", merchant, market: "KE" } as const;
  await world.db.engine((tx) => connectAccount(tx, target, { ...fake.settings, ...FAST_LIMITS }, "test"));
  return fake;
}

/** Connects an account at a fake Wave, which calls back to the service. The fake has its own clock. */
export async function connectFakeWave(
  world: TestWorld,
  { market, ...options }: Omit<FakeWaveOptions, "port" | "path"> & { readonly market: string },
): Promise<FakeWave> {
  const fake = await fakeWave(options);
  after(() => fake.close());
  const target = { provider: wave(), environment: "live", merchant: null, market } as const;
  await world.db.engine((tx) => connectAccount(tx, target, { ...fake.settings, ...FAST_LIMITS }, "test"));
  fake.setCallbackUrl(`${world.url}/notices/wave`);
  return fake;
}

export async function connectFakeNetworks(world: TestWorld, path?: string): Promise<FakeNetworks> {
  const networks = {
    mtn: await fakeMtn(path ? { path: `${path}.mtn` } : {}),
    orange: await fakeOrange(path ? { path: `${path}.orange` } : {}),
  };
  after(async () => {
    await networks.mtn.close();
    await networks.orange.close();
  });
  const owner = { environment: "live", merchant: null } as const;
  await world.db.engine(async (tx) => {
    await connectAccount(tx, { ...owner, provider: mtn() }, { ...networks.mtn.settings, ...FAST_LIMITS }, "test");
    await connectAccount(tx, { ...owner, provider: orange() }, { ...networks.orange.settings, ...FAST_LIMITS }, "test");
  });
  return {
    ...networks,
    advance(ms) {
      networks.mtn.book.advance(ms);
      networks.orange.book.advance(ms);
      world.db.advanceClock(ms);
    },
  };
}
