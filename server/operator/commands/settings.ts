import { type Command, InvalidArgumentError, Option } from "commander";
import { ServiceError } from "#kernel/errors.ts";
import { fromMilliseconds } from "#kernel/time.ts";
import { dayIn } from "#kernel/time-zone.ts";
import { platformOperatorActor } from "#operator/actor.ts";
import {
  findScope,
  parseAmount,
  parseCurrency,
  type ScopeOptions,
  scopeOptions,
  withDatabaseContext,
} from "#operator/command-context.ts";
import { readInputFile } from "#operator/command-input.ts";
import { defaultTimeZone, parseDay, parseTimeZone } from "#operator/date-options.ts";
import { allowAddress, disallowAddress } from "#resources/addresses/allow.ts";
import { list as listAddresses } from "#resources/addresses/store.ts";
import { BANK, sweepFees } from "#resources/corrections/sweep.ts";
import { setFee } from "#resources/fees/set.ts";
import { type FeeKind, list as listFees } from "#resources/fees/store.ts";
import { importRates, RATES_FILE_LIMIT_BYTES } from "#resources/rates/import.ts";
import { setRate } from "#resources/rates/set.ts";
import { list as listRates } from "#resources/rates/store.ts";
import { presentWebhook } from "#resources/webhooks/schema.ts";
import { list as listWebhooks, setBounds } from "#resources/webhooks/store.ts";
import { printCorrection } from "./funds.ts";

export function addAddressCommands(program: Command): void {
  const allow = program.command("allow").description("manage the IP addresses that may initiate transfers");

  scopeOptions(allow.command("add"))
    .description("allow an IP address or a range to initiate transfers")
    .argument("<range>", "203.0.113.7 or 203.0.113.0/24")
    .option("--note <text>", "a note, such as the owner of the address")
    .action((range: string, options: ScopeOptions & { note?: string }, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const scope = await findScope(db, options);
        const stored_range = await db.engine((tx) =>
          allowAddress(tx, scope, range, options.note ?? null, platformOperatorActor()),
        );
        print.message(`${stored_range} may initiate transfers in ${scope.environment}`, { range: stored_range });
      }),
    );

  scopeOptions(allow.command("list"))
    .description("show the allowed addresses; an empty list refuses every address")
    .action((options: ScopeOptions, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const scope = await findScope(db, options);
        print.rows(await db.engine((tx) => listAddresses(tx, scope)), ["range", "note", "created_at"]);
      }),
    );

  scopeOptions(allow.command("remove"))
    .description("remove an IP address or a range")
    .argument("<range>", "the address or range, as `allow list` shows it")
    .action((range: string, options: ScopeOptions, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const scope = await findScope(db, options);
        const removed = await db.engine((tx) => disallowAddress(tx, scope, range, platformOperatorActor()));
        print.message(`${removed} may no longer initiate transfers in ${scope.environment}`, { range: removed });
      }),
    );
}

/** An optional amount, by default zero. The default is also given as text for the help, which cannot print a bigint. */
function zeroByDefault(flags: string): Option {
  return new Option(flags, "in the smallest unit").argParser(parseAmount).default(0n, "0");
}

interface FeeOptions extends ScopeOptions {
  readonly kind: FeeKind;
  readonly channel: string;
  readonly percent: number;
  readonly fixed: bigint;
  readonly minimum: bigint;
  readonly maximum?: bigint;
}

export function addFeeCommands(program: Command): void {
  const fees = program.command("fees").description("manage the fees that merchants pay");

  scopeOptions(fees.command("set"))
    .description("set a merchant's fee on a channel, starting with the next transfer or payment")
    .requiredOption("--kind <kind>", "collect or transfer", feeKind)
    .option("--channel <id>", "cm.mtn, …; * means every channel without its own fee", "*")
    .option("--percent <number>", "percentage of the amount: 1.5 means 1.5 %", parseBasisPoints, 0)
    .addOption(zeroByDefault("--fixed <number>"))
    .addOption(zeroByDefault("--minimum <number>"))
    .option("--maximum <number>", "in the smallest unit", parseAmount)
    .action((options: FeeOptions, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const scope = await findScope(db, options);
        const fee = await db.engine((tx) =>
          setFee(
            tx,
            {
              ...scope,
              kind: options.kind,
              channel: options.channel,
              percent_bp: options.percent,
              fixed: options.fixed,
              minimum: options.minimum,
              maximum: options.maximum ?? null,
            },
            platformOperatorActor(),
          ),
        );
        print.record(fee);
      }),
    );

  scopeOptions(fees.command("list"))
    .description("show a merchant's fees; an empty list means no fees")
    .action((options: ScopeOptions, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const scope = await findScope(db, options);
        const rows = await db.engine((tx) => listFees(tx, scope));
        print.rows(rows, ["kind", "channel", "percent_bp", "fixed", "minimum", "maximum"]);
      }),
    );

  scopeOptions(fees.command("sweep"))
    .description("book that fees, less charges and taxes, left for your own bank account")
    .option("--amount <number>", "in the smallest unit; default: the whole profit that was not swept yet", parseAmount)
    .option("--currency <code>", "three-letter code", parseCurrency, "XAF")
    .option("--from <place>", "bank, or the provider whose account the money left: mtn, orange, sandbox", BANK)
    .requiredOption("--reference <text>", "the bank's reference")
    .option("--reason <text>", "the reason, for the audit log", "fees to the platform operator's account")
    .action((options: SweepOptions, command: Command) =>
      withDatabaseContext(command, async (db, { config, print }) => {
        const scope = await findScope(db, options);
        const { currency, amount = null, from, reason, reference: document } = options;
        const order = { reason, document, actor: platformOperatorActor() };
        const dual_control_above = config.funds_dual_control_above;
        const row = await db.engine((tx) =>
          sweepFees(tx, scope, { currency, amount, from }, { ...order, dual_control_above }),
        );
        printCorrection(print, row);
      }),
    );
}

