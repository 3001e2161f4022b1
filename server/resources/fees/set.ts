import type { Tx } from "#db/tx.ts";
import { type FieldError, fieldError, ServiceError } from "#kernel/errors.ts";
import { findChannel } from "#providers/channels.ts";
import { recordAuditEntry } from "#resources/audit-log/record.ts";
import { EVERY_CHANNEL } from "./rules.ts";
import { type Fee, list, upsert } from "./store.ts";

/** Sets a merchant's fee on a channel for all later transfers or payments. Runs as the engine. Throws `invalid`. */
export async function setFee(tx: Tx, fee: Fee, actor: string): Promise<Fee> {
  const problems: Record<string, FieldError[]> = {};
  const channel = findChannel(fee.channel);
  if (fee.channel !== EVERY_CHANNEL && !channel) {
    problems.channel = [fieldError("unknown_channel", `There is no channel ${fee.channel}`)];
  }
  if (channel && channel.routes.length > 0) {
    problems.channel = [
      fieldError(
        "fee_on_routed_channel",
        `What is asked for over ${channel.id} goes by, and costs the fee of, ${channel.routes.join(" or ")}`,
        { channel: channel.id, channels: channel.routes },
      ),
    ];
  }
  if (fee.percent_bp < 0 || fee.percent_bp > 10_000) {
    problems.percent = [fieldError("percentage_invalid", "Enter a percentage from 0 to 100")];
  }
  if (fee.maximum !== null && fee.maximum < fee.minimum) {
    problems.maximum = [fieldError("maximum_below_minimum", "The maximum is below the minimum")];
  }
  if (Object.keys(problems).length > 0)
    throw new ServiceError("validation_failed", "Validation failed", { fields: problems });

  const before = (await list(tx, fee)).find((row) => row.kind === fee.kind && row.channel === fee.channel) ?? null;
  await upsert(tx, fee);
  const { merchant, environment } = fee;
  const subject = `${fee.kind} ${fee.channel}`;
  await recordAuditEntry(tx, {
    merchant,
    environment,
    actor,
    action: "fee.set",
    subject,
    before: loggedFee(before),
    after: loggedFee(fee),
  });
  return fee;
}

/** Converts amounts to text, because JSON has no bigint. */
function loggedFee(fee: Fee | null): object | null {
  return (
    fee && {
      percent_bp: fee.percent_bp,
      fixed: fee.fixed.toString(),
      minimum: fee.minimum.toString(),
      maximum: fee.maximum?.toString() ?? null,
    }
  );
}
