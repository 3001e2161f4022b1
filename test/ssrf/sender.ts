// The process under test: sends requests to the given URLs through the service's SSRF guard, and reports the outcomes.

import { outcomeOf } from "#server/resources/webhooks/delivery/outcome.ts";
import { ssrfGuard } from "#server/resources/webhooks/transport/guard.ts";
import { openWebhookClient } from "#server/resources/webhooks/transport/target.ts";

const CLOSED = { ranges: [], environments: [] };
const OPEN = { ranges: ["0.0.0.0/0", "::/0"], environments: ["live"] } as const;
const DEADLINE_MS = 1_500;

process.on("message", (message: { urls: readonly string[]; is_open: boolean }) => void send(message));
process.on("disconnect", () => process.exit());
process.send?.({ ready: true });

async function send({ urls, is_open }: { urls: readonly string[]; is_open: boolean }): Promise<void> {
  const the_guard = ssrfGuard(is_open ? OPEN : CLOSED);
  const targets = openWebhookClient(the_guard, ["127.0.0.53"]);
  const results: { url: string; refused_at_creation: boolean; outcome: string; address: string | null }[] = [];
  for (const url of urls) {
    const exchange = await targets.send({
      url,
      environment: "live",
      headers: {},
      body: "{}",
      deadline_ms: DEADLINE_MS,
    });
    const refused_at_creation = the_guard.problemWith(url, "live") !== null;
    results.push({ url, refused_at_creation, outcome: outcomeOf(exchange), address: exchange.address });
  }
  await targets.close();
  process.send?.({ results });
}
