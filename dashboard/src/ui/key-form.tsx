import { Field } from "@kolo/ui/field.tsx";
import { type ReactNode, useState } from "react";
import type { ApiResponse, SuccessfulResponse } from "#app/api.ts";
import { KEY_RIGHTS, type Key, type KeyRight } from "#app/api-types.ts";
import { KEY_RESOURCES, type KeyAccess, type KeyResource } from "#app/key-rights.ts";
import { useKeyMessages } from "#i18n/key-messages.ts";
import { Form, SelectField } from "./form.tsx";

interface KeyLimits {
  readonly rights?: readonly KeyRight[];
  readonly addresses?: readonly string[];
  readonly origins?: readonly string[];
}

interface KeyFormProps<Body> {
  readonly kind: "private" | "publishable";
  /** The key with its current restrictions; null for a new one. */
  readonly before: Key | null;
  readonly button: string;
  readonly send: (limits: KeyLimits) => Promise<ApiResponse<Body>>;
  readonly onDone: (response: SuccessfulResponse<Body>) => void;
  /** Fields that the form shows above its own. */
  readonly children?: (errors: Readonly<Record<string, string>>) => ReactNode;
}

/** The form for a private key's rights and allowed IP addresses, or for a publishable key's origins. */
export function KeyForm<Body>({ kind, before, button, send, onDone, children }: KeyFormProps<Body>) {
  const messages = useKeyMessages();
  const [is_restricted, setRestricted] = useState(before?.rights != null);
  const [rights, setRights] = useState<readonly KeyRight[]>(before?.rights ?? []);
  const [address_text, setAddressText] = useState((before?.addresses ?? []).join(" "));
  const [origin_text, setOriginText] = useState((before?.origins ?? []).join(" "));
  const is_publishable = kind === "publishable";
  function check(): Readonly<Record<string, string>> {
    return !is_publishable && is_restricted && rights.length === 0 ? { rights: messages.may_needed } : {};
  }
  const addresses = listOf(address_text);
  const private_limits = { ...(is_restricted ? { rights } : {}), ...(addresses.length === 0 ? {} : { addresses }) };
  const limits = is_publishable ? { origins: listOf(origin_text) } : private_limits;
  return (
    <Form label={button} button={button} check={check} send={() => send(limits)} onDone={onDone}>
      {(errors) => (
        <>
          {children?.(errors)}
          {is_publishable ? (
            <Field
              {...{
                label: messages.origins,
                help: messages.origins_help,
                error: errors.origins,
                name: "origins",
                value: origin_text,
              }}
              onValue={setOriginText}
            />
          ) : (
            <>
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
        </>
      )}
    </Form>
  );
}

function listOf(text: string): readonly string[] {
  return text.split(/[\s,;]+/).filter((entry) => entry !== "");
}

interface RightsChoiceProps {
  readonly rights: readonly KeyRight[];
  readonly error: string | undefined;
  /** The help text below the list. */
  readonly help: string;
  readonly onRights: (rights: readonly KeyRight[]) => void;
}

/** One line per resource, with a toggle for each right. */
export function RightsChoice({ rights, error, help, onRights }: RightsChoiceProps) {
  const messages = useKeyMessages();
  function toggle(resource: KeyResource, access: KeyAccess): void {
    const right = KEY_RIGHTS.find((one) => one === `${resource}:${access}`);
    if (right) onRights(rights.includes(right) ? rights.filter((one) => one !== right) : [...rights, right]);
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
              is_on={rights.some((one) => one === `${resource}:${access}`)}
              is_first={index === 0 && access === "read"}
              is_wrong={error !== undefined}
              onPress={() => toggle(resource, access)}
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
