import type { Tx } from "#db/tx.ts";
import { type FieldError, type FieldErrors, fieldError, invalid } from "#kernel/errors.ts";
import { noteErrors, throwFieldErrors } from "#kernel/notes.ts";
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
  throwFieldErrors({
    ...noteErrors("reason", note, { characters_max: CHANNEL_NOTE_MAX }),
    ...validateDialCode(values.dial_code),
    ...validateLimits(after),
  });
  await insertChange(tx, change);
  await recordAuditEntry(tx, {
    ...{ merchant: null, environment: "live", actor, action: "channel.changed", subject: id },
    before: loggedValues(before),
    after: { ...loggedValues(after), reason: note },
  });
  tx.wake(CHANNELS_CHANGED);
  return after;
}

function validateDialCode(dial_code: string | null | undefined): FieldErrors {
  if (!dial_code || DIAL_CODE.test(dial_code)) return {};
  return { dial_code: [fieldError("dial_code_invalid", "Enter a code such as *165#")] };
}

function validateLimits({ minimum, maximum }: Pick<Channel, "minimum" | "maximum">): FieldErrors {
  const problems: Record<string, readonly FieldError[]> = {};
  if (minimum > maximum) {
    const message = `The maximum is below the minimum, ${minimum}`;
    problems.maximum = [fieldError("maximum_below_minimum", message)];
  }
  for (const [field, amount] of Object.entries({ minimum, maximum })) {
    if (amount < 1n) problems[field] = [fieldError("too_small", "Enter 1 at least", { minimum: 1 })];
    else if (amount > BigInt(Number.MAX_SAFE_INTEGER)) {
      const params = { maximum: Number.MAX_SAFE_INTEGER };
      problems[field] = [fieldError("too_large", "The number is too large", params)];
    }
  }
  return problems;
}

/** Converts amounts to text, because JSON has no bigint. */
function loggedValues({ minimum, maximum, dial_code, is_off }: Channel): object {
  return { minimum: `${minimum}`, maximum: `${maximum}`, dial_code, is_off };
}
