import { Button } from "@kolo/ui/button.tsx";
import { Field } from "@kolo/ui/field.tsx";
import { useState } from "react";
import type { Answer } from "./api.ts";
import { Time } from "./cells.tsx";
import { whyNot } from "./deed.tsx";
import { Form } from "./form.tsx";
import { type Item, itemsOf, textOf, textsOf } from "./items.ts";
import { creating, hasPasskeys, plainly, using, withPasskey } from "./passkey.ts";
import { usePasskeyWords } from "./passkey-texts.ts";
import { usePlace } from "./place.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { useSelfWords } from "./self-texts.ts";
import { Notice } from "./shell-parts.tsx";
import { SureButton } from "./sure.tsx";
import { useSeenAnswer } from "./use-answer.ts";

/**
 * Signs in or completes a step-up with a passkey, instead of the fields below it. Renders nothing if the browser cannot use
 * passkeys.
 */
export function PasskeyButton({ at, onDone }: { readonly at: string; readonly onDone: () => void }) {
  const words = usePasskeyWords();
  const all = useSelfWords();
  const [trouble, setTrouble] = useState("");
  const [is_busy, setBusy] = useState(false);
  if (!hasPasskeys()) return null;
  async function use(): Promise<void> {
    if (is_busy) return;
    setBusy(true);
    const answer = await withPasskey(at, plainly, using);
    setBusy(false);
    if (answer?.is_ok) onDone();
    else setTrouble(answer === null ? words.let_be : whyNot(answer, all));
  }
  return (
    <div className="passkey">
      {trouble !== "" && <Notice tone="bad">{trouble}</Notice>}
      <Button is_busy={is_busy} onClick={() => void use()}>
        {words.sign_in}
      </Button>
      <p className="quiet">{words.or}</p>
    </div>
  );
}

/** The user's passkeys with name and last use, and a form to add one. */
export function Passkeys() {
  const words = usePasskeyWords();
  const place = usePlace();
  const asked = useSeenAnswer("passkeys", () => place.askSelf("GET", "/me/passkeys"));
  const items = itemsOf(asked.answer?.body ?? {}, "items");
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  async function changed(): Promise<void> {
    asked.again();
    await place.refresh();
  }
  return (
    <section aria-labelledby="passkeys">
      <h2 id="passkeys">{words.passkeys}</h2>
      <p className="quiet">{words.help}</p>
      {codes !== null && <Notice>{words.added}</Notice>}
      {codes !== null && codes.length > 0 && <RecoveryCodes codes={codes} />}
      <ul className="rows">
        {items.map((item) => (
          <PasskeyRow key={textOf(item, "id")} item={item} onRemoved={() => void changed()} />
        ))}
      </ul>
      {asked.answer?.is_ok && items.length === 0 && <p className="quiet">{words.none}</p>}
      {hasPasskeys() ? (
        <AddPasskey
          onAdded={(answer) => {
            setCodes(textsOf(answer.body, "recovery_codes"));
            void changed();
          }}
        />
      ) : (
        <p className="quiet">{words.nowhere}</p>
      )}
    </section>
  );
}

function PasskeyRow({ item, onRemoved }: { readonly item: Item; readonly onRemoved: () => void }) {
  const words = usePasskeyWords();
  const place = usePlace();
  const used = textOf(item, "last_used_at");
  const name = textOf(item, "name");
  return (
    <li>
      <span>
        {name}
        <br />
        <span className="quiet">
          {used === "" ? (
            words.never
          ) : (
            <>
              {words.used} <Time at={used} />
            </>
          )}
        </span>
      </span>
      <SureButton
        label={words.remove(name)}
        title={words.remove_sure}
        what={name}
        hint={words.remove_hint}
        button={words.remove_button}
        deed={() => place.askSelf("DELETE", `/me/passkeys/${textOf(item, "id")}`)}
        onDone={onRemoved}
      />
    </li>
  );
}

function AddPasskey({ onAdded }: { readonly onAdded: (answer: Answer) => void }) {
  const words = usePasskeyWords();
  const place = usePlace();
  const [name, setName] = useState("");
  const missing: Readonly<Record<string, string>> = name.trim() === "" ? { name: words.name_needed } : {};
  async function send(): Promise<Answer> {
    const answer = await withPasskey(
      "/me/passkeys",
      (path, body) => place.askSelf("POST", path, body),
      creating(name.trim()),
    );
    return answer ?? letBe(words.let_be);
  }
  return (
    <Form
      {...{ label: words.add, button: words.add, tone: "plain", send }}
      check={() => missing}
      onDone={(answer) => {
        setName("");
        onAdded(answer);
      }}
    >
      {(errors) => (
        <Field {...{ label: words.name, error: errors.name, name: "name", value: name, onValue: setName }} />
      )}
    </Form>
  );
}

function letBe(message: string): Answer {
  return { status: 400, is_ok: false, body: {}, message, errors: {}, request_id: "", retry_after_s: null };
}
