import { type Command, InvalidArgumentError } from "commander";
import { livePlugIns } from "#app/plug-ins.ts";
import type { Database } from "#db/pool.ts";
import type { Id } from "#kernel/ids.ts";
import { causeText, type ProviderCause } from "#kernel/provider-causes.ts";
import type { Environment } from "#kernel/scope.ts";
import { platformOperatorActor } from "#operator/actor.ts";
import {
  parseCountry,
  parseCurrency,
  parseEnvironment,
  parseMerchantId,
  withDatabaseContext,
} from "#operator/command-context.ts";
import { readInputFile, SETTINGS_FILE_LIMIT_BYTES } from "#operator/command-input.ts";
import {
  type AccountOwner,
  type AccountTarget,
  connectAccount,
  disconnectAccount,
  findTarget,
  maskSettings,
} from "#providers/accounts/connect.ts";
import {
  list,
  type NewTerms,
  openSettings,
  type ProviderAccountRow,
} from "#providers/accounts/provider-account-store.ts";
import { readTerms } from "#providers/accounts/terms.ts";
import { channelsCarriedBy, currencyOfMarket } from "#providers/channels.ts";
import { type Exchange, openExchange } from "#providers/io/http-client.ts";
import { provision } from "#providers/plugins/mtn/client.ts";
import type { Provider } from "#providers/provider.ts";
import { recordAuditEntry } from "#resources/audit-log/record.ts";
import { merchantNotFound } from "#resources/merchants/rules.ts";
import { find as findMerchant } from "#resources/merchants/store.ts";
import { pauseChannel, resumeChannel } from "#resources/platform-operators/pause.ts";

interface OwnerOptions {
  readonly account?: string;
  readonly market?: string;
  readonly merchant?: Id<"mer">;
  readonly environment: Environment;
}

const PLUG_INS = livePlugIns();
const PLUG_IN_NAMES = PLUG_INS.map(({ id }) => id).join(", ");

export function addProviderCommands(program: Command): void {
  const providers = program.command("providers").description("manage accounts at mobile-money providers");

  addOwnerOptions(providers.command("connect"))
    .description("store an account's credentials, encrypted; they apply from the next order on")
    .argument("<provider>", PLUG_IN_NAMES, parsePlugIn)
    .option("--set <name=value...>", "a setting that is not secret; @path reads it from a file", collectPair, [])
    .option("--secrets <path>", "a file of name=value lines; - means standard input")
    .addHelpText("after", () => `\nSettings:\n${settingsText()}`)
    .action(
      (provider: Provider, options: OwnerOptions & { set: readonly Pair[]; secrets?: string }, command: Command) =>
        withDatabaseContext(command, async (db, { print }) => {
          const owner = await resolveTarget(db, provider, options);
          const settings = { ...readPairs(options.secrets), ...Object.fromEntries(options.set) };
          const row = await db.engine(async (tx) => {
            const stored = await connectAccount(tx, owner, settings, platformOperatorActor());
            await recordProviderAction(tx, owner, "provider.connected", stored);
            return stored;
          });
          const terms = provider.configuration
            ? await withExchange((exchange) => readTerms(db, provider, row, exchange))
            : undefined;
          print.record({ ...accountFields(row), ...maskSettings(provider, row), ...termsFields(terms) });
        }),
    );

  providers
    .command("list")
    .description(
      "show the accounts and their channels; one without a merchant serves every merchant that has none there",
    )
    .action((_options: object, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const rows = await db.engine(list);
        const columns = ["id", "account", "market", "channels", "kinds", "merchant", "identity", "retired_at"];
        print.rows(
          rows.map(({ settings: _, ...row }) => ({ ...row, ...accountFields(row) })),
          columns,
        );
      }),
    );

  addOwnerOptions(providers.command("disconnect"))
    .description("retire an account; it accepts no new orders and finishes the current ones")
    .argument("<provider>", PLUG_IN_NAMES, parsePlugIn)
    .action((provider: Provider, options: OwnerOptions, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const owner = await resolveTarget(db, provider, options);
        const row = await db.engine(async (tx) => {
          const retired = await disconnectAccount(tx, owner, platformOperatorActor());
          await recordProviderAction(tx, owner, "provider.disconnected", retired);
          return retired;
        });
        print.message(`${row.name} accepts no new orders`, { id: row.id });
      }),
    );

  addChannelCommands(providers);
  addCheckCommands(providers);
}

