import { Button } from "@kolo/ui/button.tsx";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { ApiResponse, SuccessfulResponse } from "#app/api.ts";
import { useUnsavedChanges } from "#app/unsaved-changes.tsx";
import { useAccountMessages } from "#i18n/account-messages.ts";
import { focusFirstInvalid, useRestoreFocus } from "./focus.ts";
import { Notice } from "./page-elements.tsx";
import { SecondFactorNotice } from "./second-factor-notice.tsx";
import { actionErrorText } from "./use-action.tsx";

interface FormProps<Body> {
  readonly label: string;
  readonly button: string;
  readonly children: (errors: Readonly<Record<string, string>>) => ReactNode;
  /** Validates before sending; returns error messages by field. Any error prevents the request. */
  readonly check?: () => Readonly<Record<string, string>>;
  readonly send: () => Promise<ApiResponse<Body>>;
  readonly onDone: (response: SuccessfulResponse<Body>) => void;
  readonly tone?: "main" | "plain";
}

/** A form. Errors appear beside their fields, the first invalid field gets the focus, and a failure keeps the input. */
export function Form<Body>({ label, button, children, check, send, onDone, tone = "main" }: FormProps<Body>) {
  const messages = useAccountMessages();
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [error_text, setErrorText] = useState("");
  const needs_factor = errors.second_factor !== undefined;
  const [is_busy, setBusy] = useState(false);
  const [has_changes, setHasChanges] = useState(false);
  useUnsavedChanges(has_changes);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(errors).length > 0) focusFirstInvalid(form.current);
  }, [errors]);
  useRestoreFocus(form);
  // The message is above the fields, and may be out of view when the user presses the button below them.
  useEffect(() => {
    if (error_text !== "" || needs_factor)
      form.current?.querySelector(".notice-bad")?.scrollIntoView({ block: "nearest" });
  }, [error_text, needs_factor]);
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (is_busy) return;
    const check_errors = check?.() ?? {};
    setErrors(check_errors);
    if (Object.keys(check_errors).length > 0) return;
    setErrorText("");
    setBusy(true);
    const response = await send();
    setBusy(false);
    if (response.is_ok) {
      setHasChanges(false);
      onDone(response);
      return;
    }
    setErrors(response.errors);
    const has_field = Object.keys(response.errors).some((field) => form.current?.querySelector(`[name="${field}"]`));
    setErrorText(has_field || response.errors.second_factor !== undefined ? "" : actionErrorText(response, messages));
  }
  return (
    <form
      ref={form}
      noValidate
      aria-label={label}
      onInput={() => setHasChanges(true)}
      onSubmit={(event) => void submit(event)}
    >
      {needs_factor && <SecondFactorNotice tone="bad" />}
      {error_text !== "" && <Notice tone="bad">{error_text}</Notice>}
      {children(errors)}
      <Button type="submit" tone={tone} is_busy={is_busy}>
        {button}
      </Button>
    </form>
  );
}

/** A checkbox with a label. */
export function CheckboxField(props: {
  readonly label: string;
  readonly help?: string;
  readonly is_on: boolean;
  readonly onChange: (is_on: boolean) => void;
}) {
  return (
    <div className="field">
      <label className="check">
        <input
          type="checkbox"
          checked={props.is_on}
          // `input` comes before `change`. The form re-renders on the first `input`, which would reset the box before `change`.
          onInput={(event) => props.onChange(event.currentTarget.checked)}
        />
        {props.label}
      </label>
      {props.help && <p className="field-help">{props.help}</p>}
    </div>
  );
}

interface LabelledProps {
  readonly label: string;
  readonly help?: string | undefined;
  readonly name: string;
  readonly value: string;
  readonly error?: string | undefined;
  readonly onValue: (value: string) => void;
}

/** A date field with a label. */
export function DayField(props: LabelledProps) {
  return <PickerField {...props} type="date" />;
}

/** A field for a time of day, with a label. */
export function TimeField(props: LabelledProps) {
  return <PickerField {...props} type="time" />;
}

function PickerField(props: LabelledProps & { readonly type: "date" | "time" }) {
  return (
    <FieldFrame {...props} id={`day-${props.name}`}>
      {(attributes) => (
        <input
          {...attributes}
          name={props.name}
          type={props.type}
          value={props.value}
          onChange={(event) => props.onValue(event.currentTarget.value)}
        />
      )}
    </FieldFrame>
  );
}

interface SelectFieldProps extends LabelledProps {
  readonly options: readonly (readonly [value: string, text: string])[];
}

/** A select field with a label. */
export function SelectField(props: SelectFieldProps) {
  return (
    <FieldFrame {...props} id={`choice-${props.name}`}>
      {(attributes) => (
        <select
          {...attributes}
          name={props.name}
          value={props.value}
          onChange={(event) => props.onValue(event.currentTarget.value)}
        >
          {props.options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}

interface InputAttributes {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": true | undefined;
}

interface FieldFrameProps extends Pick<LabelledProps, "label" | "help" | "error"> {
  readonly id: string;
  readonly children: (attributes: InputAttributes) => ReactNode;
}

/** The label, the help and the error around an input. */
export function FieldFrame({ id, label, help, error, children }: FieldFrameProps) {
  const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className={error ? "field field-wrong" : "field"}>
      <label htmlFor={id}>{label}</label>
      {help && (
        <p className="field-help" id={`${id}-help`}>
          {help}
        </p>
      )}
      <div className="field-frame">
        {children({ id, "aria-describedby": described || undefined, "aria-invalid": error ? true : undefined })}
      </div>
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

interface RadioFieldProps<Value extends string> {
  readonly label: string;
  readonly name: string;
  /** Each choice has a line that states its effect. */
  readonly choices: readonly { readonly value: Value; readonly text: string; readonly effect: string }[];
  /** The chosen one; null or empty for none. */
  readonly value: string | null;
  readonly error: string | undefined;
  readonly onValue: (value: Value) => void;
}

/** Radio buttons, one per choice. */
export function RadioField<Value extends string>(props: RadioFieldProps<Value>) {
  const { label, name, choices, value, error, onValue } = props;
  const error_id = `${name}-error`;
  return (
    <fieldset className={error ? "choices field field-wrong" : "choices field"}>
      <legend>{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className="choice">
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? error_id : undefined}
            onChange={() => onValue(choice.value)}
          />
          <span>
            <strong>{choice.text}</strong> <span className="quiet">{choice.effect}</span>
          </span>
        </label>
      ))}
      {error && (
        <p className="field-error" id={error_id}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
