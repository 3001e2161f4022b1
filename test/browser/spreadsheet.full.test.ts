import { describe, it } from "node:test";
import { aWorld } from "#server/testing/world.ts";
import { aSpreadsheetIsSent } from "./spreadsheet.ts";
import { NO_BROWSER } from "./visitor.ts";

describe("a spreadsheet of 1,000 rows", { skip: NO_BROWSER }, async () => {
  if (NO_BROWSER) return;
  const world = await aWorld();

  it("is checked, corrected, sent once, and seen to end", () => aSpreadsheetIsSent(world, 1_000));
});
