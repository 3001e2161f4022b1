import assert from "node:assert/strict";
import { it } from "node:test";
import Fastify from "fastify";
import { sql } from "#db/tx.ts";
import { type Id, newIdAt } from "#kernel/ids.ts";
import { createMerchant } from "#resources/merchants/create.ts";
import { insert } from "#resources/request-log/store.ts";
import { testDatabase } from "#testing/test-database.ts";
import type { Identity } from "./auth.ts";
import {
  LOGGED_MAX,
  LOGGED_PER_KEY_MAX,
  openRequestLog,
  REFUSED_PER_KEY_MAX,
  type RequestLogRow,
} from "./request-log.ts";

const db = await testDatabase();
const business = { name: "Chez Jeanne", email: "j@example.cm", phone: "+237677000111", country: "CM", currency: "XAF" };
const { id: merchant } = await db.engine((tx) => createMerchant(tx, business, "test"));
const writeRows = (noted: readonly RequestLogRow[]) => db.engine((tx) => insert(tx, noted));

function identity(key: Id<"key">): Identity {
  const scope = { merchant, environment: "test" } as const;
  return {
    ...scope,
    key,
    kind: "public",
    rate_limit: null,
    addresses: [],
    rights: null,
    own_addresses: null,
    origins: null,
    is_grant_required: false,
  };
}

/**
 * A server that logs every request under the key in its path. `is_let_in`: whether its callers are accepted or refused.
 */
async function loggingServer(status = 200, is_let_in = true) {
  const log = openRequestLog();
  const app = Fastify({ genReqId: () => newIdAt("req", Date.now()) });
  app.decorateRequest("caller", null);
  app.decorateRequest("refused", null);
  app.decorateRequest("trouble", null);
  app.get<{ Params: { key: string } }>("/:key", (request, reply) => {
    const known_key = identity(`key_${request.params.key}`);
    if (is_let_in) request.caller = { identity: known_key, grant: null, link: null, scope: known_key };
    log.record(known_key, request, reply.code(status));
    return "";
  });
  return {
    log,
    ask: async (key: string, times = 1) => {
      for (let dropped = times; dropped > 0; dropped -= 1) await app.inject(`/${key}`);
    },
  };
}

async function rows(): Promise<readonly { key: string; left_out: number }[]> {
  return db.engine((tx) => tx.rows(sql`select key, left_out from request_log order by created_at, id`));
}

async function empty(): Promise<void> {
  await db.engine((tx) => tx.run(sql`delete from request_log`));
}

it("a key with endless requests leaves room for others, and its dropped requests are counted", async () => {
  await empty();
  const { log, ask } = await loggingServer();
  await ask("loud", LOGGED_PER_KEY_MAX + 7);
  await ask("quiet");
  await log.write(writeRows);
  assert.equal((await rows()).length, LOGGED_PER_KEY_MAX + 1);
  await ask("loud");
  await log.write(writeRows);
  const batch = (await rows()).filter(({ left_out }) => left_out > 0);
  assert.deepEqual(batch, [{ key: "key_loud", left_out: 7 }]);
  assert.equal(log.droppedCount(), 7);
});

it("refusals with only the public key log a few rows a minute, and the dropped ones are counted", async () => {
  await empty();
  const { log, ask } = await loggingServer(403, false);
  for (let second = 0; second < 3; second += 1) {
    await ask("stranger", REFUSED_PER_KEY_MAX);
    await ask(`other${second}`);
    await log.write(writeRows);
  }
  assert.equal((await rows()).filter(({ key }) => key === "key_stranger").length, REFUSED_PER_KEY_MAX);
  assert.equal(log.droppedCount(), 2 * REFUSED_PER_KEY_MAX);
  const { log: theirs, ask: askAs } = await loggingServer(200);
  await empty();
  await askAs("stranger", REFUSED_PER_KEY_MAX + 1);
  await theirs.write(writeRows);
  assert.equal((await rows()).length, REFUSED_PER_KEY_MAX + 1);
});

it("rows of a failed write stay in the bounded buffer, and are written once", async () => {
  await empty();
  const { log, ask } = await loggingServer(503);
  await ask("patient", 3);
  await assert.rejects(
    log.write(async () => Promise.reject(new Error("no database"))),
    /no database/,
  );
  await ask("patient");
  // The write is committed, but its confirmation is lost.
  await assert.rejects(
    log.write(async (noted) => {
      await writeRows(noted);
      throw new Error("no answer");
    }),
    /no answer/,
  );
  await log.write(writeRows);
  assert.equal((await rows()).length, 4);
  assert.equal(log.droppedCount(), 0);
  await log.write(() => assert.fail("there is nothing to write"));
});

it("the buffer never exceeds its limit", async () => {
  await empty();
  const { log, ask } = await loggingServer(500);
  const keys = Array.from({ length: 6 }, (_, index) => `k${index}`);
  for (const key of keys) await ask(key, 250);
  assert.equal(log.droppedCount(), 6 * 250 - LOGGED_MAX);
  await log.write(writeRows);
  assert.equal((await rows()).length, LOGGED_MAX);
});
