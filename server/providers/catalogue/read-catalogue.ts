import { Compile } from "typebox/compile";
import { OneOf, type Static, Type } from "#kernel/fields.ts";
import { isCurrency } from "#kernel/money.ts";
import { PAYER_ACTIONS, type PayerAction } from "#kernel/payer-actions.ts";
import { hasPhonePlan } from "#kernel/phone.ts";

/** The account type that a channel pays to or collects from. The values are those of a beneficiary's type. */
export type ReceiverType = "mobile_money" | "bank_account" | "cash_pickup";

export type ChannelKind = "collect" | "transfer";

/** A country with its networks and channels. */
export interface CatalogueCountry {
  /** Two letters (ISO 3166). */
  readonly code: string;
  readonly name: string;
  readonly mobile_numbers: MobileNumbers;
  readonly networks: readonly Network[];
  readonly channels: readonly Channel[];
  /** The sources of the facts. */
  readonly source: string;
  /** The day on which the sources were read. */
  readonly as_of: string;
  /** Facts that no source confirms, for the platform operator. */
  readonly doubts: readonly string[];
}

/** The form of a country's mobile numbers, as dialled inside the country without a trunk prefix. */
export interface MobileNumbers {
  readonly digits: number;
  readonly first_digits: readonly string[];
}

/** A mobile network, with the first digits of its numbers. */
export interface Network {
  readonly id: string;
  readonly name: string;
  readonly prefixes: readonly string[];
}

/** The configuration of a payment channel. */
export interface Channel {
  readonly id: string;
  readonly name: string;
  readonly country: string;
  readonly currency: string;
  readonly type: ReceiverType;
  readonly kinds: readonly ChannelKind[];
  /** The network whose wallets it reaches; null if not limited to one network. */
  readonly network: string | null;
  /** The channels it routes to, by the number's network; empty for most. */
  readonly routes: readonly string[];
  /** The USSD code that a payer dials to find the request to confirm; null if there is no such code. */
  readonly dial_code: string | null;
  /** The action with which payers pay at the channel's own provider; null: they confirm on the phone. */
  readonly action: PayerAction | null;
  /** Instructions to the payer, to read before the code or on the way to the provider's page; null: a general text. */
  readonly instruction: Instruction | null;
  /** In the currency's smallest unit, both inclusive. */
  readonly minimum: bigint;
  readonly maximum: bigint;
  /** The first digits of the sandbox's numbers: the last six choose the outcome. Null without numbers. */
  readonly sandbox_prefix: string | null;
  /** Turned off by the platform operator: it takes no new orders. */
  readonly is_off: boolean;
  /** The plug-in's id per environment. A routing channel without plug-ins of its own uses those of its routes. */
  readonly providers: Readonly<Partial<Record<"test" | "live", string>>>;
  /** The names of the channel at aggregators, by plug-in: they carry it in the live environment, too. */
  readonly wallets: Readonly<Record<string, string>>;
}

export interface Instruction {
  readonly en: string;
  readonly fr: string;
}

// Digits at the end of a sandbox number that choose its outcome (interface-decisions 34).
const OUTCOME_DIGITS = 6;
const TEXT_MAX = 200;

