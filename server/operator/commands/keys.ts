import { readFileSync } from "node:fs";
import { Argument, type Command, InvalidArgumentError } from "commander";
import { fromMilliseconds, type Instant, startOfDay } from "#kernel/time.ts";
import { operatorName } from "#operator/actor.ts";
import { knownScope, merchantId, type ScopeOptions, scopeOptions, withContext } from "#operator/context.ts";
import { createKey, importKey } from "#resources/keys/create.ts";
import { requireGrant } from "#resources/keys/require-grant.ts";
import { revokeKey } from "#resources/keys/revoke.ts";
import { isGrantRequired, type KeyKind, list } from "#resources/keys/store.ts";

interface KeyOptions extends ScopeOptions {
  readonly kind?: KeyKind;
  readonly name: string;
  readonly expires?: Instant;
}

export function addKeys(program: Command): void {
  const keys = program.command("keys").description("API keys");
  addMaking(keys);
  addKept(keys);
}

function addMaking(keys: Command): void {
  scopeOptions(keys.command("create"))
    .description("make a public and a private key (or one of them); they are shown once")
    .option("--kind <kind>", "public or private; both without it", keyKind)
    .option("--name <name>", "what they are for", "API key")
    .option("--expires <day>", "YYYY-MM-DD, when they end", expiry)
    .action((options: KeyOptions, command: Command) =>
      withContext(command, async (db, { print }) => {
        const scope = await knownScope(db, options);
        const kinds: readonly KeyKind[] = options.kind ? [options.kind] : ["public", "private"];
        const made = await db.engine(async (tx) => {
          const given = { scope, name: options.name, expires_at: options.expires ?? null };
          const texts: Record<string, string> = {};
          for (const kind of kinds)
            texts[`${kind}_key`] = (await createKey(tx, { ...given, kind }, operatorName())).text;
          return texts;
        });
        print.record(made);
      }),
    );

  scopeOptions(keys.command("import"))
    .description("take over a key of another system; its text is read from a file or from standard input")
    .requiredOption("--kind <kind>", "public or private", keyKind)
    .option("--name <name>", "what it is for", "Imported key")
    .option("--file <path>", "the file that holds it; - is standard input", "-")
    .action((options: KeyOptions & { kind: KeyKind; file: string }, command: Command) =>
      withContext(command, async (db, { print }) => {
        const scope = await knownScope(db, options);
        const text = readFileSync(options.file === "-" ? 0 : options.file, "utf8").trim();
        const given = { scope, kind: options.kind, name: options.name, expires_at: null };
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

function keyKind(text: string): KeyKind {
  if (text !== "public" && text !== "private") throw new InvalidArgumentError("It is public or private.");
  return text;
}

function expiry(text: string): Instant {
  const day = startOfDay(text);
  if (day === null) throw new InvalidArgumentError("It is a day, as YYYY-MM-DD.");
  if (day <= fromMilliseconds(Date.now())) throw new InvalidArgumentError("It is a day after today.");
  return day;
}
