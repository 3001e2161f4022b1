import { Button } from "@kolo/ui/button.tsx";
import { Field } from "@kolo/ui/field.tsx";
import { groupPhone, nationalDigits } from "@kolo/ui/format-phone.ts";
import { useState } from "react";
import { useApi } from "#app/api-query.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { usePayeeMessages } from "#i18n/payee-messages.ts";
import { PhoneNumber } from "./cells.tsx";
import { useChannelNames } from "./channel-catalogue.tsx";
import { Notice } from "./page-elements.tsx";

/** The payee: a stored beneficiary by id, or a new one by name and number. */
export interface Payee {
  readonly beneficiary: string;
  readonly name: string;
  readonly phone: string;
}

export const EMPTY_PAYEE: Payee = { beneficiary: "", name: "", phone: "" };

interface PayeeProps {
  readonly payee: Payee;
  readonly onPayee: (payee: Payee) => void;
  readonly errors: Readonly<Record<string, string>>;
}

/** The fields for a stored beneficiary, found by name or number, or for a new one. */
export function PayeeFields({ payee, onPayee, errors }: PayeeProps) {
  const messages = usePayeeMessages();
  const { business } = useMerchantContext();
  const countries = useApi("GET /{environment}/countries", {}).data?.data ?? [];
  const code = countries.find((country) => country.code === business.country)?.calling_code;
  if (payee.beneficiary !== "") {
    return (
      <div className="field">
        <p className="field-label">{messages.beneficiary}</p>
        <p className="chosen">
          <span>
            {payee.name} <PhoneNumber number={payee.phone} />
          </span>
          <Button onClick={() => onPayee(EMPTY_PAYEE)}>{messages.somebody_else}</Button>
        </p>
      </div>
    );
  }
  return (
    <>
      <BeneficiarySearch onPick={onPayee} />
      <Field
        {...{ label: messages.name, error: errors.name, name: "name", value: payee.name }}
        onValue={(name) => onPayee({ ...payee, name })}
      />
      <Field
        {...{ label: messages.phone, help: messages.phone_help, error: errors.phone, name: "phone", type: "tel" }}
        value={payee.phone}
        format={(text) => (code === undefined || /^\s*(\+|00)/.test(text) ? text : groupNumber(text, code))}
        onValue={(phone) => onPayee({ ...payee, phone })}
      />
    </>
  );
}

function groupNumber(text: string, code: string): string {
  return groupPhone(nationalDigits(text, code), code);
}

const SEARCH_MIN = 2;
const MATCHES_MAX = 6;

function BeneficiarySearch({ onPick }: { readonly onPick: (payee: Payee) => void }) {
  const messages = usePayeeMessages();
  const [text, setText] = useState("");
  const search = text.trim();
  const is_enabled = search.length >= SEARCH_MIN;
  const { data } = useApi(
    "GET /{environment}/beneficiaries",
    { query: { limit: MATCHES_MAX, search } },
    { is_enabled },
  );
  const matches = is_enabled && data ? data.items : [];
  return (
    <>
      <Field {...{ label: messages.search, name: "search", value: text, onValue: setText }} />
      <ul className="found" aria-label={messages.found}>
        {matches.map((one) => (
          <li key={one.id}>
            <button
              type="button"
              className="button button-plain"
              onClick={() => onPick({ beneficiary: one.id, name: one.name ?? "", phone: one.phone ?? "" })}
            >
              {one.name} <PhoneNumber number={one.phone ?? ""} />
            </button>
          </li>
        ))}
      </ul>
      <p className="quiet" aria-live="polite">
        {is_enabled && data && matches.length === 0 ? messages.nobody : ""}
      </p>
    </>
  );
}

/** The account holder of the number, as the mobile network returns it, before anything is sent. */
export function AccountHolder({ payee, channel }: { readonly payee: Payee; readonly channel: string }) {
  const messages = usePayeeMessages();
  const { phone, name } = payee;
  const body = { channel, phone, name };
  const { data, failure } = useApi("POST /{environment}/transfers/lookup", { body }, { is_form: true });
  const nameOfChannel = useChannelNames();
  const lookup = data?.lookup;
  // Reserves the height of the result, so that the buttons below do not move when it appears.
  return (
    <div className="holder">
      <p>
        <PhoneNumber number={lookup?.phone || phone} /> {nameOfChannel(lookup?.channel || channel)}
      </p>
      {lookup ? (
        <LookupResult lookup={lookup} />
      ) : (
        <Notice tone="quiet">{failure ? messages.name_unavailable : messages.looking_up}</Notice>
      )}
    </div>
  );
}

interface AccountHolderAnswer {
  readonly found?: boolean | null;
  readonly active?: boolean | null;
  readonly name?: string | null;
  readonly match?: string | null;
}

/** The mobile network's response about a phone number. */
export function LookupResult({ lookup }: { readonly lookup: AccountHolderAnswer }) {
  const messages = usePayeeMessages();
  const name = lookup.name;
  if (lookup.found === false) return <Notice tone="bad">{messages.no_account}</Notice>;
  if (lookup.active === false) return <Notice tone="bad">{messages.closed}</Notice>;
  if (!name) return <Notice tone="quiet">{messages.name_unavailable}</Notice>;
  if (lookup.match === "differs") return <Notice tone="bad">{messages.differs(name)}</Notice>;
  return <Notice tone="quiet">{lookup.match === "similar" ? messages.similar(name) : messages.matches(name)}</Notice>;
}
