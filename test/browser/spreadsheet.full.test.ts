import { describe, it } from "node:test";
import { startTestWorld } from "#server/testing/world.ts";
import { sendSpreadsheet } from "./spreadsheet.ts";
import { NO_BROWSER } from "./visitor.ts";

describe("a spreadsheet of 1,000 rows", { skip: NO_BROWSER }, async () => {
  if (NO_BROWSER) return;
  const world = await startTestWorld();

  it("is checked, corrected, sent once, and shown until it ends", () => sendSpreadsheet(world, 1_000));
});
