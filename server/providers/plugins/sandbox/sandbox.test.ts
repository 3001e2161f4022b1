import { conformance } from "#providers/plugins/conformance.ts";
import { sandbox } from "./sandbox.ts";

conformance("the sandbox", () => ({
  provider: sandbox(() =>
    Promise.resolve({ kind: "not_sent", cause: { code: "connection_failed", detail: "nobody listens" } }),
  ),
  exchange: () => Promise.resolve({ kind: "not_sent", cause: { code: "connection_failed", detail: "nobody listens" } }),
  account: null,
  channel: "cm.mtn",
  currency: "XAF",
  receivers: { success: "+237677000000", refused: "+237677000001", no_answer: "+237677000003", slow: "+237677000005" },
  settles_after_ms: 120_000,
}));
