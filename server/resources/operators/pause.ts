import type { Tx } from "#db/tx.ts";
import { invalid, ServiceError } from "#kernel/errors.ts";
import { isId } from "#kernel/ids.ts";
import { allChannels, carriers } from "#providers/channels.ts";
import { type Account, findAccount } from "#providers/connections.ts";
import { FLOAT, setHealth } from "#providers/health.ts";
import { recordAct } from "#resources/acts/record.ts";

/** A channel of one provider account. */
export interface Over {
  readonly account: string;
  readonly channel: string;
}

/**
 * Pauses a channel of an account: nothing new is sent until it is resumed, and merchants can read the reason. The log
 * of the account's owner records it. Throws `not_found`, `invalid`.
 */
export async function pauseChannel(tx: Tx, of: Over, reason: string, actor: string): Promise<void> {
  if (reason.trim() === "") throw invalid("reason", "Say why: merchants read it");
  await change(tx, of, reason, actor);
}

/** Resumes sending at once. Throws as `pauseChannel` does. */
export async function resumeChannel(tx: Tx, of: Over, actor: string): Promise<void> {
  await change(tx, of, null, actor);
}

async function change(tx: Tx, { account, channel }: Over, reason: string | null, actor: string): Promise<void> {
  const found = isId("con", account) ? await findAccount(tx, account) : null;
  if (!found || found.retired_at !== null) throw new ServiceError("not_found", `There is no account ${account} in use`);
  if (!channelsOf(found).includes(channel)) throw invalid("channel", `${channel} does not go over ${found.provider}`);
  await setHealth(tx, { connection: found.id, channel }, reason);
  await recordAct(tx, {
    ...{ merchant: found.merchant, environment: found.environment, actor, subject: found.id },
    act: reason === null ? "channel.resumed" : "channel.paused",
    before: null,
    after: { provider: found.provider, channel, ...(reason === null ? {} : { reason }) },
  });
}

/** The channels of an account's provider, and `FLOAT`, the account's own balance that pays them. */
export function channelsOf({ provider, environment }: Account): readonly string[] {
  const carried = allChannels().filter(
    (channel) => channel.routes.length === 0 && carriers(channel, environment).includes(provider),
  );
  return [...carried.map((channel) => channel.id), FLOAT];
}
