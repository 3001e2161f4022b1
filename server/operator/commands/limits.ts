import { type Command, Option } from "commander";
import { platformOperatorActor } from "#operator/actor.ts";
import {
  findScope,
  parseAmount,
  parseCurrency,
  type ScopeOptions,
  scopeOptions,
  withDatabaseContext,
} from "#operator/command-context.ts";
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
    .addOption(new Option("--for <whom>", "whose orders count together").choices(LIMIT_SUBJECTS).makeOptionMandatory())
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
