import { Field } from "@kolo/ui/field.tsx";
import { useTranslation } from "@kolo/ui/language.tsx";
import { useState } from "react";
import { sendOperation } from "#app/api.ts";
import { useApi } from "#app/api-query.ts";
import { Link } from "#app/router.tsx";
import { useAccountMessages } from "#i18n/account-messages.ts";
import { Form } from "#ui/form.tsx";
import { CodeBlock, Notice, QueryState } from "#ui/page-elements.tsx";
import { SignedOutLayout } from "#ui/signed-out-layout.tsx";

const MESSAGES = {
  en: {
    title: "Forgotten password",
    help: (minutes: number) => `We mail you a link. It sets a new password once, within ${minutes} minutes.`,
    send: "Mail me a link",
    sent: "Look into your mail",
    sent_help: (email: string) =>
      `If somebody here has the address ${email}, a link is on its way. Nothing there after five minutes? Look into the spam folder, or check the address. At most three links an hour are sent.`,
    factor: "Two-step verification stays on: have your app, passkey or a recovery code at hand.",
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
      "La vérification en deux étapes reste active\u00a0: ayez votre application, votre clé d’accès ou un code de secours sous la main.",
    other: "Essayer une autre adresse",
    unmailed: "Ce Kolo n’envoie pas d’e-mail. Demandez un lien à la personne qui l’exploite\u00a0:",
    back: "Retour à la connexion",
  },
};

/** Requests a password-reset link. If the service sends no email, the page names the people who can create a link. */
export function ForgottenPasswordPage() {
  const messages = useTranslation(MESSAGES);
  const query = useApi("GET /forgotten-password", {});
  const { data } = query;
  const [sent_to, setSentTo] = useState("");
  return (
    <SignedOutLayout title={sent_to === "" ? messages.title : messages.sent}>
      <QueryState query={query} />
      {data && !data.is_mailed && <NoMailHelp />}
      {data?.is_mailed && sent_to === "" && <ResetRequestForm minutes={data.minutes} onSent={setSentTo} />}
      {sent_to !== "" && (
        <>
          <Notice>{messages.sent_help(sent_to)}</Notice>
          <p className="quiet">{messages.factor}</p>
          <p className="signed-out-link">
            <button type="button" className="button" onClick={() => setSentTo("")}>
              {messages.other}
            </button>
          </p>
        </>
      )}
      <p className="signed-out-link">
        <Link to="/dashboard">{messages.back}</Link>
      </p>
    </SignedOutLayout>
  );
}

function ResetRequestForm({ minutes, onSent }: { readonly minutes: number; readonly onSent: (email: string) => void }) {
  const messages = useTranslation(MESSAGES);
  const account_messages = useAccountMessages();
  const [email, setEmail] = useState("");
  return (
    <>
      <p className="quiet">{messages.help(minutes)}</p>
      <Form
        label={messages.title}
        button={messages.send}
        send={() => sendOperation("POST /forgotten-password", { body: { email: email.trim() } })}
        onDone={() => onSent(email.trim())}
      >
        {(errors) => (
          <Field
            {...{ label: account_messages.email, error: errors.email, name: "email", type: "email", value: email }}
            autoComplete="username"
            onValue={setEmail}
          />
        )}
      </Form>
    </>
  );
}

function NoMailHelp() {
  const messages = useTranslation(MESSAGES);
  return (
    <>
      <p>{messages.unmailed}</p>
      <CodeBlock label="kolo">kolo people reset ama@example.cm</CodeBlock>
      <p className="quiet">{messages.factor}</p>
    </>
  );
}
