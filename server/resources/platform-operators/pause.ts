import type { Tx } from "#db/tx.ts";
import { invalid, ServiceError } from "#kernel/errors.ts";
import { isId } from "#kernel/ids.ts";
import { noteErrors, throwFieldErrors } from "#kernel/notes.ts";
import { findAccount, type ProviderAccount } from "#providers/accounts/provider-accounts.ts";
import { channelsCarriedBy } from "#providers/channels.ts";
import { FLOAT, setChannelStop } from "#providers/health/health.ts";
import { recordAuditEntry } from "#resources/audit-log/record.ts";

/** A channel of one provider account. */
export interface AccountChannel {
  readonly account: string;
  readonly channel: string;
}

/**
 * Pauses a channel of an account. No new orders are sent over it until it is resumed, and merchants can read the
 * reason. The audit log of the account's owner records the pause. Throws `not_found`, `invalid`.
 */
export async function pauseChannel(tx: Tx, target: AccountChannel, reason: string, actor: string): Promise<void> {
  throwFieldErrors(noteErrors("reason", reason, { message: "Say why: merchants read it" }));
  await setPaused(tx, target, reason, actor);
}

/** Resumes sending over a channel at once. Throws as `pauseChannel` does. */
export async function resumeChannel(tx: Tx, target: AccountChannel, actor: string): Promise<void> {
  await setPaused(tx, target, null, actor);
}

async function setPaused(
  tx: Tx,
  { account, channel }: AccountChannel,
  reason: string | null,
  actor: string,
): Promise<void> {
  const provider_account = isId("con", account) ? await findAccount(tx, account) : null;
  if (!provider_account || provider_account.retired_at !== null)
    throw new ServiceError("provider_account_not_found", `There is no account ${account} in use`);
  if (!channelsOfAccount(provider_account).includes(channel))
    throw invalid("channel", "channel_of_other_provider", `${channel} does not go over ${provider_account.name}`);
  await setChannelStop(tx, { provider_account: provider_account.id, channel }, reason);
  await recordAuditEntry(tx, {
    ...{
      merchant: provider_account.merchant,
      environment: provider_account.environment,
      actor,
      subject: provider_account.id,
    },
    action: reason === null ? "channel.resumed" : "channel.paused",
    before: null,
    after: { provider: provider_account.provider, channel, ...(reason === null ? {} : { reason }) },
  });
}

/** Returns the channels of an account, and `FLOAT`, which stands for the account's own balance. */
export function channelsOfAccount(account: ProviderAccount): readonly string[] {
  return [...channelsCarriedBy(account).map((channel) => channel.id), FLOAT];
}
