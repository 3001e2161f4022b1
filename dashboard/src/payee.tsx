import { Button } from "@kolo/ui/button.tsx";
import { Field } from "@kolo/ui/field.tsx";
import { groupPhone, nationalDigits } from "@kolo/ui/format-phone.ts";
import { useState } from "react";
import { PhoneOf } from "./cells.tsx";
import { useChannelNames } from "./channel-name.tsx";
import { type Item, itemOf, itemsOf, textOf } from "./items.ts";
import { usePayeeWords } from "./payee-texts.ts";
import { usePlace } from "./place.ts";
import { Notice } from "./shell-parts.tsx";
import { useAnswer } from "./use-answer.ts";

/** The payee: a stored beneficiary by id, or a new one by name and number. */
export interface Payee {
  readonly beneficiary: string;
  readonly name: string;
  readonly phone: string;
}

export const NOBODY: Payee = { beneficiary: "", name: "", phone: "" };

const CODES = new Map([
  ["CM", "237"],
  ["CI", "225"],
  ["SN", "221"],
  ["NG", "234"],
]);

interface PayeeProps {
  readonly payee: Payee;
  readonly onPayee: (payee: Payee) => void;
  readonly errors: Readonly<Record<string, string>>;
}

/** The fields for a stored beneficiary, found by name or number, or for a new one. */
export function PayeeFields({ payee, onPayee, errors }: PayeeProps) {
  const words = usePayeeWords();
  const { business } = usePlace();
  const code = CODES.get(textOf(business, "country"));
  if (payee.beneficiary !== "") {
    return (
      <div className="field">
        <p className="field-label">{words.beneficiary}</p>
        <p className="chosen">
          <span>
            {payee.name} <PhoneOf number={payee.phone} />
          </span>
          <Button onClick={() => onPayee(NOBODY)}>{words.somebody_else}</Button>
        </p>
      </div>
    );
  }
  return (
    <>
      <Search onPick={onPayee} />
      <Field
        {...{ label: words.name, error: errors.name, name: "name", value: payee.name }}
        onValue={(name) => onPayee({ ...payee, name })}
      />
      <Field
        {...{ label: words.phone, help: words.phone_help, error: errors.phone, name: "phone", type: "tel" }}
        value={payee.phone}
        format={(text) => (code === undefined || /^\s*(\+|00)/.test(text) ? text : grouped(text, code))}
        onValue={(phone) => onPayee({ ...payee, phone })}
      />
    </>
  );
}

function grouped(text: string, code: string): string {
  return groupPhone(nationalDigits(text, code), code);
}

const SEARCH_MIN = 2;
const FOUND_MAX = 6;

function Search({ onPick }: { readonly onPick: (payee: Payee) => void }) {
  const words = usePayeeWords();
  const place = usePlace();
  const [text, setText] = useState("");
  const wanted = text.trim();
  const path = `/beneficiaries?limit=${FOUND_MAX}&search=${encodeURIComponent(wanted)}`;
  const { answer } = useAnswer(place.to(path), () => place.ask("GET", path));
  const found = wanted.length < SEARCH_MIN ? [] : itemsOf(answer?.body ?? {}, "items");
  return (
    <>
      <Field {...{ label: words.search, name: "search", value: text, onValue: setText }} />
      <ul className="found" aria-label={words.found}>
        {found.map((one) => (
          <li key={textOf(one, "id")}>
            <button
              type="button"
              className="button button-plain"
              onClick={() =>
                onPick({ beneficiary: textOf(one, "id"), name: textOf(one, "name"), phone: textOf(one, "phone") })
              }
            >
              {textOf(one, "name")} <PhoneOf number={textOf(one, "phone")} />
            </button>
          </li>
        ))}
      </ul>
      <p className="quiet" aria-live="polite">
        {wanted.length >= SEARCH_MIN && answer?.is_ok && found.length === 0 ? words.nobody : ""}
      </p>
    </>
  );
}

/** The account holder of the number, as the mobile network returns it, before anything is sent. */
export function HolderOf({ payee, channel }: { readonly payee: Payee; readonly channel: string }) {
  const words = usePayeeWords();
  const place = usePlace();
  const { phone, name } = payee;
  const key = `${place.to("lookup")} ${channel} ${phone} ${name}`;
  const { answer } = useAnswer(key, () => place.ask("POST", "/transfers/lookup", { channel, phone, name }));
  const nameOfChannel = useChannelNames();
  const lookup = itemOf(answer?.body ?? {}, "lookup");
  // Reserves the height of the answer, so that the buttons below do not move while the user presses them.
  return (
    <div className="holder">
      <p>
        <PhoneOf number={textOf(lookup, "phone") || phone} /> {nameOfChannel(textOf(lookup, "channel") || channel)}
      </p>
      {answer?.is_ok ? (
        <Verdict lookup={lookup} />
      ) : (
        <Notice tone="quiet">{answer ? words.untold : words.asking}</Notice>
      )}
    </div>
  );
}

/** The network's answer about a phone number. */
export function Verdict({ lookup }: { readonly lookup: Item }) {
  const words = usePayeeWords();
  const name = textOf(lookup, "name");
  if (lookup.found === false) return <Notice tone="bad">{words.no_account}</Notice>;
  if (lookup.active === false) return <Notice tone="bad">{words.closed}</Notice>;
  if (name === "") return <Notice tone="quiet">{words.untold}</Notice>;
  if (lookup.match === "differs") return <Notice tone="bad">{words.differs(name)}</Notice>;
  return <Notice tone="quiet">{lookup.match === "similar" ? words.similar(name) : words.matches(name)}</Notice>;
}
