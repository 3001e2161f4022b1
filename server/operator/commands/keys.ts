import { Argument, type Command, InvalidArgumentError, Option } from "commander";
import type { Tx } from "#db/tx.ts";
import { invalid } from "#kernel/errors.ts";
import { DAY_MS, fromMilliseconds, type Instant, startOfDay } from "#kernel/time.ts";
import { platformOperatorActor } from "#operator/actor.ts";
import {
  findScope,
  parseMerchantId,
  type ScopeOptions,
  scopeOptions,
  withDatabaseContext,
} from "#operator/command-context.ts";
import { parseName, readInputFile, SETTINGS_FILE_LIMIT_BYTES } from "#operator/command-input.ts";
import { parseDay } from "#operator/date-options.ts";
import { createKey, importKey } from "#resources/keys/create.ts";
import { parseExpiryDay } from "#resources/keys/expiry.ts";
import { setGrantRequired } from "#resources/keys/require-grant.ts";
import { type RestrictionInput, restrictKey } from "#resources/keys/restrict.ts";
import { revokeKey } from "#resources/keys/revoke.ts";
import { isGrantRequired, type KeyKind, list } from "#resources/keys/store.ts";

interface KeyOptions extends ScopeOptions {
  readonly kind?: KeyKind;
  readonly name: string;
  readonly expires?: string;
  readonly rights?: readonly string[];
  readonly from?: readonly string[];
  readonly origins?: readonly string[];
}

export function addKeyCommands(program: Command): void {
  const keys = program.command("keys").description("manage API keys");
  addCreateAndImport(keys);
  addListAndRevoke(keys);
  addRestrict(keys);
}

function addCreateAndImport(keys: Command): void {
  scopeOptions(keys.command("create"))
    .description("create a public and a private key, or one of them; they are shown once")
    .option("--kind <kind>", "public, private or publishable; default: public and private", parseNewKeyKind)
    .option("--name <name>", "a name for the keys", parseName, "API key")
    .option("--expires <day>", "YYYY-MM-DD, the day of expiry in the merchant's time zone", parseExpiryOption)
    .option("--rights <names>", RIGHTS_HELP, parseList)
    .option("--from <addresses>", ADDRESSES_HELP, parseList)
    .option("--origins <origins>", ORIGINS_HELP, parseList)
    .action((options: KeyOptions, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const scope = await findScope(db, options);
        const kinds: readonly KeyKind[] = options.kind ? [options.kind] : ["public", "private"];
        const created = await db.engine(async (tx) => {
          const expires_at = await readExpiry(tx, scope.merchant, options.expires);
          const new_key = { scope, name: options.name, expires_at };
          const texts: Record<string, string> = {};
          for (const kind of kinds)
            texts[`${kind}_key`] = (
              await createKey(tx, { ...new_key, ...restrictionOf(kind, options, kinds), kind }, platformOperatorActor())
            ).text;
          return texts;
        });
        print.record(created);
      }),
    );

  scopeOptions(keys.command("import"))
    .description("import a key of another system, from a file or from standard input")
    .requiredOption("--kind <kind>", "public or private", parseKeyKind)
    .option("--name <name>", "a name for the key", parseName, "Imported key")
    .option("--rights <names>", RIGHTS_HELP, parseList)
    .option("--from <addresses>", ADDRESSES_HELP, parseList)
    .option("--file <path>", "the file with the key; - means standard input", "-")
    .action((options: KeyOptions & { kind: KeyKind; file: string }, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const scope = await findScope(db, options);
        const text = readInputFile(options.file, SETTINGS_FILE_LIMIT_BYTES).toString("utf8").trim();
        const restriction = { rights: options.rights, addresses: options.from };
        const new_key = { scope, kind: options.kind, name: options.name, expires_at: null, ...restriction };
        const key = await db.engine((tx) => importKey(tx, new_key, text, platformOperatorActor()));
        print.message(`Imported ${key.id} (…${key.hint})`, key);
      }),
    );
}

