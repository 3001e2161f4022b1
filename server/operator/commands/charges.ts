import { type Command, InvalidArgumentError, Option } from "commander";
import type { Id } from "#kernel/ids.ts";
import type { Environment } from "#kernel/scope.ts";
import { platformOperatorActor } from "#operator/actor.ts";
import {
  findScope,
  parseAmount,
  parseEnvironment,
  parseMerchantId,
  type ScopeOptions,
  scopeOptions,
  withDatabaseContext,
} from "#operator/command-context.ts";
import { listAttemptsOf } from "#providers/attempts.ts";
import type { AttemptKind } from "#providers/provider.ts";
import { correctOrderCharge } from "#resources/charges/correct.ts";
import { CHARGED_KINDS, type ChargeBand } from "#resources/charges/schema.ts";
import { setCharges } from "#resources/charges/set.ts";
import { listBands, listCharges } from "#resources/charges/store.ts";
import { merchantNotFound } from "#resources/merchants/rules.ts";
import { find as findMerchant } from "#resources/merchants/store.ts";
import { parseBasisPoints } from "./settings.ts";

interface ChargeOptions {
  readonly merchant?: Id<"mer">;
  readonly environment: Environment;
  readonly kind: AttemptKind;
  readonly channel: string;
  readonly band: readonly Omit<ChargeBand, "tax_bp">[];
  readonly tax: number;
}

interface CorrectOptions extends ScopeOptions {
  readonly amount: bigint;
  readonly tax?: bigint;
  readonly reason: string;
}

export function addChargeCommands(program: Command): void {
  const charges = program.command("charges").description("manage what providers charge for orders");

  charges
    .command("set")
    .description("set the charges of a provider account, starting with the next order that completes")
    .argument("<provider>", "mtn, orange, or sandbox in the test environment")
    .requiredOption("-e, --environment <name>", "test or live", parseEnvironment)
    .option("-m, --merchant <id>", "this merchant's own account; default: the platform operator's", parseMerchantId)
    .addOption(new Option("--kind <kind>", "the orders").choices(CHARGED_KINDS).makeOptionMandatory())
    .option("--channel <id>", "cm.mtn, …; * means every channel without its own charges", "*")
    .option(
      "--band <from:percent+fixed...>",
      "the charge from an amount on, such as 0:1.5+10 or 50000:0+500; repeat it for each band; none: no charge",
      collectBand,
      [],
    )
    .option(
      "--tax <number>",
      "percentage of the charge that the provider adds as a tax, such as 19.25",
      parseBasisPoints,
      0,
    )
    .action((provider: string, { band, tax, merchant = undefined, ...of }: ChargeOptions, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const { environment, kind, channel } = of;
        const bands = band.map((one) => ({ ...one, tax_bp: tax }));
        await db.engine(async (tx) => {
          if (merchant !== undefined && !(await findMerchant(tx, merchant))) throw merchantNotFound(merchant);
          const schedule = { provider, environment, merchant: merchant ?? null, kind, channel, bands };
          await setCharges(tx, schedule, platformOperatorActor());
        });
        const sentence = bands.length === 0 ? "charges nothing" : `charges by ${bands.length} bands`;
        print.message(`${provider} ${sentence} for ${kind} on ${channel} in ${environment}`, {
          ...{ provider, environment, merchant: merchant ?? null, kind, channel, bands },
        });
      }),
    );

  scopeOptions(charges.command("show"))
    .description("show the charges of an order: the expected one first, then each correction")
    .argument("<order>", "the id of the transfer, payment, refund or withdrawal")
    .action((order: string, options: ScopeOptions, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const scope = await findScope(db, options);
        const rows = await db.engine(async (tx) => {
          const attempts = await listAttemptsOf(tx, scope, order);
          return Promise.all(attempts.map(({ id }) => listCharges(tx, scope, id)));
        });
        print.rows(rows.flat(), ["source", "amount", "tax", "currency", "statement", "note", "created_at"]);
      }),
    );

  scopeOptions(charges.command("correct"))
    .description("set the charge of an order by hand, and book the difference")
    .argument("<order>", "the id of the transfer, payment, refund or withdrawal")
    .requiredOption("--amount <number>", "the charge in the currency's smallest unit", parseAmount)
    .option("--tax <number>", "the tax on it; default: the amount contains it", parseAmount)
    .requiredOption("--reason <text>", "the reason, for the audit log")
    .action((order: string, options: CorrectOptions, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const scope = await findScope(db, options);
        const { amount, tax = null, reason: note } = options;
        const change = { reported: { amount, tax }, note, actor: platformOperatorActor() };
        const charge = await db.engine((tx) => correctOrderCharge(tx, scope, order, change));
        print.message(`The charge of ${order} is ${charge.amount}, with a tax of ${charge.tax}`, {
          ...{ order, amount: charge.amount, tax: charge.tax },
        });
      }),
    );

  charges
    .command("list")
    .description("show the charges of all provider accounts")
    .action((_options: object, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const columns = ["provider", "environment", "merchant", "kind", "channel"];
        print.rows(await db.engine(listBands), [...columns, "from_amount", "percent_bp", "fixed", "tax_bp"]);
      }),
    );
}

/** Parses a band: "50000:1.5+10" is 1.5 % and 10 more, for amounts from 50,000 on. */
function collectBand(
  text: string,
  before: readonly Omit<ChargeBand, "tax_bp">[],
): readonly Omit<ChargeBand, "tax_bp">[] {
  const [, from = "", percent = "", fixed = "0"] = /^(\d{1,15}):([\d.]+)(?:\+(\d{1,15}))?$/.exec(text) ?? [];
  if (from === "") throw new InvalidArgumentError("A band looks like 0:1.5+10: from 0, 1.5 % and 10 more.");
  return [...before, { from_amount: BigInt(from), percent_bp: parseBasisPoints(percent), fixed: BigInt(fixed) }];
}
