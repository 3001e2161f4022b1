import { assert } from "#kernel/errors.ts";
import { importStatement } from "#resources/reconciliation/import-statement.ts";
import mappings from "#resources/reconciliation/mappings.json" with { type: "json" };
import { digestOf, parseReport } from "#resources/reconciliation/parse-report.ts";
import { readTable } from "#spreadsheets/read-table.ts";
import type { FakeNetworks } from "./fake-networks.ts";
import type { TestMerchant, TestWorld } from "./world.ts";

const HOUR_MS = 3_600_000;
const HOURS_UNTIL_REVIEW = 76;

/**
 * A live transfer with an unknown outcome, old enough for a manual review. Returns the ids of the review and the
 * transfer. Advances every clock by three days.
 */
export async function createReviewCase(
  world: TestWorld,
  networks: FakeNetworks,
  merchant: TestMerchant,
  phone = "677800001",
): Promise<{ readonly review: string; readonly transfer: string }> {
  networks.mtn.book.setFate(`237${phone}`, { after_ms: Number.POSITIVE_INFINITY, notices: "none" });
  const beneficiary_data = { name: "Jane Mballa", phone };
  const order = { amount: 1_000, currency: "XAF", channel: "cm.mtn", beneficiary_data };
  const transfer: string = (await merchant.post("/transfers", order)).body.transfer.id;
  await world.waitUntilIdle();
  for (let hour = 0; hour < HOURS_UNTIL_REVIEW; hour += 1) {
    networks.advance(HOUR_MS);
    await networks.mtn.callbacksSent();
    await world.waitUntilIdle();
  }
  const [row] = await world.rows(`select id from reviews where subject = '${transfer}' and state = 'open'`);
  assert(row, "an unknown outcome opens a review");
  return { review: String(row.id), transfer };
}

/** A statement of MTN's with one payment that the books do not have. Returns the statement's id. */
export async function importSurplusStatement(world: TestWorld, amount: number, provider_id = "F1"): Promise<string> {
  const text = [
    "Id,External Id,Date,Type,Status,To,Amount,Fee",
    `${provider_id},,${new Date().toISOString()},payment,Successful,237677999999,${amount},0`,
  ].join("\n");
  const bytes = Buffer.from(text);
  const lines = parseReport(await readTable(bytes), mappings.mtn, "XAF", "UTC");
  const statement_owner = { provider: "mtn", environment: "live", merchant: null, currency: "XAF" } as const;
  const report = {
    ...statement_owner,
    name: "march.csv",
    digest: digestOf(bytes),
    begins_at: null,
    ends_at: null,
    time_zone: "UTC",
    lines,
  };
  const { id } = await world.db.engine((tx) => importStatement(tx, report, "operator:root"));
  return id;
}
