import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startEmbedded } from "#server/db/embedded/embedded-postgres.ts";
import { type Database, openDatabase } from "#server/db/pool.ts";
import { migrate } from "#server/db/schema/migrate.ts";
import { sql } from "#server/db/tx.ts";
import { newMasterKey, readKeyring, useKeyring } from "#server/kernel/secrets.ts";
import { audit } from "#server/operator/audit.ts";
import { copyDataTemplate } from "#server/testing/test-server.ts";
import { aMerchant, type Keys } from "./merchant.ts";
import { type KillableProcess, postgresProcess, serviceProcess, startReceiver } from "./processes.ts";
import { type Verdict, verdictOf } from "./verdict.ts";

export interface CampaignOptions {
  readonly kills: number;
  readonly events: number;
  readonly report: (text: string) => void;
}

// The maximum number of deliveries in flight per webhook.
export const CONCURRENCY = 16;
const WEBHOOKS = 2;
const SENDERS = 12;
const WAIT_MIN_MS = 50;
const WAIT_MAX_MS = 2_000;
// In milliseconds; longer than the back-off of a delivery that has failed once or twice.
const STUCK_AFTER_MS = 180_000;
const REPORT_INTERVAL_MS = 10_000;

/**
 * W1: creates customers over HTTP while the server, the worker and the database are killed at random times. Each
 * customer causes an event for two webhooks. The client's journal records requests and answers; the receiver's journal
 * records deliveries.
 */
export async function runCampaign({ kills, events, report }: CampaignOptions): Promise<Verdict> {
  const folder = await mkdtemp(join(tmpdir(), "kolo-crash-"));
  const journals = { client: join(folder, "client.journal"), receiver: join(folder, "receiver.journal") };
  await copyDataTemplate(folder);
  const embedded = await startEmbedded({ folder, is_durable: true });
  await migrate(embedded.url);
  const master_keys = newMasterKey();
  useKeyring(readKeyring(master_keys));
  const db = openDatabase({ url: embedded.url, connections_max: 2 });
  const keys = await aMerchant(db);
  const receiver = await startReceiver(journals.receiver);
  const port = 12_000 + Math.floor(Math.random() * 18_000);
  const environment = {
    ...{ DATABASE_URL: embedded.url, KOLO_MASTER_KEYS: master_keys, KOLO_DATA: folder, KOLO_PORT: String(port) },
    ...{ KOLO_WEBHOOK_ALLOW: "127.0.0.0/8", KOLO_WEBHOOK_CONCURRENCY: String(CONCURRENCY), KOLO_LOG: "silent" },
    ...{ KOLO_WEBHOOK_RATE: "10000", KOLO_RATE_LIMIT: "1000000" },
  };
  const postgres = postgresProcess(folder, embedded);
  const server = serviceProcess("server", ["serve", "--no-work"], environment);
  const worker = serviceProcess("worker", ["work"], environment);
  await Promise.all([server.start(), worker.start()]);
  const client = newClient(`http://127.0.0.1:${port}`, keys, journals.client);
  for (let number = 0; number < WEBHOOKS; number += 1) {
    const url = `http://127.0.0.1:${receiver.port}/${number}`;
    await client.postUntilConfirmed("/webhooks", { url, events: ["customer.created"] }, `webhook-${number}`);
  }

  const killed_at: number[] = [];
  let sent_count = 0;
  const is_over = (): boolean => sent_count >= events && killed_at.length >= kills;
  const sending = Array.from({ length: SENDERS }, async () => {
    while (!is_over()) {
      const number = sent_count++;
      await client.postUntilConfirmed(
        "/customers",
        { name: `Customer ${number}`, email: `c${number}@example.cm` },
        `c-${number}`,
      );
      // Spreads the events over the remaining kills, so that the load lasts until the last one.
      const is_ahead = sent_count / events > (killed_at.length + 1) / kills;
      if (is_ahead) await sleep(20);
    }
  });
  const killing = killAtRandom([server, worker, postgres, worker], kills, killed_at, report);
  await Promise.all([...sending, killing]);
  report(`${killed_at.length} kills, ${sent_count} customers; waiting for the last deliveries`);
  const undelivered = await waitUntilDelivered(db, report);
  await worker.stop();
  await server.stop();
  const broken = (await audit(db)).filter((finding) => finding.broken.length > 0).map((finding) => finding.promise);
  const made = await db.longRead((tx) => tx.rows<{ resource: string }>(sql`select resource from events`));
  const verdict = verdictOf({
    confirmations: linesOf(journals.client),
    arrivals: linesOf(journals.receiver),
    created: made.map((row) => row.resource),
    webhooks: WEBHOOKS,
    killed_at,
    stuck: undelivered,
    broken,
  });
  await Promise.all([receiver.stop(), db.close()]);
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
  return verdict;
}