interface SweepOptions extends ScopeOptions {
  readonly amount?: bigint;
  readonly currency: string;
  readonly from: string;
  readonly reference: string;
  readonly reason: string;
}

export function addRateCommands(program: Command): void {
  const rates = program.command("rates").description("manage the exchange rates for amounts shown in another currency");

  rates
    .command("set")
    .description("set a rate: the price of one unit of <base> in <quote>")
    .argument("<base>", "three-letter code")
    .argument("<quote>", "three-letter code")
    .argument("<rate>", "a decimal number, such as 655.957")
    .option("--as-of <day>", "YYYY-MM-DD; default: today", parseDay)
    .option(
      "--zone <name>",
      "time zone that determines today; default: that of the catalogue's first country",
      parseTimeZone,
    )
    .action((base: string, quote: string, rate: string, options: { asOf?: string; zone?: string }, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const today = (): string => dayIn(options.zone ?? defaultTimeZone(), fromMilliseconds(Date.now()));
        const row = { base, quote, rate, as_of: options.asOf ?? today(), source: platformOperatorActor() };
        await db.engine((tx) => setRate(tx, row));
        print.message(`1 ${base} = ${rate} ${quote}`, row);
      }),
    );

  rates
    .command("import")
    .description("import the European Central Bank's daily file (eurofxref-daily.xml)")
    .argument("<file>", "the path of the file; - means standard input")
    .action((file: string, _options: object, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const xml = readInputFile(file, RATES_FILE_LIMIT_BYTES).toString("utf8");
        const imported_count = await db.engine((tx) => importRates(tx, xml));
        print.message(`Imported ${imported_count} rates`, { taken: imported_count });
      }),
    );

  rates
    .command("list")
    .description("show the stored rates; the parity of the CFA francs with the euro is fixed")
    .action((_options: object, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        print.rows(await db.engine(listRates), ["base", "quote", "rate", "as_of", "source"]);
      }),
    );
}

const WEBHOOKS_LISTED_MAX = 1_000;

export function addWebhookCommands(program: Command): void {
  const webhooks = program.command("webhooks").description("manage merchants' webhooks");
  scopeOptions(webhooks.command("list"))
    .description("show a merchant's webhooks")
    .action((options: ScopeOptions, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const scope = await findScope(db, options);
        const { rows } = await db.engine((tx) => listWebhooks(tx, scope, { limit: WEBHOOKS_LISTED_MAX, offset: 0 }));
        print.rows(rows.map(presentWebhook), ["id", "url", "active", "events", "created_at"]);
      }),
    );
  scopeOptions(webhooks.command("limit"))
    .description(
      "limit the requests to one webhook; without options, restore KOLO_WEBHOOK_RATE and KOLO_WEBHOOK_CONCURRENCY",
    )
    .argument("<id>", "the webhook (whk_…)")
    .option("--rate <number>", "requests per second", wholeNumber)
    .option("--concurrency <number>", "concurrent requests", wholeNumber)
    .action((id: string, options: ScopeOptions & { rate?: number; concurrency?: number }, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const scope = await findScope(db, options);
        const bounds = { rate_max: options.rate ?? null, concurrency_max: options.concurrency ?? null };
        const is_set = await db.engine((tx) => setBounds(tx, scope, id, bounds));
        if (!is_set) throw new ServiceError("webhook_not_found", `There is no webhook ${id}`);
        print.message(`The limits of ${id} are set`, { id, ...bounds });
      }),
    );
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError("It is a whole number, 1 at least.");
  return Number(text);
}

function feeKind(text: string): FeeKind {
  if (text !== "collect" && text !== "transfer") throw new InvalidArgumentError("It is collect or transfer.");
  return text;
}

/** Parses a percentage: "1.5" is 150 basis points. */
export function parseBasisPoints(text: string): number {
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(text))
    throw new InvalidArgumentError("It is a percentage with at most two decimals.");
  return Math.round(Number(text) * 100);
}
