import type { Tx } from "#db/tx.ts";
import type { PayerRedirect } from "#providers/attempts.ts";
import { lockMany, setActionUrls } from "./store.ts";

/** Shows payers the provider's page where they pay. */
export async function showRedirects(tx: Tx, redirects: readonly PayerRedirect[]): Promise<void> {
  const urls = redirects.map(({ attempt: { merchant, environment, subject }, redirect_url }) => ({
    ...{ merchant, environment, id: subject, action_url: redirect_url },
  }));
  await lockMany(tx, urls);
  await setActionUrls(tx, urls);
}
