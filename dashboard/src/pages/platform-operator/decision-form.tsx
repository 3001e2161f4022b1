import { Field } from "@kolo/ui/field.tsx";
import { useState } from "react";
import type { ApiResponse } from "#app/api.ts";
import { Form, RadioField } from "#ui/form.tsx";
import { messageByName, useDecisionMessages } from "./decision-messages.ts";

/** A decision, in the format of the API. */
interface Decision<Choice> {
  readonly as: Choice;
  readonly reason: string;
  readonly merchant?: string;
}

interface DecisionFormProps<Choice extends string> {
  readonly choices: readonly Choice[];
  /** The effect of each choice on the amount, by choice. A choice without an entry shows none. */
  readonly effects?: Readonly<Record<string, string>>;
  /** The preselected choice: another platform operator's proposal. */
  readonly chosen?: string;
  /** Whether the choice only creates a proposal, which a second person must confirm. */
  readonly is_proposal: (choice: string) => boolean;
  /** Whether the form asks for the merchant, because the statement line has none yet. */
  readonly asks_merchant?: boolean;
  readonly send: (decision: Decision<Choice>) => Promise<ApiResponse<unknown>>;
  readonly onDone: () => void;
}

/** The form for a decision: the choices with their effects, and a reason. The button repeats the chosen effect. */
export function DecisionForm<Choice extends string>(props: DecisionFormProps<Choice>) {
  const { choices, effects = {}, chosen = "", is_proposal, asks_merchant = false, send, onDone } = props;
  const messages = useDecisionMessages();
  const only_choice = choices.length === 1 ? choices[0] : undefined;
  const [choice = "", setChoice] = useState(choices.find((one) => one === chosen) ?? only_choice);
  const [reason, setReason] = useState("");
  const [merchant_id, setMerchantId] = useState("");
  const needs_merchant = asks_merchant && choice !== "ignore";
  function check_errors(): Readonly<Record<string, string>> {
    return {
      ...(choice === "" ? { as: messages.choose_needed } : {}),
      ...(needs_merchant && merchant_id.trim() === "" ? { merchant: messages.books_needed } : {}),
      ...(reason.trim() === "" ? { reason: messages.reason_needed } : {}),
    };
  }
  const choice_text = messageByName(messages.resolutions, choice);
  return (
    <Form
      label={messages.decide}
      button={
        choice === ""
          ? messages.decide
          : is_proposal(choice)
            ? messages.propose_as(choice_text)
            : messages.decide_as(choice_text)
      }
      check={check_errors}
      send={() => {
        // The form's check requires a choice, so this cannot fail.
        const as = choices.find((one) => one === choice);
        if (as === undefined) throw new Error("Broken promise: the form sends a choice only");
        return send({ as, reason, ...(needs_merchant ? { merchant: merchant_id.trim() } : {}) });
      }}
      onDone={onDone}
    >
      {(errors) => (
        <>
          <RadioField
            {...{ label: messages.choose, name: "as", value: choice, error: errors.as, onValue: setChoice }}
            choices={choices.map((value) => ({
              ...{ value, text: messageByName(messages.resolutions, value) },
              effect: effects[value] ?? messageByName(messages.means, value),
            }))}
          />
          {needs_merchant && (
            <Field
              {...{ label: messages.books, help: messages.books_help, error: errors.merchant, name: "merchant" }}
              value={merchant_id}
              onValue={setMerchantId}
            />
          )}
          <Field
            {...{
              label: messages.reason,
              help: messages.reason_help,
              error: errors.reason,
              name: "reason",
              value: reason,
            }}
            onValue={setReason}
          />
        </>
      )}
    </Form>
  );
}
