import { Field } from "@kolo/ui/field.tsx";
import { type ReactNode, useState } from "react";
import type { ApiResponse } from "#app/api.ts";
import { type Item, textsOf } from "#app/items.ts";
import { KEY_RESOURCES, type KeyAccess, type KeyResource } from "#app/key-rights.ts";
import { useKeyMessages } from "#i18n/key-messages.ts";
import { Form, SelectField } from "./form.tsx";

interface KeyFormProps {
  /** The key's current restrictions. */
  readonly before: Item;
  readonly button: string;
  readonly send: (limits: Item) => Promise<ApiResponse>;
  readonly onDone: (response: ApiResponse) => void;
  /** Further fields above. */
  readonly children?: (errors: Readonly<Record<string, string>>) => ReactNode;
}

/** The form for a private key's rights and allowed IP addresses. */
export function KeyForm({ before, button, send, onDone, children }: KeyFormProps) {
  const messages = useKeyMessages();
  const [is_restricted, setRestricted] = useState(Array.isArray(before.rights));
  const [rights, setRights] = useState(textsOf(before, "rights"));
  const [address_text, setAddressText] = useState(textsOf(before, "addresses").join(" "));
  function check(): Readonly<Record<string, string>> {
    return is_restricted && rights.length === 0 ? { rights: messages.may_needed } : {};
  }
  const addresses = address_text.split(/[\s,;]+/).filter((range) => range !== "");
  const limits = { ...(is_restricted ? { rights } : {}), ...(addresses.length === 0 ? {} : { addresses }) };
  return (
    <Form label={button} button={button} check={check} send={() => send(limits)} onDone={onDone}>
      {(errors) => (
        <>
          {children?.(errors)}
          <SelectField
            label={messages.may}
            name="may"
            value={is_restricted ? "chosen" : "all"}
            options={[
              ["all", messages.may_all],
              ["chosen", messages.may_chosen],
            ]}
            onValue={(value) => setRestricted(value === "chosen")}
          />
          {is_restricted && (
            <RightsChoice rights={rights} error={errors.rights} help={messages.public_opens} onRights={setRights} />
          )}
          <Field
            {...{
              label: messages.from,
              help: messages.from_help,
              error: errors.addresses,
              name: "addresses",
              value: address_text,
            }}
            onValue={setAddressText}
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
  const messages = useKeyMessages();
  function toggle(right: string): void {
    onRights(rights.includes(right) ? rights.filter((one) => one !== right) : [...rights, right]);
  }
  return (
    <fieldset
      className={error ? "field rights field-wrong" : "field rights"}
      aria-describedby={error ? "rights-help rights-error" : "rights-help"}
    >
      <legend className="hidden">{messages.may}</legend>
      {KEY_RESOURCES.map(([resource, access_kinds], index) => (
        <div key={resource} className="rights-noun">
          <span aria-hidden="true">{messages.nouns[resource].name}</span>
          {access_kinds.map((access) => (
            <RightCheck
              key={access}
              {...{ resource, access }}
              is_on={rights.includes(`${resource}:${access}`)}
              is_first={index === 0 && access === "read"}
              is_wrong={error !== undefined}
              onPress={() => toggle(`${resource}:${access}`)}
            />
          ))}
        </div>
      ))}
      <p className="field-help" id="rights-help">
        {help} {rights.includes("webhooks:write") && messages.webhooks_see}
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
  readonly resource: KeyResource;
  readonly access: KeyAccess;
  readonly is_on: boolean;
  readonly is_first: boolean;
  readonly is_wrong: boolean;
  readonly onPress: () => void;
}

function RightCheck({ resource, access, is_on, is_first, is_wrong, onPress }: RightCheckProps) {
  const { nouns, look } = useKeyMessages();
  return (
    <label className="check">
      <input
        type="checkbox"
        name={is_first ? "rights" : undefined}
        aria-invalid={is_wrong && is_first ? true : undefined}
        checked={is_on}
        onChange={onPress}
      />
      <span className="hidden">{nouns[resource].name}</span> {access === "read" ? look : nouns[resource].write}
    </label>
  );
}
