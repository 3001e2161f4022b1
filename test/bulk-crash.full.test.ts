import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { startEmbedded } from "#server/db/embedded/embedded-postgres.ts";
import { openDatabase } from "#server/db/pool.ts";
import { migrate } from "#server/db/schema/migrate.ts";
import { Sql } from "#server/db/tx.ts";
import { newMasterKey, readKeyring, useKeyring } from "#server/kernel/secrets.ts";
import { audit } from "#server/operator/audit.ts";
import { copyDataTemplate } from "#server/testing/test-server.ts";
import { freePort, requestSender, type TestResponse } from "#server/testing/world.ts";
import { aMerchant } from "./crash/merchant.ts";
import { type KillableProcess, postgresProcess, serviceProcess } from "./crash/processes.ts";

const KILLS = Number(process.env.KOLO_TEST_RUNS ?? 4);
// More than a batch of holds, so that a kill may come between two of them.
const ENTRIES = 1_200;
// The time in milliseconds within which the service parses, evaluates and commits a bulk of this size, and starts some
// of its transfers.
const KILL_WITHIN_MS = 1_500;
const PATIENCE_MS = 120_000;

describe(`a bulk of ${ENTRIES} through two servers, under kill -9 of either and of PostgreSQL`, () => {
  it(`is created once, with each entry once, and completes, over ${KILLS} kills`, async () => {
    const stage = await openStage();
    const ids: string[] = [];
    let kills = 0;
    while (kills < KILLS) {
      const body = { currency: "XAF", description: `round ${ids.length}`, transfers: entries(ids.length) };
      let is_confirmed = false;
      const confirmation = stage.sendUntilConfirmed(body, `round-${ids.length}`).finally(() => {
        is_confirmed = true;
      });
      // Kill processes while the bulk is accepted and while its transfers run. Each killed process restarts, as under a
      // supervisor.
      do {
        await sleep(Math.random() * KILL_WITHIN_MS);
        await stage.killOne();
        kills += 1;
      } while (kills < KILLS && (!is_confirmed || Math.random() < 0.5));
      ids.push(await confirmation);
    }
    await stage.untilAllEnded(ids.length * ENTRIES);
    await stage.check(ids);
    await stage.stop();
  });
});

/** Returns entries with distinct amounts, so that the test can distinguish them. */
function entries(round: number) {
  return Array.from({ length: ENTRIES }, (_, number) => ({
    amount: 1 + (number % 40),
    channel: "cm.mtn",
    reference: `crash-${round}-${number}`,
    beneficiary_data: { name: `Person ${number}`, phone: `6771${10_000 + number}` },
  }));
}

const sum = (round: number): number => entries(round).reduce((total, { amount }) => total + amount, 0);

async function openStage() {
  const folder = await mkdtemp(join(tmpdir(), "kolo-bulk-crash-"));
  await copyDataTemplate(folder);
  const embedded = await startEmbedded({ folder, is_durable: true });
  await migrate(embedded.url);
  const master_keys = newMasterKey();
  useKeyring(readKeyring(master_keys));
  const db = openDatabase({ url: embedded.url, connections_max: 2 });
  const keys = await aMerchant(db);
  const ports = [await freePort(), await freePort()];
  const environment = {
    ...{ DATABASE_URL: embedded.url, KOLO_MASTER_KEYS: master_keys, KOLO_DATA: folder },
    ...{ KOLO_LOG: "silent", KOLO_RATE_LIMIT: "1000000" },
  };
  const servers = ports.map((port) =>
    serviceProcess(`server ${port}`, ["serve"], { ...environment, KOLO_PORT: `${port}` }),
  );
  const postgres = postgresProcess(folder, embedded);
  await Promise.all(servers.map((server) => server.start()));
  const sends = ports.map((port) =>
    requestSender(`http://127.0.0.1:${port}`, { authorization: keys.public_key, "x-grant": keys.private_key }),
  );
  const victims: readonly KillableProcess[] = [...servers, postgres];
  const rows = (query: string) => db.engine((tx) => tx.rows<Readonly<Record<string, string>>>(new Sql([query], [])));
  const stop = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.stop()));
  };
  after(async () => {
    await Promise.all(servers.map((server) => server.kill()));
    await db.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Sends the bulk through one server or through both at once, and retries until an answer has its id. */
  async function sendUntilConfirmed(body: object, key: string): Promise<string> {
    for (let tries = 0; ; tries += 1) {
      const server_indexes = Math.random() < 0.5 ? [tries] : [0, 1];
      const answers = await Promise.all(server_indexes.map((server_index) => post(server_index, body, key)));
      for (const answer of answers) {
        assert.ok(answer === null || [201, 409, 503].includes(answer.status), answer?.text.slice(0, 500));
      }
      const ids = answers.flatMap((answer) => (answer?.status === 201 ? [answer.body.bulk_transfer.id] : []));
      assert.ok(new Set(ids).size <= 1, ids.join(" "));
      if (ids.length > 0) return ids[0];
      await sleep(50);
    }
  }

  async function post(server_index: number, body: object, key: string): Promise<TestResponse | null> {
    const send = sends[server_index % sends.length];
    assert.ok(send);
    return send("POST", "/transfers/bulk", body, { "idempotency-key": key }).catch(() => null);
  }

  return {
    sendUntilConfirmed,
    stop,
    async killOne() {
      const victim = victims[Math.floor(Math.random() * victims.length)];
      await victim?.kill();
      await victim?.start();
    },
    async untilAllEnded(count: number) {
      const give_up_at = Date.now() + PATIENCE_MS;
      const complete = "select count(*) as n from transfers where status = 'complete'";
      for (let ended = 0; ended < count; ended = Number((await rows(complete))[0]?.n)) {
        assert.ok(Date.now() < give_up_at, `of ${count} transfers ${ended} are complete`);
        await sleep(200);
      }
    },
    async check(ids: readonly string[]) {
      assert.equal(new Set(ids).size, ids.length);
      for (const [round, id] of ids.entries()) {
        const again = { currency: "XAF", description: `round ${round}`, transfers: entries(round) };
        const responses = await Promise.all(
          sends.map((_, server_index) => post(server_index, again, `round-${round}`)),
        );
        for (const answer of responses) {
          assert.deepEqual([answer?.status, answer?.body.bulk_transfer.id], [201, id]);
          assert.equal(answer?.headers.get("idempotent-replayed"), "true");
          assert.deepEqual(
            [answer?.body.bulk_transfer.total_amount, answer?.body.bulk_transfer.total_transfers],
            [sum(round), ENTRIES],
          );
        }
        const stored_transfers = await rows(`select reference, amount from transfers where bulk = '${id}' order by id`);
        assert.deepEqual(
          stored_transfers.map(({ reference, amount }) => [reference, Number(amount)]),
          entries(round).map(({ reference, amount }) => [reference, amount]),
        );
      }
      const [made] = await rows(`
        select (select count(*) from bulk_transfers) as bulks, (select count(*) from transfers) as transfers,
          (select count(*) from attempts) as attempts, (select count(*) from outbox) as unpublished`);
      assert.deepEqual([made?.bulks, made?.transfers, made?.attempts].map(Number), [
        ids.length,
        ids.length * ENTRIES,
        ids.length * ENTRIES,
      ]);
      const spent = ids.reduce((total, _, round) => total + sum(round), 0);
      const balance = (await sends[0]?.("GET", "/balance"))?.body.balance;
      assert.deepEqual([balance.available, balance.reserved], [1_000_000 - spent, 0]);
      assert.deepEqual(
        (await audit(db)).filter((finding) => finding.broken.length > 0),
        [],
      );
    },
  };
}
