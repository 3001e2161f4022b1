import { groupPhone, nationalDigits } from "@kolo/ui/format-phone.ts";
import { useMemo, useState } from "react";
import type { Channel, Checkout, NumberForm } from "#app/checkout.ts";
import { takeHandoffNumber } from "#app/phone-handoff.ts";
import { channelsForAmount, countriesOf, type NumberValidation, networkOf, validateNumber } from "./validate-number.ts";

/** The payer's input. It is kept after a failed attempt, so that the payer can try again. */
export interface Payer {
  readonly channels: readonly Channel[];
  readonly countries: readonly string[];
  readonly country: string;
  readonly calling_code: string;
  /** The text in the field. */
  readonly number: string;
  /** The network of the number so far; null if it is not clear. */
  readonly network_name: string | null;
  /** The form of the country's numbers, for the text of a mistake. */
  readonly number_form: NumberForm | null;
  readonly chosen: string | null;
  readonly validation: NumberValidation;
  /** The complete number in E.164, as the service expects it. */
  readonly e164: string;
  setNumber(text: string): void;
  format(text: string): string;
  setCountry(country: string): void;
  chooseChannel(channel: string): void;
  /** Sets the number from a complete E.164 number. */
  setFullNumber(e164: string): void;
}

export function usePayer(checkout: Checkout): Payer {
  const channels = useMemo(() => channelsForAmount(checkout), [checkout]);
  const countries = countriesOf(channels);
  const [input, setInput] = useState(() => initialInput(checkout, channels));
  const country = countries.includes(input.country) ? input.country : (countries[0] ?? "");
  const calling_code = callingCode(channels, country);
  const digits = nationalDigits(input.number, calling_code);
  const network = networkOf(digits, checkout.prefixes[country] ?? []);
  const format = (text: string) => groupPhone(nationalDigits(text, calling_code), calling_code);
  return {
    channels,
    countries,
    country,
    calling_code,
    number: input.number,
    network_name: network && (checkout.network_names[network] ?? network),
    number_form: checkout.mobile_numbers[country] ?? null,
    chosen: input.chosen,
    validation: validateNumber(digits, country, channels, checkout, input.chosen),
    e164: `+${calling_code}${digits}`,
    format,
    setNumber: (number) => setInput({ ...input, number }),
    setCountry: (next) => setInput({ ...input, country: next }),
    chooseChannel: (chosen) => setInput({ ...input, chosen }),
    setFullNumber: (e164) => setInput({ ...inputFromNumber(e164, channels), chosen: null }),
  };
}

interface PayerInput {
  readonly country: string;
  readonly number: string;
  readonly chosen: string | null;
}

function initialInput({ payer_phone }: Checkout, channels: readonly Channel[]): PayerInput {
  return inputFromNumber(takeHandoffNumber(location.pathname) ?? payer_phone ?? "", channels);
}

function inputFromNumber(e164: string, channels: readonly Channel[]): PayerInput {
  const channel = channels.find(({ calling_code }) => e164.startsWith(`+${calling_code}`));
  if (!channel) return { country: channels[0]?.country ?? "", number: "", chosen: null };
  const number = groupPhone(nationalDigits(e164, channel.calling_code), channel.calling_code);
  return { country: channel.country, number, chosen: null };
}

function callingCode(channels: readonly Channel[], country: string): string {
  return channels.find((channel) => channel.country === country)?.calling_code ?? "";
}
