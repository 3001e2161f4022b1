import { type ReactNode, type Ref, useId, useLayoutEffect, useRef } from "react";
import { caretAfter, countedBefore } from "./caret.ts";

interface FieldProps {
  readonly label: string;
  readonly help?: string | undefined;
  readonly error?: string | null | undefined;
  /** Whether what is wrong comes up while one types, and is spoken then; else it is read with the field. */
  readonly is_told_at_once?: boolean;
  /** What stands in the frame before or after what is typed: a calling code, a currency. */
  readonly before?: ReactNode;
  readonly after?: ReactNode;
  /** What `after` says about what was typed, for who does not see it; spoken when it changes. */
  readonly note?: ReactNode;
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** What the field shows for what was typed over what it showed before. The caret stays behind the same digit. */
  readonly format?: (text: string, before: string) => string;
  readonly id?: string;
  readonly name?: string;
  readonly type?: "text" | "tel" | "email" | "password";
  readonly inputMode?: "text" | "tel" | "email" | "numeric" | "decimal";
  readonly autoComplete?: string;
  readonly ref?: Ref<HTMLInputElement>;
}

/** One thing to fill in: the label above, help below it, the field, and below that what is wrong, in words. */
export function Field(props: FieldProps) {
  const made_id = useId();
  const id = props.id ?? made_id;
  const { label, help, error, before, after, note } = props;
  const described = [help && `${id}-help`, note !== undefined && `${id}-note`, error && `${id}-error`].filter(Boolean);
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
        <FieldInput {...props} id={id} described={described.join(" ")} />
        {after && <span className="field-after">{after}</span>}
      </div>
      {note !== undefined && (
        <p className="hidden" id={`${id}-note`} aria-live="polite">
          {note}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`} role={props.is_told_at_once ? "alert" : undefined}>
          {error}
        </p>
      )}
    </div>
  );
}

function FieldInput(props: FieldProps & { readonly id: string; readonly described: string }) {
  const input = useRef<HTMLInputElement | null>(null);
  const caret = useRef<number | null>(null);
  const { format, value, onValue, ref } = props;
  useLayoutEffect(() => {
    if (caret.current === null || input.current === null) return;
    input.current.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  function typed(element: HTMLInputElement): void {
    const text = format ? format(element.value, value) : element.value;
    if (format) {
      const at = element.selectionStart ?? element.value.length;
      // Digits that the formatting took away (a calling code) stood before the caret: count from the end then.
      const behind = countedBefore(element.value, element.value.length) - countedBefore(element.value, at);
      caret.current = caretAfter(text, Math.max(0, countedBefore(text, text.length) - behind));
      if (behind === 0) caret.current = text.length;
      // What the browser shows may differ although the value does not change: a letter among the digits.
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
      aria-describedby={props.described || undefined}
      aria-invalid={props.error ? true : undefined}
      onInput={(event) => typed(event.currentTarget)}
    />
  );
}

/** What is wrong, in one place above the form, when it is more than one thing; each leads to its field. */
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
