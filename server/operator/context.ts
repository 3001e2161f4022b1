import { type Command, InvalidArgumentError } from "commander";
import { type Config, readConfig } from "#config.ts";
import type { Database } from "#db/pool.ts";
import { ServiceError } from "#kernel/errors.ts";
import { type Id, isId } from "#kernel/ids.ts";
import { isCurrency } from "#kernel/money.ts";
import { ENVIRONMENTS, type Environment, type Scope } from "#kernel/scope.ts";
import { find } from "#resources/merchants/store.ts";
import { withDatabase } from "./database.ts";
import { type Printer, printer } from "./print.ts";

/** The context of every operator command: the configuration and the output. */
export interface Context {
  readonly config: Config;
  readonly print: Printer;
}

export function contextOf(command: Command): Context {
  const { json } = command.optsWithGlobals<{ json?: boolean }>();
  return { config: readConfig(process.env), print: printer(json === true) };
}

export async function withContext(
  command: Command,
  work: (db: Database, context: Context) => Promise<void>,
): Promise<void> {
  const context = contextOf(command);
  await withDatabase(context.config, (db) => work(db, context));
}

/** The options of a command for one merchant and environment. */
export interface ScopeOptions {
  readonly merchant: Id<"mer">;
  readonly environment: Environment;
}

export function scopeOptions(command: Command): Command {
  return command
    .requiredOption("-m, --merchant <id>", "the merchant (mer_…)", merchantId)
    .requiredOption("-e, --environment <name>", "test or live", environment);
}

/** Throws `not_found` for an unknown merchant. */
export async function knownScope(db: Database, { merchant, environment: name }: ScopeOptions): Promise<Scope> {
  const found = await db.engine((tx) => find(tx, merchant));
  if (!found) throw new ServiceError("not_found", `There is no merchant ${merchant}`);
  return { merchant: found.id, environment: name };
}

export function merchantId(text: string): Id<"mer"> {
  if (!isId("mer", text)) throw new InvalidArgumentError("A merchant's id looks like mer_01jqk3v8q1e9fa4x2m7c5t0r6w.");
  return text;
}

export function environment(text: string): Environment {
  const found = ENVIRONMENTS.find((name) => name === text);
  if (!found) throw new InvalidArgumentError("It is test or live.");
  return found;
}

export function currency(text: string): string {
  if (!isCurrency(text)) throw new InvalidArgumentError("It is three capital letters, such as XAF.");
  return text;
}

export function amount(text: string): bigint {
  if (!/^\d{1,16}$/.test(text)) throw new InvalidArgumentError("It is a whole number of the currency's smallest unit.");
  return BigInt(text);
}
