import { type ReactNode, type Ref, useId, useLayoutEffect, useRef } from "react";
import { caretAfter, countedBefore } from "./caret.ts";

interface FieldProps {
  readonly label: string;
  readonly help?: string | undefined;
  readonly error?: string | null | undefined;
  /**
   * Whether screen readers announce the error when it appears, for errors that can appear while the user types. By
   * default the error is only part of the field's description.
   */
  readonly is_announced?: boolean;
  /** Content in the frame before or after the input, such as a calling code or a currency. */
  readonly before?: ReactNode;
  readonly after?: ReactNode;
  /** Text that explains `after` to screen readers, which announce every change of it. */
  readonly note?: ReactNode;
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** Formats the new text, given the previous one. The caret stays after the same digit. */
  readonly format?: (text: string, before: string) => string;
  readonly id?: string;
  readonly name?: string;
  readonly type?: "text" | "tel" | "email" | "password";
  readonly inputMode?: "text" | "tel" | "email" | "numeric" | "decimal";
  readonly autoComplete?: string;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A form field: label, help, input, error message. */
export function Field(props: FieldProps) {
  const generated_id = useId();
  const id = props.id ?? generated_id;
  const { label, help, error, before, after, note } = props;
  const description_ids = [help && `${id}-help`, note !== undefined && `${id}-note`, error && `${id}-error`].filter(
    Boolean,
  );
  return (
    <div className={error ? "field field-wrong" : "field"}>
      <label htmlFor={id}>{label}</label>
      {help && (
        <p className="field-help" id={`${id}-help`}>
          {help}
        </p>
      )}
      <div className="field-frame">
        {before && <span className="field-before">{before}</span>}
        <FieldInput {...props} id={id} description_ids={description_ids.join(" ")} />
        {after && <span className="field-after">{after}</span>}
      </div>
      {note !== undefined && (
        <p className="hidden" id={`${id}-note`} aria-live="polite">
          {note}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`} role={props.is_announced ? "alert" : undefined}>
          {error}
        </p>
      )}
    </div>
  );
}

function FieldInput(props: FieldProps & { readonly id: string; readonly description_ids: string }) {
  const input = useRef<HTMLInputElement | null>(null);
  const caret = useRef<number | null>(null);
  const { format, value, onValue, ref } = props;
  useLayoutEffect(() => {
    if (caret.current === null || input.current === null) return;
    input.current.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  function handleInput(element: HTMLInputElement): void {
    const text = format ? format(element.value, value) : element.value;
    if (format) {
      const at = element.selectionStart ?? element.value.length;
      // Formatting may have removed digits before the caret, such as a calling code: count from the end.
      const digits_after_caret = countedBefore(element.value, element.value.length) - countedBefore(element.value, at);
      caret.current = caretAfter(text, Math.max(0, countedBefore(text, text.length) - digits_after_caret));
      if (digits_after_caret === 0) caret.current = text.length;
      // The displayed text can differ from an unchanged value, for example after a letter among the digits.
      element.value = text;
      element.setSelectionRange(caret.current, caret.current);
    }
    onValue(text);
  }
  return (
    <input
      ref={(element) => {
        input.current = element;
        if (typeof ref === "function") ref(element);
        else if (ref) ref.current = element;
      }}
      id={props.id}
      name={props.name}
      type={props.type ?? "text"}
      inputMode={props.inputMode}
      autoComplete={props.autoComplete ?? "off"}
      value={value}
      aria-describedby={props.description_ids || undefined}
      aria-invalid={props.error ? true : undefined}
      onInput={(event) => handleInput(event.currentTarget)}
    />
  );
}

/** A list of all errors above the form, with a link to each field. Shown for two or more errors. */
export function ErrorSummary(props: {
  readonly title: string;
  readonly errors: readonly { readonly field: string; readonly text: string }[];
}) {
  if (props.errors.length < 2) return null;
  return (
    <div className="error-summary" role="alert">
      <p>{props.title}</p>
      <ul>
        {props.errors.map(({ field, text }) => (
          <li key={field}>
            <a href={`#${field}`}>{text}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}
