import { type Command, InvalidArgumentError, Option } from "commander";
import type { Database } from "#db/pool.ts";
import type { Id } from "#kernel/ids.ts";
import type { Environment } from "#kernel/scope.ts";
import { platformOperatorActor } from "#operator/actor.ts";
import {
  findScope,
  parseAmount,
  parseCurrency,
  parseEnvironment,
  parseMerchantId,
  type ScopeOptions,
  scopeOptions,
  withDatabaseContext,
} from "#operator/command-context.ts";
import { addBlock, type BlockScope, listBlocks, removeBlock } from "#resources/blocks/set.ts";
import { GUARD_MINUTES_MAX } from "#resources/duplicate-guard/schema.ts";
import { readDuplicateGuard, setDuplicateGuard } from "#resources/duplicate-guard/set.ts";
import { listLimits } from "#resources/limits/retrieve.ts";
import { LIMIT_PERIODS, LIMIT_SUBJECTS, type LimitPeriod, type LimitSubject } from "#resources/limits/schema.ts";
import { removeLimit, setLimit } from "#resources/limits/set.ts";

interface NewLimitOptions extends ScopeOptions {
  readonly for: LimitSubject;
  readonly holder?: string;
  readonly per: LimitPeriod;
  readonly amount?: bigint;
  readonly currency: string;
  readonly count?: bigint;
}

export function addLimitCommands(program: Command): void {
  const limits = program
    .command("limits")
    .description("manage what a merchant may send and collect per hour, day and month");

  scopeOptions(limits.command("set"))
    .description("set a limit that the merchant cannot raise, starting with the next order")
    .addOption(new Option("--for <whom>", "the orders that are added up").choices(LIMIT_SUBJECTS).makeOptionMandatory())
    .option("--holder <id>", "one key (key_…) or person (per_…) only; default: each of them")
    .addOption(new Option("--per <period>", "in the merchant's time zone").choices(LIMIT_PERIODS).makeOptionMandatory())
    .addOption(
      new Option("--amount <number>", "the largest sum, in the smallest unit")
        .argParser(parseAmount)
        .conflicts("count"),
    )
    .option("--currency <code>", "the currency of the sum", parseCurrency, "XAF")
    .option("--count <number>", "the largest number of orders", parseAmount)
    .action((options: NewLimitOptions, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const { amount, count, holder } = options;
        const maximum = amount ?? count;
        if (maximum === undefined) return command.error("error: give --amount or --count");
        const scope = await findScope(db, options);
        const limit = {
          ...{ applies_to: options.for, period: options.per, maximum: Number(maximum) },
          ...(amount === undefined
            ? { measure: "count" as const }
            : { measure: "amount" as const, currency: options.currency }),
          ...(holder === undefined ? {} : { holder }),
        };
        const author = { set_by: "platform" as const, actor: platformOperatorActor() };
        print.record(await db.engine((tx) => setLimit(tx, scope, limit, author)));
      }),
    );

  scopeOptions(limits.command("list"))
    .description("show a merchant's limits, those of the platform operator and its own, and what is used of them")
    .action((options: ScopeOptions, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const scope = await findScope(db, options);
        print.rows(await db.engine((tx) => listLimits(tx, scope)), [
          ...["id", "set_by", "applies_to", "holder", "period", "measure", "maximum", "currency", "used", "free_at"],
        ]);
      }),
    );

  scopeOptions(limits.command("remove"))
    .description("remove a limit that a platform operator set")
    .argument("<id>", "the id of the limit (lim_…)")
    .action((id: string, options: ScopeOptions, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const scope = await findScope(db, options);
        await db.engine((tx) => removeLimit(tx, scope, id, { set_by: "platform", actor: platformOperatorActor() }));
        print.message(`${id} is removed`, { id });
      }),
    );
}