async function killAtRandom(
  victims: readonly KillableProcess[],
  kills: number,
  killed_at: number[],
  report: (text: string) => void,
): Promise<void> {
  while (killed_at.length < kills) {
    await sleep(WAIT_MIN_MS + Math.random() * (WAIT_MAX_MS - WAIT_MIN_MS));
    const victim = victims[Math.floor(Math.random() * victims.length)];
    if (!victim) continue;
    killed_at.push(Date.now());
    await victim.kill();
    await victim.start();
    if (killed_at.length % 10 === 0) report(`${killed_at.length} kills`);
  }
}

/**
 * Returns a client that retries with the same Idempotency-Key until an answer arrives. It appends each request and
 * answer to the journal.
 */
function newClient(url: string, keys: Keys, journal: string) {
  const headers = { authorization: keys.public_key, "x-grant": keys.private_key, "content-type": "application/json" };
  return {
    async postUntilConfirmed(path: string, body: object, key: string): Promise<void> {
      appendFileSync(journal, `${JSON.stringify(["sent", key])}\n`);
      for (;;) {
        try {
          const answer = await fetch(`${url}${path}`, {
            method: "POST",
            headers: { ...headers, "idempotency-key": key },
            body: JSON.stringify(body),
            signal: AbortSignal.timeout(10_000),
          });
          const text = await answer.text();
          if (answer.status === 201) {
            const response_body = JSON.parse(text);
            appendFileSync(journal, `${JSON.stringify(["confirmed", key, response_body.customer?.id ?? null])}\n`);
            return;
          }
          if (![409, 500, 503].includes(answer.status)) throw new Error(`Not expected: ${answer.status} ${text}`);
        } catch (error) {
          if (error instanceof Error && error.message.startsWith("Not expected")) throw error;
        }
        await sleep(50);
      }
    },
  };
}

/** Waits until no delivery is open, or until none has ended for a long time. Returns the number of open deliveries. */
async function waitUntilDelivered(db: Database, report: (text: string) => void): Promise<number> {
  let [lowest, progress_at_ms, reported_at_ms] = [Number.POSITIVE_INFINITY, Date.now(), Date.now()];
  for (;;) {
    const { undelivered } = await db.engine((tx) =>
      tx.row<{ undelivered: bigint }>(sql`
        select (select count(*) from outbox) + (select count(*) from open_deliveries) as undelivered`),
    );
    const now_ms = Date.now();
    if (Number(undelivered) < lowest) [lowest, progress_at_ms] = [Number(undelivered), now_ms];
    if (undelivered === 0n || now_ms - progress_at_ms > STUCK_AFTER_MS) return Number(undelivered);
    if (now_ms - reported_at_ms > REPORT_INTERVAL_MS) {
      report(`${undelivered} left`);
      reported_at_ms = now_ms;
    }
    await sleep(200);
  }
}

function linesOf(journal: string): readonly (readonly unknown[])[] {
  if (!existsSync(journal)) return [];
  const lines = readFileSync(journal, "utf8").trimEnd().split("\n");
  return lines.map((line): readonly unknown[] => JSON.parse(line));
}
