import { Field } from "@kolo/ui/field.tsx";
import { LanguageSwitch, useTexts } from "@kolo/ui/language.tsx";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { ask } from "./api.ts";
import { Form } from "./form.tsx";
import { itemOf, textOf } from "./items.ts";
import { PasskeyButton } from "./passkey-parts.tsx";
import { go, Link } from "./router.tsx";
import { useSelfWords } from "./self-texts.ts";
import { Notice } from "./shell-parts.tsx";
import { useAnswer } from "./use-answer.ts";

/** A page for users who are not signed in. */
export function Door({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  useEffect(() => {
    const { title: title_before, documentElement } = document;
    const { environment } = documentElement.dataset;
    document.title = `${title} · Kolo`;
    delete documentElement.dataset.environment;
    // Restored on unmount, because the page behind it may be visible again.
    return () => {
      document.title = title_before;
      if (environment !== undefined) documentElement.dataset.environment = environment;
    };
  }, [title]);
  return (
    <main className="door">
      <div className="door-head">
        <p className="mark">Kolo</p>
        <LanguageSwitch />
      </div>
      <h1>{title}</h1>
      {children}
    </main>
  );
}

/** The second step of signing in: a code, focused at once, or a passkey. */
function CodeStep({ onDone }: { readonly onDone: () => void }) {
  const words = useSelfWords();
  const [code, setCode] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <Door title={words.code_title}>
      <PasskeyButton at="/sign-in/passkey" onDone={onDone} />
      <Form
        label={words.code_title}
        button={words.go_on}
        send={() => ask("POST", "/sign-in/code", { code })}
        onDone={onDone}
      >
        {(errors) => (
          <Field
            {...{ label: words.code, help: words.code_help, error: errors.code, name: "code", value: code }}
            autoComplete="one-time-code"
            onValue={setCode}
            ref={field}
          />
        )}
      </Form>
    </Door>
  );
}

/** Signs in with the password, then with a code if the user has a second factor. */
export function SignIn({ onDone, note }: { readonly onDone: () => void; readonly note?: string }) {
  const words = useSelfWords();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [awaits_code, setAwaits] = useState(false);
  if (awaits_code) return <CodeStep onDone={onDone} />;
  return (
    <Door title={words.sign_in}>
      {note && <Notice>{note}</Notice>}
      <PasskeyButton at="/sign-in/passkey" onDone={onDone} />
      <Form
        label={words.sign_in}
        button={words.sign_in}
        send={() => ask("POST", "/sign-in", { email, password })}
        onDone={({ body }) => (body.awaits_code === true ? setAwaits(true) : onDone())}
      >
        {(errors) => (
          <>
            <Field
              {...{ label: words.email, error: errors.email, name: "email", type: "email", value: email }}
              autoComplete="username"
              onValue={setEmail}
            />
            <Field
              {...{ label: words.password, error: errors.password, name: "password", type: "password" }}
              autoComplete="current-password"
              value={password}
              onValue={setPassword}
            />
          </>
        )}
      </Form>
      <p className="door-way">
        <Link to="/dashboard/forgotten">{words.forgotten}</Link>
      </p>
    </Door>
  );
}

const TEXTS = {
  en: { over: "Your session has ended. Sign in again: what you typed is still there." },
  fr: { over: "Votre session est terminée. Reconnectez-vous\u00a0: ce que vous avez saisi est toujours là." },
};

/** The sign-in form over the current page, after its session expired. */
export function SignInAgain({ onDone }: { readonly onDone: () => void }) {
  const { over } = useTexts(TEXTS);
  return <SignIn note={over} onDone={onDone} />;
}

/** Accepts an invitation, as a new user or as the signed-in one. */
export function InvitationPage({ token, onDone }: { readonly token: string; readonly onDone: () => void }) {
  const words = useSelfWords();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const { answer } = useAnswer(`invitation ${token}`, () => ask("POST", "/invitation", { token }));
  const invitation = itemOf(answer?.body ?? {}, "invitation");
  const title = words.invitation_title(textOf(invitation, "business"));
  function enter(): void {
    go("/dashboard", true);
    onDone();
  }
  if (answer === null) return null;
  if (!answer.is_ok) return <Door title={words.invitation_gone}>{null}</Door>;
  if (invitation.is_known === true) {
    return (
      <Door title={title}>
        <p>{words.invitation_known}</p>
        <Form label={title} button={words.join} send={() => ask("POST", "/invitation/known", { token })} onDone={enter}>
          {() => null}
        </Form>
      </Door>
    );
  }
  return (
    <Door title={title}>
      <p className="quiet">{textOf(invitation, "email")}</p>
      <Form
        label={title}
        button={words.join}
        send={() => ask("POST", "/invitation/new", { token, name, password })}
        onDone={enter}
      >
        {(errors) => (
          <>
            <Field
              {...{ label: words.name, error: errors.name, name: "name", value: name }}
              autoComplete="name"
              onValue={setName}
            />
            <NewPassword error={errors.password} value={password} onValue={setPassword} />
          </>
        )}
      </Form>
    </Door>
  );
}

/** The field for a new password. */
export function NewPassword(props: {
  readonly error: string | undefined;
  readonly value: string;
  readonly onValue: (value: string) => void;
}) {
  const words = useSelfWords();
  return (
    <Field
      {...{ label: words.new_password, help: words.password_help, name: "password", type: "password" }}
      autoComplete="new-password"
      {...props}
    />
  );
}

/** Sets a new password, with the token of a link from an email or from the platform operator. */
export function ResetPage({ token, onDone }: { readonly token: string; readonly onDone: () => void }) {
  const words = useSelfWords();
  const [password, setPassword] = useState("");
  const [is_done, setDone] = useState(false);
  function enter(): void {
    go("/dashboard", true);
    onDone();
  }
  if (is_done) return <SignIn note={words.reset_done} onDone={enter} />;
  return (
    <Door title={words.reset_title}>
      <Form
        label={words.reset_title}
        button={words.set_password}
        send={() => ask("POST", "/reset", { token, password })}
        onDone={() => {
          // Removes the token from the address; the page stays and confirms the change.
          go("/dashboard/reset", true);
          setDone(true);
        }}
      >
        {(errors) => <NewPassword error={errors.password} value={password} onValue={setPassword} />}
      </Form>
    </Door>
  );
}
