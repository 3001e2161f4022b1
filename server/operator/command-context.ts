import { type Command, InvalidArgumentError } from "commander";
import { type Config, readConfig } from "#config.ts";
import type { Database } from "#db/pool.ts";
import { type Id, isId } from "#kernel/ids.ts";
import { isCurrency } from "#kernel/money.ts";
import { ENVIRONMENTS, type Environment, type Scope } from "#kernel/scope.ts";
import { merchantNotFound } from "#resources/merchants/rules.ts";
import { find } from "#resources/merchants/store.ts";
import { withDatabase } from "./database.ts";
import { newPrinter, type Printer } from "./printer.ts";

/** The context of every operator command: the configuration and the output. */
export interface CommandContext {
  readonly config: Config;
  readonly print: Printer;
  readonly writeOut: (text: string) => void;
  readonly writeErr: (text: string) => void;
}

export function openCommandContext(command: Command): CommandContext {
  const { json } = command.optsWithGlobals<{ json?: boolean }>();
  const { writeOut = () => {}, writeErr = () => {} } = command.configureOutput();
  return { config: readConfig(process.env), print: newPrinter(json === true, writeOut), writeOut, writeErr };
}

export async function withDatabaseContext(
  command: Command,
  work: (db: Database, context: CommandContext) => Promise<void>,
): Promise<void> {
  const context = openCommandContext(command);
  await withDatabase(
    context.config,
    (db) => work(db, context),
    (text) => context.writeErr(`${text}\n`),
  );
}

/** The options of a command for one merchant and environment. */
export interface ScopeOptions {
  readonly merchant: Id<"mer">;
  readonly environment: Environment;
}

export function scopeOptions(command: Command): Command {
  return command
    .requiredOption("-m, --merchant <id>", "the merchant (mer_…)", parseMerchantId)
    .requiredOption("-e, --environment <name>", "test or live", parseEnvironment);
}

/** Throws `not_found` for an unknown merchant. */
export async function findScope(db: Database, { merchant, environment: name }: ScopeOptions): Promise<Scope> {
  const merchant_row = await db.engine((tx) => find(tx, merchant));
  if (!merchant_row) throw merchantNotFound(merchant);
  return { merchant: merchant_row.id, environment: name };
}

export function parseMerchantId(text: string): Id<"mer"> {
  if (!isId("mer", text)) throw new InvalidArgumentError("A merchant's id looks like mer_01jqk3v8q1e9fa4x2m7c5t0r6w.");
  return text;
}

export function parseCountry(text: string): string {
  if (!/^[A-Z]{2}$/.test(text)) throw new InvalidArgumentError("It is a country's code of two capital letters, as UG.");
  return text;
}

export function parseEnvironment(text: string): Environment {
  const matching_environment = ENVIRONMENTS.find((name) => name === text);
  if (!matching_environment) throw new InvalidArgumentError("It is test or live.");
  return matching_environment;
}

export function parseCurrency(text: string): string {
  if (!isCurrency(text)) throw new InvalidArgumentError("It is three capital letters, such as XAF.");
  return text;
}

export function parseAmount(text: string): bigint {
  if (!/^\d{1,16}$/.test(text)) throw new InvalidArgumentError("It is a whole number of the currency's smallest unit.");
  return BigInt(text);
}
