import { Field } from "@kolo/ui/field.tsx";
import { type ReactNode, useState } from "react";
import type { Answer } from "./api.ts";
import { Choice, Form } from "./form.tsx";
import { type Item, textsOf } from "./items.ts";
import { KEY_NOUNS, type KeyDeed, type KeyNoun } from "./key-rights.ts";
import { useKeyWords } from "./key-texts.ts";

interface KeyFormProps {
  /** The key's current restrictions. */
  readonly before: Item;
  readonly button: string;
  readonly send: (limits: Item) => Promise<Answer>;
  readonly onDone: (answer: Answer) => void;
  /** Further fields above. */
  readonly children?: (errors: Readonly<Record<string, string>>) => ReactNode;
}

/** The form for a private key's rights and allowed IP addresses. */
export function KeyForm({ before, button, send, onDone, children }: KeyFormProps) {
  const words = useKeyWords();
  const [is_chosen, setChosen] = useState(Array.isArray(before.rights));
  const [rights, setRights] = useState(textsOf(before, "rights"));
  const [from, setFrom] = useState(textsOf(before, "addresses").join(" "));
  function check(): Readonly<Record<string, string>> {
    return is_chosen && rights.length === 0 ? { rights: words.may_needed } : {};
  }
  const addresses = from.split(/[\s,;]+/).filter((range) => range !== "");
  const limits = { ...(is_chosen ? { rights } : {}), ...(addresses.length === 0 ? {} : { addresses }) };
  return (
    <Form label={button} button={button} check={check} send={() => send(limits)} onDone={onDone}>
      {(errors) => (
        <>
          {children?.(errors)}
          <Choice
            label={words.may}
            name="may"
            value={is_chosen ? "chosen" : "all"}
            options={[
              ["all", words.may_all],
              ["chosen", words.may_chosen],
            ]}
            onValue={(value) => setChosen(value === "chosen")}
          />
          {is_chosen && (
            <RightsChoice rights={rights} error={errors.rights} help={words.public_opens} onRights={setRights} />
          )}
          <Field
            {...{ label: words.from, help: words.from_help, error: errors.addresses, name: "addresses", value: from }}
            onValue={setFrom}
          />
        </>
      )}
    </Form>
  );
}

interface RightsChoiceProps {
  readonly rights: readonly string[];
  readonly error: string | undefined;
  /** The help text below the list. */
  readonly help: string;
  readonly onRights: (rights: readonly string[]) => void;
}

/** One line per noun, with a toggle for each right. */
export function RightsChoice({ rights, error, help, onRights }: RightsChoiceProps) {
  const words = useKeyWords();
  function press(right: string): void {
    onRights(rights.includes(right) ? rights.filter((one) => one !== right) : [...rights, right]);
  }
  return (
    <fieldset
      className={error ? "field rights field-wrong" : "field rights"}
      aria-describedby={error ? "rights-help rights-error" : "rights-help"}
    >
      <legend className="hidden">{words.may}</legend>
      {KEY_NOUNS.map(([noun, deeds], place) => (
        <div key={noun} className="rights-noun">
          <span aria-hidden="true">{words.nouns[noun].name}</span>
          {deeds.map((deed) => (
            <RightCheck
              key={deed}
              {...{ noun, deed }}
              is_on={rights.includes(`${noun}:${deed}`)}
              is_first={place === 0 && deed === "read"}
              is_wrong={error !== undefined}
              onPress={() => press(`${noun}:${deed}`)}
            />
          ))}
        </div>
      ))}
      <p className="field-help" id="rights-help">
        {help} {rights.includes("webhooks:write") && words.webhooks_see}
      </p>
      {error && (
        <p className="field-error" id="rights-error">
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface RightCheckProps {
  readonly noun: KeyNoun;
  readonly deed: KeyDeed;
  readonly is_on: boolean;
  readonly is_first: boolean;
  readonly is_wrong: boolean;
  readonly onPress: () => void;
}

function RightCheck({ noun, deed, is_on, is_first, is_wrong, onPress }: RightCheckProps) {
  const { nouns, look } = useKeyWords();
  return (
    <label className="check">
      <input
        type="checkbox"
        name={is_first ? "rights" : undefined}
        aria-invalid={is_wrong && is_first ? true : undefined}
        checked={is_on}
        onChange={onPress}
      />
      <span className="hidden">{nouns[noun].name}</span> {deed === "read" ? look : nouns[noun].write}
    </label>
  );
}
