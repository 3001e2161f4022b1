import assert from "node:assert/strict";
import { it } from "node:test";
import { DAY_MS, fromMilliseconds, toMilliseconds } from "#kernel/time.ts";
import { dayIn, startOfDayIn } from "#kernel/time-zone.ts";
import { setMerchantTimeZone } from "#resources/merchants/set-time-zone.ts";
import { runCommand } from "#testing/command.ts";
import { TEST_MASTER_KEYS } from "#testing/test-database.ts";
import { startTestWorld } from "#testing/world.ts";
import { parseExpiryDay } from "./expiry.ts";

const world = await startTestWorld({ works: false });
const environment = { DATABASE_URL: world.database_url, KOLO_MASTER_KEYS: TEST_MASTER_KEYS };

it("a key expires at the start of its day in the merchant's time zone, also one made by the command line", async () => {
  for (const zone of ["Pacific/Kiritimati", "America/Los_Angeles"]) {
    const merchant = await world.merchant();
    await world.db.engine((tx) => setMerchantTimeZone(tx, merchant.id, zone, "test"));
    const { now } = await world.db.engine(async (tx) => ({ now: tx.now }));
    const today = dayIn(zone, now);
    const later = dayIn(zone, fromMilliseconds(toMilliseconds(now) + 3 * DAY_MS));
    assert.equal(await world.db.engine((tx) => parseExpiryDay(tx, merchant.id, today)), null, zone);
    const made = await runCommand(
      ["--json", "keys", "create", "-m", merchant.id, "-e", "test", "--name", zone, "--expires", later],
      environment,
    );
    assert.equal(made.code, 0, made.stderr);
    const ends = await world.rows(`select expires_at as at from keys where name = '${zone}'`);
    assert.deepEqual(
      ends.map(({ at }) => at),
      [startOfDayIn(zone, later), startOfDayIn(zone, later)],
      zone,
    );
    const countKeys = () => world.rows("select count(*) from keys");
    const before = await countKeys();
    const refused = await runCommand(
      ["keys", "create", "-m", merchant.id, "-e", "test", "--expires", today],
      environment,
    );
    assert.notEqual(refused.code, 0);
    assert.deepEqual(await countKeys(), before);
  }
});

it("kolo rates set: today is the date in the named time zone, by default in the networks' country", async () => {
  const dayOf = async (...options: readonly string[]) => {
    const { code, stdout, stderr } = await runCommand(
      ["--json", "rates", "set", "EUR", "USD", "1.05", ...options],
      environment,
    );
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout).as_of;
  };
  const today = (zone: string) => dayIn(zone, fromMilliseconds(Date.now()));
  // At any time of day, the date in one of these two zones differs from that in UTC.
  for (const zone of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
    const before = today(zone);
    const as_of = await dayOf("--zone", zone);
    assert.ok([before, today(zone)].includes(as_of), `${zone}: ${as_of}`);
  }
  const before = today("Africa/Douala");
  assert.ok([before, today("Africa/Douala")].includes(await dayOf()));
  assert.equal(await dayOf("--as-of", "2026-03-01", "--zone", "Asia/Tokyo"), "2026-03-01");
  for (const wrong of [
    ["--as-of", "2026-02-30"],
    ["--zone", "WAT"],
  ]) {
    assert.equal((await runCommand(["rates", "set", "EUR", "USD", "1.05", ...wrong], environment)).code, 2);
  }
});
