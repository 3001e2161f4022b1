import { readFileSync } from "node:fs";
import { Argument, type Command, InvalidArgumentError, Option } from "commander";
import type { Tx } from "#db/tx.ts";
import { invalid } from "#kernel/errors.ts";
import { DAY_MS, fromMilliseconds, type Instant, startOfDay } from "#kernel/time.ts";
import { operatorName } from "#operator/actor.ts";
import { knownScope, merchantId, type ScopeOptions, scopeOptions, withContext } from "#operator/context.ts";
import { day } from "#operator/days.ts";
import { createKey, importKey } from "#resources/keys/create.ts";
import { expiryOf } from "#resources/keys/expiry.ts";
import { requireGrant } from "#resources/keys/require-grant.ts";
import { type GivenRestriction, restrictKey } from "#resources/keys/restrict.ts";
import { revokeKey } from "#resources/keys/revoke.ts";
import { isGrantRequired, type KeyKind, list } from "#resources/keys/store.ts";

interface KeyOptions extends ScopeOptions {
  readonly kind?: KeyKind;
  readonly name: string;
  readonly expires?: string;
  readonly rights?: readonly string[];
  readonly from?: readonly string[];
}

export function addKeys(program: Command): void {
  const keys = program.command("keys").description("API keys");
  addMaking(keys);
  addKept(keys);
  addRestricting(keys);
}

function addMaking(keys: Command): void {
  scopeOptions(keys.command("create"))
    .description("make a public and a private key (or one of them); they are shown once")
    .option("--kind <kind>", "public or private; both without it", keyKind)
    .option("--name <name>", "what they are for", "API key")
    .option("--expires <day>", "YYYY-MM-DD by the merchant's clock, when they end", expiry)
    .option("--rights <names>", RIGHTS, parts)
    .option("--from <addresses>", FROM, parts)
    .action((options: KeyOptions, command: Command) =>
      withContext(command, async (db, { print }) => {
        const scope = await knownScope(db, options);
        const kinds: readonly KeyKind[] = options.kind ? [options.kind] : ["public", "private"];
        const made = await db.engine(async (tx) => {
          const expires_at = await expiresAt(tx, scope.merchant, options.expires);
          const given = { scope, name: options.name, expires_at };
          const texts: Record<string, string> = {};
          for (const kind of kinds)
            texts[`${kind}_key`] = (
              await createKey(tx, { ...given, ...restrictionOf(kind, options, kinds), kind }, operatorName())
            ).text;
          return texts;
        });
        print.record(made);
      }),
    );

  scopeOptions(keys.command("import"))
    .description("take over a key of another system; its text is read from a file or from standard input")
    .requiredOption("--kind <kind>", "public or private", keyKind)
    .option("--name <name>", "what it is for", "Imported key")
    .option("--rights <names>", RIGHTS, parts)
    .option("--from <addresses>", FROM, parts)
    .option("--file <path>", "the file that holds it; - is standard input", "-")
    .action((options: KeyOptions & { kind: KeyKind; file: string }, command: Command) =>
      withContext(command, async (db, { print }) => {
        const scope = await knownScope(db, options);
        const text = readFileSync(options.file === "-" ? 0 : options.file, "utf8").trim();
        const restriction = { rights: options.rights, addresses: options.from };
        const given = { scope, kind: options.kind, name: options.name, expires_at: null, ...restriction };
        const key = await db.engine((tx) => importKey(tx, given, text, operatorName()));
        print.say(`Imported ${key.id} (…${key.hint})`, key);
      }),
    );
}

