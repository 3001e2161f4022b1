import { Field } from "@kolo/ui/field.tsx";
import { useTexts } from "@kolo/ui/language.tsx";
import { useState } from "react";
import { ask } from "./api.ts";
import { Form } from "./form.tsx";
import { numberOf } from "./items.ts";
import { Link } from "./router.tsx";
import { useSelfWords } from "./self-texts.ts";
import { Code, Failure, Notice, Skeleton } from "./shell-parts.tsx";
import { Door } from "./sign-in.tsx";
import { useAnswer } from "./use-answer.ts";

const TEXTS = {
  en: {
    title: "Forgotten password",
    help: (minutes: number) => `We mail you a link. It sets a new password once, within ${minutes} minutes.`,
    send: "Mail me a link",
    sent: "Look into your mail",
    sent_help: (email: string) =>
      `If somebody here has the address ${email}, a link is on its way. Nothing there after five minutes? Look into the spam folder, or check the address. At most three links an hour are sent.`,
    factor: "The second factor stays: have your app, passkey or a recovery code at hand.",
    other: "Try another address",
    unmailed: "This Kolo sends no mail. Ask whoever runs it for a link:",
    back: "Back to sign in",
  },
  fr: {
    title: "Mot de passe oublié",
    help: (minutes: number) =>
      `Nous vous envoyons un lien par e-mail. Il permet une fois, dans les ${minutes} minutes, de choisir un nouveau mot de passe.`,
    send: "M’envoyer un lien",
    sent: "Consultez vos e-mails",
    sent_help: (email: string) =>
      `Si quelqu’un ici a l’adresse ${email}, un lien est en route. Rien au bout de cinq minutes\u202f? Regardez dans les indésirables, ou vérifiez l’adresse. Trois liens par heure au plus sont envoyés.`,
    factor:
      "Le second facteur reste\u00a0: ayez votre application, votre clé d’accès ou un code de secours sous la main.",
    other: "Essayer une autre adresse",
    unmailed: "Ce Kolo n’envoie pas d’e-mail. Demandez un lien à la personne qui l’exploite\u00a0:",
    back: "Retour à la connexion",
  },
};

/** Requests a password-reset link. If the service sends no mail, the page names the people who can create one. */
export function ForgottenPage() {
  const texts = useTexts(TEXTS);
  const { answer, again } = useAnswer("forgotten password", () => ask("GET", "/forgotten-password"));
  const [sent_to, setSentTo] = useState("");
  return (
    <Door title={sent_to === "" ? texts.title : texts.sent}>
      {answer === null && <Skeleton />}
      {answer && !answer.is_ok && <Failure answer={answer} again={again} />}
      {answer?.is_ok && answer.body.is_mailed !== true && <Unmailed />}
      {answer?.is_ok && answer.body.is_mailed === true && sent_to === "" && (
        <Ask minutes={numberOf(answer.body, "minutes")} onSent={setSentTo} />
      )}
      {sent_to !== "" && (
        <>
          <Notice>{texts.sent_help(sent_to)}</Notice>
          <p className="quiet">{texts.factor}</p>
          <p className="door-way">
            <button type="button" className="button" onClick={() => setSentTo("")}>
              {texts.other}
            </button>
          </p>
        </>
      )}
      <p className="door-way">
        <Link to="/dashboard">{texts.back}</Link>
      </p>
    </Door>
  );
}

function Ask({ minutes, onSent }: { readonly minutes: number; readonly onSent: (email: string) => void }) {
  const texts = useTexts(TEXTS);
  const words = useSelfWords();
  const [email, setEmail] = useState("");
  return (
    <>
      <p className="quiet">{texts.help(minutes)}</p>
      <Form
        label={texts.title}
        button={texts.send}
        send={() => ask("POST", "/forgotten-password", { email: email.trim() })}
        onDone={() => onSent(email.trim())}
      >
        {(errors) => (
          <Field
            {...{ label: words.email, error: errors.email, name: "email", type: "email", value: email }}
            autoComplete="username"
            onValue={setEmail}
          />
        )}
      </Form>
    </>
  );
}

function Unmailed() {
  const texts = useTexts(TEXTS);
  return (
    <>
      <p>{texts.unmailed}</p>
      <Code label="kolo">kolo people reset ama@example.cm</Code>
      <p className="quiet">{texts.factor}</p>
    </>
  );
}
