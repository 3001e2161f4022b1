import { Field } from "@kolo/ui/field.tsx";
import { useTranslation } from "@kolo/ui/language.tsx";
import { useEffect, useRef, useState } from "react";
import { sendOperation } from "#app/api.ts";
import { useApi } from "#app/api-query.ts";
import { go, Link } from "#app/router.tsx";
import { useAccountMessages } from "#i18n/account-messages.ts";
import { Form } from "#ui/form.tsx";
import { NewPasswordField } from "#ui/new-password-field.tsx";
import { Notice } from "#ui/page-elements.tsx";
import { PasskeyButton } from "#ui/passkeys.tsx";
import { SignedOutLayout } from "#ui/signed-out-layout.tsx";

/** The second step of signing in: a code or a passkey. The code field has the focus. */
function CodeStep({ onDone }: { readonly onDone: () => void }) {
  const messages = useAccountMessages();
  const [code, setCode] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <SignedOutLayout title={messages.code_title}>
      <PasskeyButton at="sign-in" onDone={onDone} />
      <Form
        label={messages.code_title}
        button={messages.go_on}
        send={() => sendOperation("POST /sign-in/code", { body: { code } })}
        onDone={onDone}
      >
        {(errors) => (
          <Field
            {...{ label: messages.code, help: messages.code_help, error: errors.code, name: "code", value: code }}
            autoComplete="one-time-code"
            onValue={setCode}
            ref={field}
          />
        )}
      </Form>
    </SignedOutLayout>
  );
}

/** Signs in with the password, then with a code if the user has a second factor. */
export function SignIn({ onDone, note }: { readonly onDone: () => void; readonly note?: string }) {
  const messages = useAccountMessages();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [needs_code, setNeedsCode] = useState(false);
  if (needs_code) return <CodeStep onDone={onDone} />;
  return (
    <SignedOutLayout title={messages.sign_in}>
      {note && <Notice>{note}</Notice>}
      <PasskeyButton at="sign-in" onDone={onDone} />
      <Form
        label={messages.sign_in}
        button={messages.sign_in}
        send={() => sendOperation("POST /sign-in", { body: { email, password } })}
        onDone={({ body }) => (body.awaits_code ? setNeedsCode(true) : onDone())}
      >
        {(errors) => (
          <>
            <Field
              {...{ label: messages.email, error: errors.email, name: "email", type: "email", value: email }}
              autoComplete="username"
              onValue={setEmail}
            />
            <Field
              {...{ label: messages.password, error: errors.password, name: "password", type: "password" }}
              autoComplete="current-password"
              value={password}
              onValue={setPassword}
            />
          </>
        )}
      </Form>
      <p className="signed-out-link">
        <Link to="/dashboard/forgotten">{messages.forgotten}</Link>
      </p>
    </SignedOutLayout>
  );
}

const MESSAGES = {
  en: { over: "Your session has ended. Sign in again: what you typed is still there." },
  fr: { over: "Votre session est terminée. Reconnectez-vous\u00a0: ce que vous avez saisi est toujours là." },
};

/** The sign-in form over the current page, after its session expired. */
export function SignInAgain({ onDone }: { readonly onDone: () => void }) {
  const { over } = useTranslation(MESSAGES);
  return <SignIn note={over} onDone={onDone} />;
}

/** Accepts an invitation, as a new user or as the signed-in one. */
export function InvitationPage({ token, onDone }: { readonly token: string; readonly onDone: () => void }) {
  const messages = useAccountMessages();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const { data, failure } = useApi("POST /invitation", { body: { token } });
  function enter(): void {
    go("/dashboard", true);
    onDone();
  }
  if (failure) return <SignedOutLayout title={messages.invitation_gone}>{null}</SignedOutLayout>;
  if (!data) return null;
  const { invitation } = data;
  const title = messages.invitation_title(invitation.business);
  if (invitation.is_known) {
    return (
      <SignedOutLayout title={title}>
        <p>{messages.invitation_known}</p>
        <Form
          label={title}
          button={messages.join}
          send={() => sendOperation("POST /invitation/known", { body: { token } })}
          onDone={enter}
        >
          {() => null}
        </Form>
      </SignedOutLayout>
    );
  }
  return (
    <SignedOutLayout title={title}>
      <p className="quiet">{invitation.email}</p>
      <Form
        label={title}
        button={messages.join}
        send={() => sendOperation("POST /invitation/new", { body: { token, name, password } })}
        onDone={enter}
      >
        {(errors) => (
          <>
            <Field
              {...{ label: messages.name, error: errors.name, name: "name", value: name }}
              autoComplete="name"
              onValue={setName}
            />
            <NewPasswordField error={errors.password} value={password} onValue={setPassword} />
          </>
        )}
      </Form>
    </SignedOutLayout>
  );
}

/** Sets a new password, with the token of a link from an email or from the platform operator. */
export function ResetPage({ token, onDone }: { readonly token: string; readonly onDone: () => void }) {
  const messages = useAccountMessages();
  const [password, setPassword] = useState("");
  const [is_done, setDone] = useState(false);
  function enter(): void {
    go("/dashboard", true);
    onDone();
  }
  if (is_done) return <SignIn note={messages.reset_done} onDone={enter} />;
  return (
    <SignedOutLayout title={messages.reset_title}>
      <Form
        label={messages.reset_title}
        button={messages.set_password}
        send={() => sendOperation("POST /reset", { body: { token, password } })}
        onDone={() => {
          // Removes the token from the address; the page stays and confirms the change.
          go("/dashboard/reset", true);
          setDone(true);
        }}
      >
        {(errors) => <NewPasswordField error={errors.password} value={password} onValue={setPassword} />}
      </Form>
    </SignedOutLayout>
  );
}
