/** The type of a parameter, and its meaning in the OpenAPI document. */
type ParamEntry = readonly [type: keyof ParamTypes, meaning: string];

interface ParamTypes {
  readonly integer: number;
  readonly text: string;
  readonly texts: readonly string[];
}

/**
 * The parameters of all reasons. A name has one type and one meaning in every reason. Amounts are in the currency's
 * smallest unit, moments are ISO 8601 in UTC.
 */
export const PARAMS = {
  // Limits and counts.
  minimum: ["integer", "The smallest accepted number, amount or length."],
  maximum: ["integer", "The largest accepted number, amount, length or count."],
  maximum_mib: ["integer", "The largest accepted size, in MiB."],
  values: ["texts", "The accepted values."],
  type: ["text", "The expected JSON type, or the type of the beneficiary."],

  // Requests.
  right: ["text", "The right that is missing, such as `transfers:write`."],
  methods: ["texts", "The methods that the path has."],
  encoding: ["text", "The content encoding of the body, or the encoding of the file."],
  charset: ["text", "The character set of the body."],
  known: ["texts", "The known names."],
  other: ["text", "The parameter that excludes this one."],
  resource: ["text", "The resource that has no such field."],
  time_zone: ["text", "The merchant's time zone, by its IANA name."],
  ports: ["texts", "The allowed ports."],

  // Orders.
  reference: ["text", "The reference that exists."],
  required: ["integer", "The amount that the order takes from the balance, with its fee."],
  available: ["integer", "The amount that the balance holds."],
  currency: ["text", "The currency of the amounts, or the refused currency."],
  from: ["text", "The currency to convert from."],
  to: ["text", "The currency to convert to."],
  entry: ["integer", "The index of the other entry in the list, from 0."],
  channel: ["text", "The channel's id."],
  channels: ["texts", "The channels to choose from."],
  environment: ["text", "`test` or `live`."],
  network: ["text", "The network of the number, such as `MTN`."],
  country: ["text", "The country's two-letter code."],
  digits: ["integer", "The digits of the country's mobile numbers; 0 if Kolo has no channel there."],
  first_digits: ["texts", "The first digits of the country's mobile numbers; empty if Kolo has no channel there."],
  range: ["text", "The first digits of the number, or a range of IP addresses."],
  until: ["text", "The moment at which the new secret replaces the old one."],

  limit: ["text", "The id of the limit."],
  applies_to: ["text", "`merchant`, `key`, `person`, `payee` or `payer`."],
  period: ["text", "`hour`, `day` or `month`."],
  measure: ["text", "`amount` or `count`."],
  remaining: ["integer", "The amount or number that the limit still allows."],
  free_at: ["text", "The moment at which the limit begins again, or the order is no longer a duplicate."],
  transfer: ["text", "The id of the earlier transfer."],

  // Files.
  line: ["integer", "The line of the file, from 1."],
  heading_line: ["integer", "The line of the heading."],
  cells: ["integer", "The cells of the line."],
  heading_cells: ["integer", "The cells of the heading."],
  problem: ["text", "`inside_cell`, `formula`, `unclosed` or `text_behind`."],
  columns: ["texts", "The fields that lack a column, or have several."],
  headings: ["texts", "The headings of the file."],
  cell: ["text", "The text of the cell."],

  // The dashboard and the commands of platform operators.
  email: ["text", "The e-mail address."],
  merchant: ["text", "The merchant's id."],
  address: ["text", "The text that is no IP address or range."],
  origin: ["text", "The text that is no origin."],
  weakness: ["text", "`common`, `words` or `pattern`."],
  state: ["text", "The decision: `approved`, `rejected` or `canceled`."],
  bulk: ["text", "The bulk transfer's id."],
  by: ["text", "The person who decided."],
  resolution: ["text", "The decision."],
  record: ["text", "The id of the record that books the same money."],
  statement: ["text", "The statement's id."],
  statement_currency: ["text", "The currency given for the statement."],
  workers: ["texts", "The workers that have stopped."],
} as const satisfies Readonly<Record<string, ParamEntry>>;

export type ParamName = keyof typeof PARAMS;

/** The values of parameters with these names. */
export type ParamsNamed<Name extends ParamName> = { readonly [N in Name]: ParamTypes[(typeof PARAMS)[N][0]] };

/** The parameters of any reason. */
export type ReasonParams = Readonly<Record<string, ParamTypes[keyof ParamTypes]>>;

const JSON_TYPES: Readonly<Record<keyof ParamTypes, object>> = {
  integer: { type: "integer" },
  text: { type: "string" },
  texts: { type: "array", items: { type: "string" } },
};

/** The JSON schemas of parameters, in the order of `PARAMS`. */
export function paramSchemas(names: readonly string[]): Readonly<Record<string, object>> {
  return Object.fromEntries(
    Object.entries(PARAMS)
      .filter(([name]) => names.includes(name))
      .map(([name, [type, description]]) => [name, { ...JSON_TYPES[type], description }]),
  );
}