function addListAndRevoke(keys: Command): void {
  keys
    .command("list")
    .description("show a merchant's keys, without their secrets")
    .requiredOption("-m, --merchant <id>", "the merchant (mer_…)", parseMerchantId)
    .action((options: { merchant: string }, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const rows = await db.engine((tx) => list(tx, options.merchant));
        print.rows(rows, [
          "id",
          "environment",
          "kind",
          "name",
          "hint",
          "rights",
          "addresses",
          "origins",
          "created_at",
          "last_used_at",
          "expires_at",
          "revoked_at",
        ]);
      }),
    );

  scopeOptions(keys.command("rule"))
    .description("show or set the operations that need only the public key")
    .addArgument(
      new Argument(
        "[rule]",
        "everywhere: every request needs the private key; published: the operations that the API documentation names need only the public key",
      ).choices(["everywhere", "published"]),
    )
    .action((rule: "everywhere" | "published" | undefined, options: ScopeOptions, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const scope = await findScope(db, options);
        const is_required = await db.engine(async (tx) => {
          if (rule !== undefined) await setGrantRequired(tx, scope, rule === "everywhere", platformOperatorActor());
          return isGrantRequired(tx, scope);
        });
        const requirement = is_required
          ? "Every request needs the private key"
          : "The operations that the API documentation names need only the public key";
        print.message(`${requirement}, in ${scope.environment}`, { is_grant_required: is_required });
      }),
    );

  keys
    .command("revoke")
    .description("revoke a key; no server accepts it after one second")
    .argument("<key>", "the id of the key (key_…)")
    .action((id: string, _options: object, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const key = await db.engine((tx) => revokeKey(tx, id, platformOperatorActor()));
        print.message(`Revoked ${key.id} (…${key.hint})`, key);
      }),
    );
}

const RIGHTS_HELP = "the rights of the private key, such as transfers:read,transfers:write; default: all";
const ORIGINS_HELP =
  "the origins of web pages and the schemes of apps of a publishable key, such as https://shop.example.cm,com.example.shop://";
const ADDRESSES_HELP = "the IP addresses and ranges that may use the key, separated by commas; default: any";

interface RestrictKeyOptions {
  readonly rights?: readonly string[];
  readonly everything?: true;
  readonly from?: readonly string[];
  readonly anywhere?: true;
  readonly origins?: readonly string[];
}

function addRestrict(keys: Command): void {
  keys
    .command("restrict")
    .description(
      "change the rights or addresses of a private key, or the origins of a publishable key; every server applies them within a second",
    )
    .argument("<key>", "the id of the key (key_…)")
    .addOption(
      new Option("--rights <names>", "the rights of the key, such as transfers:read,transfers:write").argParser(
        parseList,
      ),
    )
    .addOption(new Option("--everything", "give the key all rights").conflicts("rights"))
    .addOption(
      new Option(
        "--from <addresses>",
        "the IP addresses and ranges that may use the key, separated by commas",
      ).argParser(parseList),
    )
    .addOption(new Option("--anywhere", "allow any IP address").conflicts("from"))
    .option("--origins <origins>", ORIGINS_HELP, parseList)
    .action((id: string, options: RestrictKeyOptions, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const rights = options.everything ? null : options.rights;
        const addresses = options.anywhere ? null : options.from;
        const { origins } = options;
        const restriction = { rights, addresses, origins };
        const key = await db.engine((tx) => restrictKey(tx, id, restriction, platformOperatorActor()));
        const is_publishable = key.kind === "publishable";
        const allowed_rights = is_publishable ? "create and follow payments" : (key.rights?.join(", ") ?? "everything");
        const allowed_addresses =
          (key.origins ?? key.addresses)?.join(", ") || (is_publishable ? "apps" : "everywhere");
        print.message(`${key.id} (…${key.hint}) may do: ${allowed_rights}; from: ${allowed_addresses}`, key);
      }),
    );
}

/** When both keys of a pair are created, only the private one is restricted. */
function restrictionOf(
  kind: KeyKind,
  { rights, from, origins }: KeyOptions,
  kinds: readonly KeyKind[],
): RestrictionInput {
  return kind === "public" && kinds.length > 1 ? {} : { rights, addresses: from, origins };
}

/** A comma-separated list. */
export function parseList(text: string): readonly string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function parseNewKeyKind(text: string): KeyKind {
  if (text === "publishable") return text;
  if (text !== "public" && text !== "private") throw new InvalidArgumentError("It is public, private or publishable.");
  return text;
}

/** The kind of a key to import: a publishable key is always created. */
function parseKeyKind(text: string): KeyKind {
  if (text !== "public" && text !== "private") throw new InvalidArgumentError("It is public or private.");
  return text;
}

const NOT_IN_FUTURE = "It is a day after today.";

/** Refuses a day that is past in every time zone. */
function parseExpiryOption(text: string): string {
  const at = startOfDay(parseDay(text));
  if (at !== null && at <= fromMilliseconds(Date.now() - DAY_MS)) throw new InvalidArgumentError(NOT_IN_FUTURE);
  return text;
}

async function readExpiry(tx: Tx, merchant: string, expiry_day: string | undefined): Promise<Instant | null> {
  if (expiry_day === undefined) return null;
  const at = await parseExpiryDay(tx, merchant, expiry_day);
  if (at === null) throw invalid("expires", "expiry_not_in_future", NOT_IN_FUTURE);
  return at;
}