export function addDuplicateCommands(program: Command): void {
  const duplicates = program
    .command("duplicates")
    .description("refuse a second transfer of the same amount to the same payee within a time");
  scopeOptions(duplicates.command("set"))
    .description("set a merchant's duplicate guard, starting with the next transfer")
    .addOption(
      new Option("--minutes <number>", `from 1 to ${GUARD_MINUTES_MAX}`).argParser(parseMinutes).conflicts("off"),
    )
    .option("--off", "turn it off")
    .action((options: GuardOptions, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const { minutes, off } = options;
        if (minutes === undefined && !off) return command.error("error: give --minutes or --off");
        const scope = await findScope(db, options);
        await db.engine((tx) => setDuplicateGuard(tx, scope, minutes ?? null, platformOperatorActor()));
        const sentence = minutes === undefined ? "The guard is off" : `The guard covers ${minutes} minutes`;
        print.message(sentence, { minutes: minutes ?? null });
      }),
    );
  scopeOptions(duplicates.command("show"))
    .description("show a merchant's duplicate guard")
    .action((options: ScopeOptions, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const scope = await findScope(db, options);
        const guard = await db.engine((tx) => readDuplicateGuard(tx, scope));
        print.message(
          guard ? `The guard covers ${guard.minutes} minutes` : "The guard is off",
          guard ?? { minutes: null },
        );
      }),
    );
}

interface GuardOptions extends ScopeOptions {
  readonly minutes?: number;
  readonly off?: boolean;
}

function parseMinutes(text: string): number {
  const minutes = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (minutes < 1 || minutes > GUARD_MINUTES_MAX)
    throw new InvalidArgumentError(`It is a number of minutes from 1 to ${GUARD_MINUTES_MAX}.`);
  return minutes;
}

interface BlockOptions {
  readonly merchant?: Id<"mer">;
  readonly environment: Environment;
}

interface NewBlockOptions extends BlockOptions {
  readonly phone?: string;
  readonly account?: string;
  readonly bank?: string;
  readonly reason: string;
}

export function addBlockCommands(program: Command): void {
  const blocks = program
    .command("blocks")
    .description("block phone numbers and bank accounts, for a merchant or for all");

  blockOptions(blocks.command("add"))
    .description("block a number or account, starting with the next order")
    .option("--phone <number>", "with its calling code: +237677123456")
    .option("--account <number>", "a bank account, with --bank")
    .option("--bank <code>", "the code of its bank")
    .requiredOption("--reason <text>", "the reason, for the audit log")
    .action((options: NewBlockOptions, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const scope = await findBlockScope(db, options);
        const { phone, account, bank, reason } = options;
        const block = {
          ...(phone === undefined ? {} : { phone }),
          ...(account === undefined ? {} : { account_number: account }),
          ...(bank === undefined ? {} : { bank_code: bank }),
          reason,
        };
        const { id, masked } = await db.engine((tx) => addBlock(tx, scope, block, platformOperatorActor()));
        print.message(`${masked} is blocked`, { id, number: masked });
      }),
    );

  blockOptions(blocks.command("list"))
    .description("show the newest blocks, with the last digits of each number")
    .action((options: BlockOptions, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const scope = await findBlockScope(db, options);
        print.rows(await db.engine((tx) => listBlocks(tx, scope)), ["id", "number", "reason", "created_at"]);
      }),
    );

  blockOptions(blocks.command("remove"))
    .description("remove a block")
    .argument("<id>", "the id of the block (blk_…)")
    .action((id: string, options: BlockOptions, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const scope = await findBlockScope(db, options);
        await db.engine((tx) => removeBlock(tx, scope, id, platformOperatorActor()));
        print.message(`${id} is removed`, { id });
      }),
    );
}

function blockOptions(command: Command): Command {
  return command
    .option("-m, --merchant <id>", "the merchant (mer_…); default: every merchant", parseMerchantId)
    .requiredOption("-e, --environment <name>", "test or live", parseEnvironment);
}

/** Throws `not_found` for an unknown merchant. */
async function findBlockScope(db: Database, { merchant, environment }: BlockOptions): Promise<BlockScope> {
  return merchant === undefined ? { merchant: null, environment } : findScope(db, { merchant, environment });
}
