import type { Tx } from "#db/tx.ts";
import { invalid } from "#kernel/errors.ts";
import {
  CHANNELS_CHANGED,
  type Channel,
  type ChannelChange,
  changedChannel,
  DIAL_CODE,
  findCatalogueChannel,
  findLatestChange,
  insertChange,
  lockChanges,
} from "#providers/channels.ts";
import { recordAuditEntry } from "#resources/audit-log/record.ts";

/** The values to change; null: back to the catalogue's. Absent values stay. */
export interface ChannelValues {
  readonly minimum?: bigint | null;
  readonly maximum?: bigint | null;
  /** Empty: the channel has no code. */
  readonly dial_code?: string | null;
  readonly is_off?: boolean;
}

export const CHANNEL_NOTE_MAX = 500;

/**
 * Changes a channel for all merchants, in both environments. Every process uses the change within a second. The history
 * and the platform operators' audit log record it. Throws `invalid`.
 */
export async function changeChannel(
  tx: Tx,
  id: string,
  values: ChannelValues,
  note: string,
  actor: string,
): Promise<Channel> {
  const channel = findCatalogueChannel(id);
  if (!channel) throw invalid("channel", "unknown_channel", `There is no channel ${id}`);
  if (note.trim() === "") throw invalid("reason", "note_required", "Say why");
  if (note.length > CHANNEL_NOTE_MAX)
    throw invalid("reason", "too_long", `Enter ${CHANNEL_NOTE_MAX} characters at most`, { maximum: CHANNEL_NOTE_MAX });
  if (values.dial_code && !DIAL_CODE.test(values.dial_code))
    throw invalid("dial_code", "dial_code_invalid", "Enter a code such as *165#");
  await lockChanges(tx);
  const latest = await findLatestChange(tx, id);
  const change: ChannelChange = {
    ...{ channel: id, minimum: null, maximum: null, dial_code: null, is_off: false },
    ...latest,
    ...values,
    ...{ note, created_at: tx.now, created_by: actor },
  };
  const before = changedChannel(channel, latest);
  const after = changedChannel(channel, change);
  for (const field of ["minimum", "maximum"] as const) {
    if (after[field] < 1n) throw invalid(field, "too_small", "Enter 1 at least", { minimum: 1 });
    if (after[field] > BigInt(Number.MAX_SAFE_INTEGER))
      throw invalid(field, "too_large", "The number is too large", { maximum: Number.MAX_SAFE_INTEGER });
  }
  if (after.minimum > after.maximum)
    throw invalid("maximum", "maximum_below_minimum", `The maximum is below the minimum, ${after.minimum}`);
  await insertChange(tx, change);
  await recordAuditEntry(tx, {
    ...{ merchant: null, environment: "live", actor, action: "channel.changed", subject: id },
    before: loggedValues(before),
    after: { ...loggedValues(after), reason: note },
  });
  tx.wake(CHANNELS_CHANGED);
  return after;
}

/** Converts amounts to text, because JSON has no bigint. */
function loggedValues({ minimum, maximum, dial_code, is_off }: Channel): object {
  return { minimum: `${minimum}`, maximum: `${maximum}`, dial_code, is_off };
}