function addKept(keys: Command): void {
  keys
    .command("list")
    .description("show a merchant's keys, without their secrets")
    .requiredOption("-m, --merchant <id>", "the merchant (mer_…)", merchantId)
    .action((options: { merchant: string }, command: Command) =>
      withContext(command, async (db, { print }) => {
        const rows = await db.engine((tx) => list(tx, options.merchant));
        print.rows(rows, [
          "id",
          "environment",
          "kind",
          "name",
          "hint",
          "rights",
          "addresses",
          "created_at",
          "last_used_at",
          "expires_at",
          "revoked_at",
        ]);
      }),
    );

  scopeOptions(keys.command("rule"))
    .description("say, or set, what the public key opens alone")
    .addArgument(
      new Argument(
        "[rule]",
        "everywhere: nothing, each request takes the private key; published: what the interface says",
      ).choices(["everywhere", "published"]),
    )
    .action((rule: "everywhere" | "published" | undefined, options: ScopeOptions, command: Command) =>
      withContext(command, async (db, { print }) => {
        const scope = await knownScope(db, options);
        const is_required = await db.engine(async (tx) => {
          if (rule !== undefined) await requireGrant(tx, scope, rule === "everywhere", operatorName());
          return isGrantRequired(tx, scope);
        });
        const said = is_required
          ? "Every request takes the private key"
          : "The public key opens what the interface says";
        print.say(`${said}, in ${scope.environment}`, { is_grant_required: is_required });
      }),
    );

  keys
    .command("revoke")
    .description("end a key; within a second no server accepts it")
    .argument("<key>", "its id (key_…)")
    .action((id: string, _options: object, command: Command) =>
      withContext(command, async (db, { print }) => {
        const key = await db.engine((tx) => revokeKey(tx, id, operatorName()));
        print.say(`Revoked ${key.id} (…${key.hint})`, key);
      }),
    );
}

const RIGHTS = "what the private key may do, as transfers:read,transfers:write; everything without it";
const FROM = "from where alone, addresses and ranges between commas; from everywhere without it";

interface RestrictOptions {
  readonly rights?: readonly string[];
  readonly everything?: true;
  readonly from?: readonly string[];
  readonly anywhere?: true;
}

function addRestricting(keys: Command): void {
  keys
    .command("restrict")
    .description("keep a private key to other rights or addresses; within a second every server does")
    .argument("<key>", "its id (key_…)")
    .addOption(new Option("--rights <names>", "what it may do, as transfers:read,transfers:write").argParser(parts))
    .addOption(new Option("--everything", "it may do everything").conflicts("rights"))
    .addOption(
      new Option("--from <addresses>", "from where alone, addresses and ranges between commas").argParser(parts),
    )
    .addOption(new Option("--anywhere", "from everywhere").conflicts("from"))
    .action((id: string, options: RestrictOptions, command: Command) =>
      withContext(command, async (db, { print }) => {
        const rights = options.everything ? null : options.rights;
        const addresses = options.anywhere ? null : options.from;
        const key = await db.engine((tx) => restrictKey(tx, id, { rights, addresses }, operatorName()));
        const may = key.rights?.join(", ") ?? "everything";
        const from = key.addresses?.join(", ") ?? "everywhere";
        print.say(`${key.id} (…${key.hint}) may do: ${may}; from: ${from}`, key);
      }),
    );
}

/** When both keys of a pair are created, only the private one is restricted. */
function restrictionOf(kind: KeyKind, { rights, from }: KeyOptions, made: readonly KeyKind[]): GivenRestriction {
  return kind === "public" && made.length > 1 ? {} : { rights, addresses: from };
}

/** A comma-separated list. */
export function parts(text: string): readonly string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function keyKind(text: string): KeyKind {
  if (text !== "public" && text !== "private") throw new InvalidArgumentError("It is public or private.");
  return text;
}

const NOT_AHEAD = "It is a day after today.";

/** Refuses a day that is past in every time zone. */
function expiry(text: string): string {
  const at = startOfDay(day(text));
  if (at !== null && at <= fromMilliseconds(Date.now() - DAY_MS)) throw new InvalidArgumentError(NOT_AHEAD);
  return text;
}

async function expiresAt(tx: Tx, merchant: string, given: string | undefined): Promise<Instant | null> {
  if (given === undefined) return null;
  const at = await expiryOf(tx, merchant, given);
  if (at === null) throw invalid("expires", NOT_AHEAD);
  return at;
}
