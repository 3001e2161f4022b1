import { describe, it } from "node:test";
import { openCheckout, payerJourneys } from "./checkout-journeys.ts";
import { NO_BROWSER } from "./visitor.ts";

describe("the hosted page in the other language", { skip: NO_BROWSER }, async () => {
  if (NO_BROWSER) return;
  const payments = await openCheckout();
  payerJourneys(payments, "fr", "dark");

  it("the audit is clean after these payments", () => payments.world.assertCleanAudit());
});