/** The form of a USSD code. */
export const DIAL_CODE = /^[*#][0-9*]{1,20}#$/;

const Text = Type.String({ minLength: 1, maxLength: TEXT_MAX });
const Digits = Type.String({ pattern: "^\\d{1,8}$" });
const Limit = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const closed = { additionalProperties: false };

const NetworkData = Type.Object(
  {
    id: Type.String({ pattern: "^[a-z]{2,20}$" }),
    name: Text,
    prefixes: Type.Array(Digits, { minItems: 1 }),
    sandbox_prefix: Type.Optional(Digits),
  },
  closed,
);

const ChannelData = Type.Object(
  {
    id: Type.String({ pattern: "^[a-z]{2}\\.[a-z]{2,20}$" }),
    name: Text,
    type: Type.Union([Type.Literal("mobile_money"), Type.Literal("bank_account"), Type.Literal("cash_pickup")]),
    kinds: Type.Array(Type.Union([Type.Literal("collect"), Type.Literal("transfer")]), { minItems: 1 }),
    network: Type.Optional(Type.String()),
    routes: Type.Optional(Type.Array(Type.String(), { minItems: 1 })),
    dial_code: Type.Optional(Type.String({ pattern: DIAL_CODE.source })),
    instruction: Type.Optional(Type.Object({ en: Text, fr: Text }, closed)),
    minimum: Limit,
    maximum: Limit,
    sandbox_prefix: Type.Optional(Digits),
    live: Type.Optional(
      Type.Object(
        { provider: Type.String({ pattern: "^[a-z]{2,20}$" }), action: Type.Optional(OneOf(PAYER_ACTIONS)) },
        closed,
      ),
    ),
    wallets: Type.Optional(
      Type.Record(Type.String({ pattern: "^[a-z]{2,20}$" }), Type.String({ pattern: "^[A-Z0-9_]{2,40}$" })),
    ),
  },
  closed,
);

/** A file of the catalogue. */
const CountryData = Type.Object(
  {
    code: Type.String({ pattern: "^[A-Z]{2}$" }),
    name: Text,
    currency: Type.String({ pattern: "^[A-Z]{3}$" }),
    as_of: Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$" }),
    source: Type.String({ minLength: 1 }),
    doubts: Type.Array(Type.String({ minLength: 1 })),
    mobile_numbers: Type.Object(
      { digits: Type.Integer({ minimum: 6, maximum: 12 }), first_digits: Type.Array(Digits, { minItems: 1 }) },
      closed,
    ),
    networks: Type.Array(NetworkData),
    channels: Type.Array(ChannelData, { minItems: 1 }),
  },
  closed,
);
type CountryData = Static<typeof CountryData>;

const country_form = Compile(CountryData);

/** Reads the files of a catalogue. Throws an `Error` that names the file's country, the field and the mistake. */
export function readCatalogue(files: readonly unknown[]): readonly CatalogueCountry[] {
  const countries = files.map(readCountry);
  assertUnique(
    "country",
    countries.map(({ code }) => code),
  );
  assertUnique(
    "channel",
    countries.flatMap(({ channels }) => channels.map(({ id }) => id)),
  );
  return countries;
}

function readCountry(file: unknown): CatalogueCountry {
  const name = `catalogue, ${codeOf(file)}`;
  if (!country_form.Check(file)) {
    const problems = [...country_form.Errors(file)].map(({ instancePath, message }) => `${instancePath} ${message}`);
    throw new Error(`${name}: ${problems.join("; ")}`);
  }
  const problem = findProblem(file);
  if (problem !== null) throw new Error(`${name}: ${problem}`);
  const { code, name: country_name, mobile_numbers, networks, source, as_of, doubts } = file;
  return {
    ...{ code, name: country_name, mobile_numbers, source, as_of, doubts },
    networks: networks.map(({ id, name, prefixes }) => ({ id, name, prefixes })),
    channels: file.channels.map((channel) => readChannel(file, channel)),
  };
}

function codeOf(file: unknown): string {
  return typeof file === "object" && file !== null && "code" in file ? String(file.code) : "a file without a country";
}

/** The first mistake that the form alone does not show; null without one. */
function findProblem({ code, currency, networks, channels, mobile_numbers }: CountryData): string | null {
  if (!hasPhonePlan(code)) return `no numbering plan of the country ${code} is known`;
  if (!isCurrency(currency)) return `the currency ${currency} is not known`;
  const prefixes = networks.flatMap((network) => network.prefixes);
  const twice = prefixes.find((prefix, index) => prefixes.indexOf(prefix) !== index);
  if (twice !== undefined) return `two networks have the prefix ${twice}`;
  const long = prefixes.find((prefix) => prefix.length >= mobile_numbers.digits);
  if (long !== undefined) return `the prefix ${long} is as long as a number`;
  for (const { id, sandbox_prefix } of [...networks, ...channels]) {
    if (sandbox_prefix !== undefined && sandbox_prefix.length !== mobile_numbers.digits - OUTCOME_DIGITS)
      return `${id}: sandbox_prefix has ${mobile_numbers.digits - OUTCOME_DIGITS} digits`;
  }
  for (const channel of channels) {
    const { id, network, routes, minimum, maximum } = channel;
    if (!id.startsWith(`${code.toLowerCase()}.`)) return `the channel ${id} begins with ${code.toLowerCase()}.`;
    if (minimum > maximum) return `${id}: minimum is larger than maximum`;
    if (network !== undefined && !networks.some((one) => one.id === network)) return `${id}: no network ${network}`;
    if (network !== undefined && routes !== undefined) return `${id} has a network or routes, not both`;
    for (const route of routes ?? []) {
      const target = channels.find((one) => one.id === route);
      if (!target?.network) return `${id}: its route ${route} is not the channel of a network here`;
    }
  }
  return null;
}

function readChannel({ code, currency, networks }: CountryData, data: CountryData["channels"][number]): Channel {
  const network = networks.find(({ id }) => id === data.network);
  return {
    ...{ id: data.id, name: data.name, country: code, currency, type: data.type, kinds: data.kinds },
    network: data.network ?? null,
    routes: data.routes ?? [],
    dial_code: data.dial_code ?? null,
    action: data.live?.action ?? null,
    instruction: data.instruction ?? null,
    minimum: BigInt(data.minimum),
    maximum: BigInt(data.maximum),
    sandbox_prefix: data.sandbox_prefix ?? network?.sandbox_prefix ?? null,
    is_off: false,
    // The sandbox carries every channel, so that each can be tried before it is connected.
    providers: { test: "sandbox", ...(data.live ? { live: data.live.provider } : {}) },
    wallets: data.wallets ?? {},
  };
}

function assertUnique(what: string, ids: readonly string[]): void {
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new Error(`catalogue: the ${what} ${twice} is there twice`);
}
