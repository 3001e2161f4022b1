import { Field } from "@kolo/ui/field.tsx";
import { useTranslation } from "@kolo/ui/language.tsx";
import { useState } from "react";
import type { Answer } from "#app/api.ts";
import { useApi } from "#app/api-query.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { useMessages } from "#i18n/messages.ts";
import { Form } from "#ui/form.tsx";
import { Limits } from "#ui/limits.tsx";
import { Heading, Notice, QueryState } from "#ui/page-elements.tsx";
import { Blocks } from "./blocks.tsx";

const MESSAGES = {
  en: {
    title: "Duplicate guard",
    help: "A second transfer of the same amount to the same payee within this time is refused, unless it is sent as a repetition. The form for one transfer always warns.",
    off: "The guard is off for API keys.",
    on: (minutes: number) => `The guard covers ${minutes} minutes.`,
    minutes: "Minutes (empty: off)",
    wrong: "Enter a number from 1 to 10,080, or leave it empty",
    save: "Save",
    saved: "Saved. It applies from the next transfer on.",
  },
  fr: {
    title: "Protection contre les doublons",
    help: "Un second transfert du même montant au même bénéficiaire dans ce délai est refusé, sauf s’il est envoyé comme répétition. Le formulaire d’un transfert avertit toujours.",
    off: "La protection est désactivée pour les clés d’API.",
    on: (minutes: number) => `La protection couvre ${minutes} minutes.`,
    minutes: "Minutes (vide\u00a0: désactivée)",
    wrong: "Saisissez un nombre de 1 à 10 080, ou laissez vide",
    save: "Enregistrer",
    saved: "Enregistré. S’applique dès le prochain transfert.",
  },
};

/** The limits of the business per hour, day and month, its duplicate guard, and its blocked numbers. */
export function LimitsPage() {
  const { pages } = useMessages();
  const context = useMerchantContext();
  const query = useApi("GET /{environment}/limits", {});
  return (
    <>
      <Heading title={pages.limits} />
      <QueryState query={query} />
      {query.data && (
        <>
          <Limits
            items={query.data.limits}
            currency={context.business.currency}
            author={context.hasRight("manage") ? "merchant" : null}
            set={(body) => context.send("PUT /{environment}/limits", { body })}
            remove={(id) => context.send("DELETE /{environment}/limits/{id}", { params: { id } })}
            onChange={query.reload}
          />
          <DuplicateGuardSection guard={query.data.duplicate_guard} onChange={query.reload} />
          {context.hasRight("manage") && <Blocks />}
        </>
      )}
    </>
  );
}

interface GuardProps {
  readonly guard: Answer<"GET /{environment}/limits">["duplicate_guard"];
  readonly onChange: () => void;
}

function DuplicateGuardSection({ guard, onChange }: GuardProps) {
  const messages = useTranslation(MESSAGES);
  const context = useMerchantContext();
  return (
    <section aria-labelledby="guard">
      <h2 id="guard">{messages.title}</h2>
      <p className="measure">{messages.help}</p>
      <p>{guard ? messages.on(guard.minutes) : messages.off}</p>
      {context.hasRight("manage") && <GuardForm key={guard?.minutes ?? 0} guard={guard} onChange={onChange} />}
    </section>
  );
}

const MINUTES_MAX = 10_080;

function GuardForm({ guard, onChange }: GuardProps) {
  const messages = useTranslation(MESSAGES);
  const context = useMerchantContext();
  const [text, setText] = useState(guard ? String(guard.minutes) : "");
  const [is_saved, setSaved] = useState(false);
  const minutes = Number(text.replace(/\s/g, ""));
  const is_off = text.trim() === "";
  const is_wrong = !is_off && !(Number.isInteger(minutes) && minutes >= 1 && minutes <= MINUTES_MAX);
  return (
    <div className="narrow">
      {is_saved && <Notice>{messages.saved}</Notice>}
      <Form
        {...{ label: messages.title, button: messages.save, tone: "plain" }}
        check={(): Readonly<Record<string, string>> => (is_wrong ? { minutes: messages.wrong } : {})}
        send={() => context.send("PUT /{environment}/duplicate-guard", { body: is_off ? {} : { minutes } })}
        onDone={() => {
          setSaved(true);
          onChange();
        }}
      >
        {(errors) => (
          <Field
            {...{ label: messages.minutes, name: "minutes", value: text, onValue: setText }}
            error={errors.minutes}
            inputMode="numeric"
          />
        )}
      </Form>
    </div>
  );
}
