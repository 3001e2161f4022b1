import { type Command, InvalidArgumentError, Option } from "commander";
import { platformOperatorActor } from "#operator/actor.ts";
import { findScope, type ScopeOptions, scopeOptions, withDatabaseContext } from "#operator/command-context.ts";
import { webhookAllowance } from "#operator/service-process.ts";
import {
  DEFAULT_TIMEOUT_MS,
  TIMEOUT_MAX_MS,
  TIMEOUT_MIN_MS,
  WHEN_UNAVAILABLE,
  type WhenUnavailable,
} from "#resources/screening/schema.ts";
import { removeScreening, setScreening } from "#resources/screening/set.ts";
import { find } from "#resources/screening/store.ts";
import { ssrfGuard } from "#resources/webhooks/transport/guard.ts";

interface NewHookOptions extends ScopeOptions {
  readonly url?: string;
  readonly sandbox?: boolean;
  readonly timeout: number;
  readonly unavailable: WhenUnavailable;
}

export function addScreeningCommands(program: Command): void {
  const screening = program
    .command("screening")
    .description("let an HTTP service of yours decide before a merchant's money leaves");

  scopeOptions(screening.command("set"))
    .description("set a merchant's screening, and print the new secret that signs its requests")
    .addOption(new Option("--url <url>", "the address that decides").conflicts("sandbox"))
    .option("--sandbox", "in test: hold numbers that end in 000007, refuse those in 000008")
    .option("--timeout <ms>", "the longest time for a decision", parseTimeout, DEFAULT_TIMEOUT_MS)
    .addOption(
      new Option("--unavailable <what>", "without a decision: let orders wait, or allow them")
        .choices(WHEN_UNAVAILABLE)
        .default("wait"),
    )
    .action((options: NewHookOptions, command: Command) =>
      withDatabaseContext(command, async (db, { config, print }) => {
        const { url, sandbox, timeout, unavailable } = options;
        if (url === undefined && !sandbox) return command.error("error: give --url or --sandbox");
        const scope = await findScope(db, options);
        if (sandbox && scope.environment !== "test") return command.error("error: the sandbox is for test only");
        const hook = { url: url ?? null, timeout_ms: timeout, when_unavailable: unavailable };
        const by = { guard: ssrfGuard(webhookAllowance(config)), actor: platformOperatorActor() };
        const secret = await db.engine((tx) => setScreening(tx, scope, hook, by));
        print.message(`Orders are screened by ${url ?? "the sandbox"}. The secret, shown once: ${secret}`, {
          url: url ?? null,
          secret,
        });
      }),
    );

  scopeOptions(screening.command("show"))
    .description("show a merchant's screening")
    .action((options: ScopeOptions, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const scope = await findScope(db, options);
        const hook = await db.engine((tx) => find(tx, scope));
        if (hook === null) return print.message("No order is screened", { url: null });
        const { url, timeout_ms, when_unavailable } = hook;
        print.record({ url: url ?? "sandbox", timeout_ms, when_unavailable });
      }),
    );

  scopeOptions(screening.command("remove"))
    .description("turn a merchant's screening off; held orders still wait for a decision")
    .action((options: ScopeOptions, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const scope = await findScope(db, options);
        await db.engine((tx) => removeScreening(tx, scope, platformOperatorActor()));
        print.message("No order is screened from now on", {});
      }),
    );
}

function parseTimeout(text: string): number {
  const timeout_ms = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (timeout_ms < TIMEOUT_MIN_MS || timeout_ms > TIMEOUT_MAX_MS)
    throw new InvalidArgumentError(`It is a number of milliseconds from ${TIMEOUT_MIN_MS} to ${TIMEOUT_MAX_MS}.`);
  return timeout_ms;
}
