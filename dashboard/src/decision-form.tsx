import { Field } from "@kolo/ui/field.tsx";
import { useState } from "react";
import type { Answer } from "./api.ts";
import { useDecisionWords, wordOf } from "./decision-texts.ts";
import { Form } from "./form.tsx";

interface DecisionProps {
  readonly choices: readonly string[];
  /** The effect of each choice on this amount, where it is known. */
  readonly means?: Readonly<Record<string, string>>;
  /** The preselected choice: another platform operator's proposal. */
  readonly chosen?: string;
  /** Whether the choice only creates a proposal, which a second person must confirm. */
  readonly is_proposal: (choice: string) => boolean;
  /** Whether the form asks for the merchant, because the line has none yet. */
  readonly asks_books?: boolean;
  readonly send: (body: Readonly<Record<string, string>>) => Promise<Answer>;
  readonly onDone: () => void;
}

/** The form of a decision: the choices, their effects and a reason. The button repeats the effect. */
export function DecisionForm(props: DecisionProps) {
  const { choices, means = {}, chosen = "", is_proposal, asks_books = false, send, onDone } = props;
  const words = useDecisionWords();
  const only = choices.length === 1 ? (choices[0] ?? "") : "";
  const [choice, setChoice] = useState(choices.includes(chosen) ? chosen : only);
  const [reason, setReason] = useState("");
  const [books, setBooks] = useState("");
  const needs_books = asks_books && choice !== "ignore";
  function missing(): Readonly<Record<string, string>> {
    return {
      ...(choice === "" ? { as: words.choose_needed } : {}),
      ...(needs_books && books.trim() === "" ? { merchant: words.books_needed } : {}),
      ...(reason.trim() === "" ? { reason: words.reason_needed } : {}),
    };
  }
  const word = wordOf(words.resolutions, choice);
  return (
    <Form
      label={words.decide}
      button={choice === "" ? words.decide : is_proposal(choice) ? words.propose_as(word) : words.decide_as(word)}
      check={missing}
      send={() => send({ as: choice, reason, ...(needs_books ? { merchant: books.trim() } : {}) })}
      onDone={onDone}
    >
      {(errors) => (
        <>
          <Choices {...{ choices, means, choice, error: errors.as }} onChoice={setChoice} />
          {needs_books && (
            <Field
              {...{ label: words.books, help: words.books_help, error: errors.merchant, name: "merchant" }}
              value={books}
              onValue={setBooks}
            />
          )}
          <Field
            {...{ label: words.reason, help: words.reason_help, error: errors.reason, name: "reason", value: reason }}
            onValue={setReason}
          />
        </>
      )}
    </Form>
  );
}

interface ChoicesProps {
  readonly choices: readonly string[];
  readonly means: Readonly<Record<string, string>>;
  readonly choice: string;
  readonly error: string | undefined;
  readonly onChoice: (choice: string) => void;
}

function Choices({ choices, means, choice, error, onChoice }: ChoicesProps) {
  const words = useDecisionWords();
  return (
    <fieldset className={error ? "choices field field-wrong" : "choices field"}>
      <legend>{words.choose}</legend>
      {choices.map((one) => (
        <label key={one} className="choice">
          <input
            type="radio"
            name="as"
            value={one}
            checked={one === choice}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? "as-error" : undefined}
            onChange={() => onChoice(one)}
          />
          <span>
            <strong>{wordOf(words.resolutions, one)}</strong>
            <span className="quiet"> {means[one] ?? wordOf(words.means, one)}</span>
          </span>
        </label>
      ))}
      {error && (
        <p className="field-error" id="as-error">
          {error}
        </p>
      )}
    </fieldset>
  );
}
