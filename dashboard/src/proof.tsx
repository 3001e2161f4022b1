import { Field } from "@kolo/ui/field.tsx";
import { useState } from "react";
import { ask } from "./api.ts";
import { Form } from "./form.tsx";
import { itemOf } from "./items.ts";
import { usePlace } from "./place.ts";
import { useSelfWords } from "./self-texts.ts";
import { Dialog } from "./shell-parts.tsx";

/** Asks once more who one is: for a code where there is a second factor, else for the password. */
export function Proof({ onEnd }: { readonly onEnd: (is_given: boolean) => void }) {
  const words = useSelfWords();
  const { me } = usePlace();
  const [text, setText] = useState("");
  const name = itemOf(me, "profile").has_second_factor === true ? "code" : "password";
  return (
    <Dialog title={words.proof_title} onClose={() => onEnd(false)}>
      <p className="quiet">{words.proof_help}</p>
      <Form
        label={words.proof_title}
        button={words.go_on}
        send={() => ask("POST", "/me/proof", { [name]: text })}
        onDone={() => onEnd(true)}
      >
        {(errors) => (
          <Field
            label={words[name]}
            {...(name === "code" ? { help: words.code_help } : {})}
            error={errors[name]}
            name={name}
            type={name === "password" ? "password" : "text"}
            autoComplete={name === "password" ? "current-password" : "one-time-code"}
            value={text}
            onValue={setText}
          />
        )}
      </Form>
    </Dialog>
  );
}
