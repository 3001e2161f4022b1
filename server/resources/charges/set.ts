import type { Tx } from "#db/tx.ts";
import { type FieldError, fieldError, ServiceError } from "#kernel/errors.ts";
import type { AttemptKind } from "#providers/attempts.ts";
import { allChannels, findChannel, providersOf } from "#providers/channels.ts";
import { recordAuditEntry } from "#resources/audit-log/record.ts";
import { EVERY_CHANNEL } from "./rules.ts";
import { CHARGE_MAX, type ChargeAccount, type ChargeBand } from "./schema.ts";
import { listBandsOf, replaceBands } from "./store.ts";

/** The bands of an account for one kind of orders on one channel. */
export interface ChargeSchedule extends ChargeAccount {
  readonly kind: AttemptKind;
  readonly channel: string;
  /** Empty: the provider charges nothing. */
  readonly bands: readonly ChargeBand[];
}

export const BANDS_MAX = 20;

/**
 * Sets what an account's provider charges, for all orders that complete from now on. Runs as the engine. Throws
 * `invalid`. The platform operators' audit log records it, because merchants do not see charges.
 */
export async function setCharges(tx: Tx, schedule: ChargeSchedule, actor: string): Promise<void> {
  validate(schedule);
  const { provider, environment, merchant, kind, channel, bands } = schedule;
  const account = { provider, environment, merchant };
  const before = (await listBandsOf(tx, account)).filter((band) => band.kind === kind && band.channel === channel);
  const rows = bands.map((band) => ({ ...account, kind, channel, ...band }));
  await replaceBands(tx, { ...account, kind, channel }, rows, actor);
  await recordAuditEntry(tx, {
    ...{ merchant: null, environment, actor, action: "charges.set" },
    subject: [provider, kind, channel, ...(merchant === null ? [] : [merchant])].join(" "),
    before: { bands: before.map(loggedBand) },
    after: { bands: bands.map(loggedBand) },
  });
}

function validate({ provider, environment, channel: id, bands }: ChargeSchedule): void {
  const problems: Record<string, FieldError[]> = {};
  const providers = new Set(allChannels().flatMap((channel) => providersOf(channel, environment)));
  const is_known = providers.has(provider);
  if (!is_known) {
    const values = [...providers];
    problems.provider = [
      fieldError("not_one_of", `The providers in ${environment} are ${values.join(", ")}`, { values }),
    ];
  }
  const channel = findChannel(id);
  if (id !== EVERY_CHANNEL && !channel) problems.channel = [fieldError("unknown_channel", `There is no channel ${id}`)];
  else if (is_known && channel && !providersOf(channel, environment).includes(provider))
    problems.channel = [fieldError("channel_of_other_provider", `${provider} does not carry ${id} in ${environment}`)];
  if (bands.length > BANDS_MAX) {
    problems.bands = [fieldError("too_many", `Enter ${BANDS_MAX} bands at most`, { maximum: BANDS_MAX })];
  }
  if (new Set(bands.map((band) => band.from_amount)).size < bands.length) {
    problems.bands = [fieldError("bands_overlap", "Two bands begin with the same amount")];
  }
  for (const { from_amount, percent_bp, fixed, tax_bp } of bands) {
    if (isOutside(percent_bp))
      problems.percent = [fieldError("percentage_invalid", "Enter a percentage from 0 to 100")];
    if (isOutside(tax_bp)) problems.tax = [fieldError("percentage_invalid", "Enter a percentage from 0 to 100")];
    if (from_amount > CHARGE_MAX || fixed > CHARGE_MAX) {
      problems.bands = [fieldError("too_large", `Enter ${CHARGE_MAX} at most`, { maximum: Number(CHARGE_MAX) })];
    }
  }
  if (Object.keys(problems).length > 0)
    throw new ServiceError("validation_failed", "Validation failed", { fields: problems });
}

function isOutside(basis_points: number): boolean {
  return !Number.isInteger(basis_points) || basis_points < 0 || basis_points > 10_000;
}

/** Converts amounts to text, because JSON has no bigint. */
function loggedBand({ from_amount, percent_bp, fixed, tax_bp }: ChargeBand): object {
  return { from_amount: `${from_amount}`, percent_bp, fixed: `${fixed}`, tax_bp };
}
