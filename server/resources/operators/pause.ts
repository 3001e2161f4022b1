import type { Tx } from "#db/tx.ts";
import { invalid, ServiceError } from "#kernel/errors.ts";
import { isId } from "#kernel/ids.ts";
import { allChannels, carriers } from "#providers/channels.ts";
import { type Account, findAccount } from "#providers/connections.ts";
import { FLOAT, setHealth } from "#providers/health.ts";
import { recordAct } from "#resources/acts/record.ts";

/** A channel over one account. */
export interface Over {
  readonly account: string;
  readonly channel: string;
}

/**
 * Lets nothing new go out over a channel of an account until it is resumed; merchants read the reason. Written to the log
 * of whose account it is. Throws `not_found`, `invalid`.
 */
export async function pauseChannel(tx: Tx, of: Over, reason: string, actor: string): Promise<void> {
  if (reason.trim() === "") throw invalid("reason", "Say why: merchants read it");
  await change(tx, of, reason, actor);
}

/** Lets orders go out again at once. Throws as `pauseChannel` does. */
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

/** What goes over an account: its provider's channels, and the money on it that they are paid from. */
export function channelsOf({ provider, environment }: Account): readonly string[] {
  const carried = allChannels().filter(
    (channel) => channel.routes.length === 0 && carriers(channel, environment).includes(provider),
  );
  return [...carried.map((channel) => channel.id), FLOAT];
}
