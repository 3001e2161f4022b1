import { groupPhone, nationalDigits } from "@kolo/ui/format-phone.ts";
import { useMemo, useState } from "react";
import type { Channel, Checkout } from "./checkout.ts";
import { takeNumber } from "./handed-number.ts";
import { countriesOf, fittingChannels, type Judgement, judgeNumber, operatorOf } from "./number.ts";

/** The payer's input so far. It survives a failed attempt. */
export interface Payer {
  readonly channels: readonly Channel[];
  readonly countries: readonly string[];
  readonly country: string;
  readonly calling_code: string;
  /** The text in the field. */
  readonly number: string;
  readonly operator: string | null;
  readonly chosen: string | null;
  readonly judgement: Judgement;
  /** The whole number in E.164, as the service expects it. */
  readonly e164: string;
  type(text: string): void;
  format(text: string): string;
  move(country: string): void;
  choose(channel: string): void;
  /** Sets a whole number in E.164. */
  take(e164: string): void;
}

export function usePayer(checkout: Checkout): Payer {
  const channels = useMemo(() => fittingChannels(checkout), [checkout]);
  const countries = countriesOf(channels);
  const [said, say] = useState(() => startOf(checkout, channels));
  const country = countries.includes(said.country) ? said.country : (countries[0] ?? "");
  const calling_code = callingCode(channels, country);
  const digits = nationalDigits(said.number, calling_code);
  const format = (text: string) => groupPhone(nationalDigits(text, calling_code), calling_code);
  return {
    channels,
    countries,
    country,
    calling_code,
    number: said.number,
    operator: operatorOf(digits, checkout.prefixes[country] ?? []),
    chosen: said.chosen,
    judgement: judgeNumber(digits, country, channels, checkout.prefixes, said.chosen),
    e164: `+${calling_code}${digits}`,
    format,
    type: (number) => say({ ...said, number }),
    move: (next) => say({ ...said, country: next }),
    choose: (chosen) => say({ ...said, chosen }),
    take: (e164) => say({ ...startAt(e164, channels), chosen: null }),
  };
}

interface Said {
  readonly country: string;
  readonly number: string;
  readonly chosen: string | null;
}

function startOf({ payer_phone }: Checkout, channels: readonly Channel[]): Said {
  return startAt(takeNumber(location.pathname) ?? payer_phone ?? "", channels);
}

function startAt(e164: string, channels: readonly Channel[]): Said {
  const home = channels.find(({ calling_code }) => e164.startsWith(`+${calling_code}`));
  if (!home) return { country: channels[0]?.country ?? "", number: "", chosen: null };
  const number = groupPhone(nationalDigits(e164, home.calling_code), home.calling_code);
  return { country: home.country, number, chosen: null };
}

function callingCode(channels: readonly Channel[], country: string): string {
  return channels.find((channel) => channel.country === country)?.calling_code ?? "";
}