function addChannelCommands(providers: Command): void {
  addOwnerOptions(providers.command("pause"))
    .description("pause a channel: no new order is sent until it is resumed")
    .argument("<provider>", PLUG_IN_NAMES, parsePlugIn)
    .argument("<channel>", "a channel of the account: cm.mtn")
    .requiredOption("--reason <text>", "the reason that GET /channels shows to merchants")
    .action((provider: Provider, channel: string, options: OwnerOptions & { reason: string }, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const { id, name } = await findProviderAccount(db, provider, options);
        await db.engine((tx) => pauseChannel(tx, { account: id, channel }, options.reason, platformOperatorActor()));
        print.message(`${channel} is paused on ${name}`, { provider_account: id, channel });
      }),
    );

  addOwnerOptions(providers.command("resume"))
    .description("resume a channel: orders are sent again at once")
    .argument("<provider>", PLUG_IN_NAMES, parsePlugIn)
    .argument("<channel>", "a channel of the account: cm.mtn")
    .action((provider: Provider, channel: string, options: OwnerOptions, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const { id, name } = await findProviderAccount(db, provider, options);
        await db.engine((tx) => resumeChannel(tx, { account: id, channel }, platformOperatorActor()));
        print.message(`${channel} is open on ${name}`, { provider_account: id, channel });
      }),
    );
}

/** Commands that call the provider without moving money. */
function addCheckCommands(providers: Command): void {
  addOwnerOptions(providers.command("check"))
    .description("sign in with the stored credentials, and look up a number or the balance")
    .argument("<provider>", PLUG_IN_NAMES, parsePlugIn)
    .option("--number <phone>", "the number to look up, in full: +237677123456")
    .option("--currency <code>", "three-letter code; default: that of the account's market", parseCurrency)
    .action((provider: Provider, options: OwnerOptions & { number?: string; currency?: string }, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const row = await findProviderAccount(db, provider, options);
        const account = { id: row.id, settings: openSettings(row) };
        const currency = options.currency ?? currencyOfMarket(row.provider, row.market);
        const answer = await withExchange(async (exchange) => ({
          ...{ account: row.name, market: row.market, currency },
          ...(provider.signIn ? { signed_in: signInText(await provider.signIn(account, exchange)) } : {}),
          balance: (await provider.balance?.(account, currency, exchange)) ?? null,
          holder: options.number ? await provider.lookUp?.(account, options.number, exchange) : undefined,
          wallet: options.number ? await provider.predictWallet?.(account, options.number, exchange) : undefined,
          ...termsFields(provider.configuration ? await readTerms(db, provider, row, exchange) : undefined),
        }));
        print.record(answer);
      }),
    );

  const sandbox = providers.command("mtn").description("manage MTN's own sandbox");
  sandbox
    .command("provision")
    .description("create an API user and its key in MTN's sandbox; reads the subscription key from standard input")
    .option("--base-url <url>", "the URL of the sandbox", "https://sandbox.momodeveloper.mtn.com")
    .requiredOption("--callback-host <name>", "the host that receives MTN's callbacks, without https://")
    .action((options: { baseUrl: string; callbackHost: string }, command: Command) =>
      withDatabaseContext(command, async (_db, { print }) => {
        const provisioning = {
          base_url: options.baseUrl,
          callback_host: options.callbackHost,
          subscription_key: readSettings("-").trim(),
        };
        print.record(await withExchange((exchange) => provision(provisioning, exchange)));
      }),
    );
}

type Pair = readonly [name: string, value: string];

function addOwnerOptions(command: Command): Command {
  return command
    .option(
      "--market <country>",
      "the country whose channels the account carries: UG; default: the first",
      parseCountry,
    )
    .option("--account <name>", "the account's name; default: provider and market, as mtn-ug")
    .option("-m, --merchant <id>", "this merchant's own account; default: the platform operator's", parseMerchantId)
    .option("-e, --environment <name>", "live", parseEnvironment, "live");
}

