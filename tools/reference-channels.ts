// Writes docs/reference/channels.md from the default catalogue of channels.
import { toMajor } from "../server/kernel/money.ts";
import { callingCode } from "../server/kernel/phone.ts";
import { SANDBOX_DIGITS } from "../server/kernel/sandbox-numbers.ts";
import { DEFAULT_CATALOGUE } from "../server/providers/catalogue/default-catalogue.ts";
import type { CatalogueCountry, Channel } from "../server/providers/catalogue/read-catalogue.ts";
import { providersOf } from "../server/providers/channels.ts";

/** The paragraphs of the page, below its title. */
export function channelPage(): readonly string[] {
  return [
    "The channels that Kolo ships with. A test key can use every one of them: the sandbox carries it, and nothing leaves the machine. A live key can use a channel if an account at its provider is connected: `active` in `GET /channels`. *No connector*: Kolo has no plug-in for these wallets yet. Platform operators can change limits, dial codes and accounts, so programs read `GET /channels` and treat ids as an open set.",
    "Amounts in requests are in the smallest unit of the currency: 10.50 GHS is 1050.",
    "## Sandbox numbers",
    "The last six digits of a number choose its outcome; the digits before them choose the network. The tables of the countries list these first digits for each channel: `ug.mtn` takes `+256772000000`.",
    table(
      ["last six digits", "outcome"],
      Object.entries(SANDBOX_DIGITS).map(([outcome, digits]) => [`\`${digits}\``, outcome.replaceAll("_", " ")]),
    ),
    "In a payment, *redirect* gives a page of the sandbox in `action_url` and completes ten seconds after the request; *otp* needs a one-time code, and any code completes it.",
    ...DEFAULT_CATALOGUE.flatMap(countrySection),
  ];
}

function countrySection({ code, name, mobile_numbers, networks, channels, source, as_of, doubts }: CatalogueCountry) {
  const currency = channels[0]?.currency ?? "";
  const { digits, first_digits } = mobile_numbers;
  return [
    `## ${name}`,
    `\`${code}\`, ${currency}, calling code ${callingCode(code)}. Mobile numbers have ${digits} digits that begin with ${first_digits.join(", ")}.`,
    table(
      ["channel", "name", "kinds", "limits", "dial code", "sandbox numbers", "live provider"],
      channels.map((channel) => channelRow(channel)),
    ),
    ...(networks.length === 0
      ? []
      : [
          table(
            ["network", "prefixes"],
            networks.map((network) => [network.name, network.prefixes.join(", ")]),
          ),
        ]),
    `Source: ${source}. Read on ${as_of}.`,
    ...(doubts.length === 0 ? [] : [`Doubts:\n\n${doubts.map((doubt) => `- ${doubt}`).join("\n")}`]),
  ];
}

function channelRow(channel: Channel): readonly string[] {
  const { id, name, kinds, minimum, maximum, currency, dial_code, sandbox_prefix, country, routes } = channel;
  const carriers = providersOf(channel, "live").join(", ");
  const provider = carriers || (routes.length > 0 ? `by network: ${routes.join(", ")}` : "no connector");
  return [
    `\`${id}\``,
    name,
    kinds.join(", "),
    `${toMajor(minimum, currency)}–${toMajor(maximum, currency)}`,
    dial_code === null ? "" : `\`${dial_code}\``,
    sandbox_prefix === null ? "" : `\`+${callingCode(country)}${sandbox_prefix}\`…`,
    provider,
  ];
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(heads), line(heads.map(() => "---")), ...rows.map(line)].join("\n");
}
