import { describe, it } from "node:test";
import { payersJourneys, whereToPay } from "./checkout-journeys.ts";
import { NO_BROWSER } from "./visitor.ts";

describe("the hosted page in the other language", { skip: NO_BROWSER }, async () => {
  if (NO_BROWSER) return;
  const payments = await whereToPay();
  payersJourneys(payments, "fr");

  it("every payment of these visits is in the books", () => payments.world.auditIsClean());
});