async function resolveTarget(db: Database, provider: Provider, options: OwnerOptions): Promise<AccountTarget> {
  const { merchant } = options;
  if (merchant && !(await db.engine((tx) => findMerchant(tx, merchant)))) {
    throw merchantNotFound(merchant);
  }
  const { environment, market, account: name } = options;
  return { provider, environment, merchant: merchant ?? null, market, name };
}

async function findProviderAccount(
  db: Database,
  provider: Provider,
  options: OwnerOptions,
): Promise<ProviderAccountRow> {
  const target = await resolveTarget(db, provider, options);
  return findTarget(await db.engine(list), target);
}

/** The id, market, channels and kinds of orders of an account, for display. */
function accountFields(row: Omit<ProviderAccountRow, "settings">) {
  const kinds = [...(row.collects ? ["collect"] : []), ...(row.pays_out ? ["transfer"] : [])];
  const channels = channelsCarriedBy(row).map(({ id }) => id);
  return {
    ...{ id: row.id, account: row.name, market: row.market },
    ...{ channels: channels.join(" "), kinds: kinds.join(" ") },
  };
}

function signInText(cause: ProviderCause | null): string {
  return cause === null ? "yes" : causeText(cause);
}

/** The terms of an account's channels, for display; `undefined`: its provider reports none. */
function termsFields(terms: readonly NewTerms[] | null | undefined) {
  if (terms === undefined) return {};
  const described = terms?.map(({ channel, kind, minimum, maximum, action }) =>
    [channel, kind, `${minimum}-${maximum}`, ...(kind === "collect" ? [action] : [])].join(" "),
  );
  return { terms: described?.join("; ") ?? "the provider did not answer; Kolo reads them within an hour" };
}

/**
 * Writes the change to the merchant's audit log if it is the merchant's own account, else to the platform operators'
 * log.
 */
async function recordProviderAction(
  tx: Parameters<typeof recordAuditEntry>[0],
  { merchant, environment }: AccountOwner,
  action: "provider.connected" | "provider.disconnected",
  row: ProviderAccountRow,
): Promise<void> {
  const { provider, name: account, market, collects, pays_out, identity } = row;
  const after = { provider, account, market, collects, pays_out, identity };
  await recordAuditEntry(tx, {
    merchant,
    environment,
    actor: platformOperatorActor(),
    action,
    subject: row.id,
    before: null,
    after,
  });
}

async function withExchange<Result>(work: (exchange: Exchange) => Promise<Result>): Promise<Result> {
  const { exchange, close } = openExchange();
  try {
    return await work(exchange);
  } finally {
    await close();
  }
}

function parsePlugIn(text: string): Provider {
  const matching_plug_in = PLUG_INS.find((provider) => provider.id === text);
  if (!matching_plug_in) throw new InvalidArgumentError(`It is one of ${PLUG_IN_NAMES}.`);
  return matching_plug_in;
}

function collectPair(text: string, before: readonly Pair[]): readonly Pair[] {
  return [...before, parsePair(text)];
}

function parsePair(line: string): Pair {
  const [, name = "", value = ""] = /^([a-z_]+)=(.*)$/s.exec(line.trim()) ?? [];
  if (name === "") throw new InvalidArgumentError("It is name=value.");
  return [name, value.startsWith("@") ? readSettings(value.slice(1)).trim() : value];
}

function readSettings(path: string): string {
  return readInputFile(path, SETTINGS_FILE_LIMIT_BYTES).toString("utf8");
}

function readPairs(path: string | undefined): Readonly<Record<string, string>> {
  if (path === undefined) return {};
  const lines = readSettings(path).split("\n");
  return Object.fromEntries(lines.filter((line) => /^[^#\s]/.test(line)).map(parsePair));
}

function settingsText(): string {
  return PLUG_INS.flatMap((provider) => [
    `  ${provider.id}`,
    ...provider.settings.map(({ name, meaning, fallback, is_secret }) => {
      const notes = [is_secret ? "secret" : "", fallback === undefined || fallback === "" ? "" : `else ${fallback}`];
      const details = notes.filter((note) => note !== "").join(", ");
      return `    ${name.padEnd(30)}${meaning}${details === "" ? "" : ` (${details})`}`;
    }),
  ]).join("\n");
}
