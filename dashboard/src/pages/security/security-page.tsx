import { Button } from "@kolo/ui/button.tsx";
import { Field } from "@kolo/ui/field.tsx";
import { useState } from "react";
import type { Answer } from "#app/api.ts";
import { useApi } from "#app/api-query.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { useAccountMessages } from "#i18n/account-messages.ts";
import { useMessages } from "#i18n/messages.ts";
import { Copyable, Time } from "#ui/cells.tsx";
import { ConfirmButton } from "#ui/confirm-dialog.tsx";
import { Form } from "#ui/form.tsx";
import { NewPasswordField } from "#ui/new-password-field.tsx";
import { Heading, Notice } from "#ui/page-elements.tsx";
import { Passkeys } from "#ui/passkeys.tsx";
import { QrCode } from "#ui/qr-code.tsx";
import { RecoveryCodes } from "#ui/recovery-codes.tsx";
import { useAction } from "#ui/use-action.tsx";

/** The user's second factor, password and sessions. */
export function SecurityPage() {
  const { pages } = useMessages();
  return (
    <>
      <Heading title={pages.security} />
      <SecondFactor />
      <Passkeys />
      <Password />
      <Sessions />
    </>
  );
}

function SecondFactor() {
  const messages = useAccountMessages();
  const context = useMerchantContext();
  const { profile } = context.me;
  const { has_app: has_factor, has_second_factor: has_any } = profile;
  const [enrolment, setEnrolment] = useState<Answer<"POST /me/second-factor"> | null>(null);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const [code, setCode] = useState("");
  const action = useAction();
  const done = (): void => void context.refresh();
  async function enrol() {
    const response = await context.send("POST /me/second-factor", {});
    if (response.is_ok) setEnrolment(response.body);
    return response;
  }
  async function replaceCodes() {
    const response = await context.send("POST /me/second-factor/recovery-codes", {});
    if (response.is_ok) setCodes(response.body.recovery_codes);
    return response;
  }
  async function remove() {
    const response = await context.send("DELETE /me/second-factor", {});
    if (response.is_ok) setCodes([]);
    return response;
  }
  return (
    <section aria-labelledby="factor">
      <h2 id="factor">{messages.factor}</h2>
      {(has_factor || !has_any) && <p className="quiet">{has_factor ? messages.factor_on : messages.factor_off}</p>}
      {action.error}
      {codes.length > 0 && <RecoveryCodes codes={codes} />}
      {has_any && (
        <div className="actions">
          <p>{messages.recovery_left(profile.recovery_codes_left)}</p>
          <ConfirmButton
            tone="plain"
            title={messages.recovery_sure}
            hint={messages.recovery_sure_hint}
            button={messages.recovery_new}
            action={replaceCodes}
            onDone={done}
          />
          {has_factor && (
            <ConfirmButton
              tone="plain"
              title={messages.factor_sure}
              hint={messages.factor_sure_hint}
              button={messages.factor_remove}
              action={remove}
              onDone={done}
            />
          )}
        </div>
      )}
      {!has_factor && !enrolment && (
        <Button onClick={() => void action.run(enrol).then(done)}>{messages.factor_begin}</Button>
      )}
      {!has_factor && enrolment && (
        <div className="factor">
          <p>{messages.factor_scan}</p>
          <QrCode text={enrolment.uri} label={messages.factor_begin} />
          <p>
            <Copyable text={enrolment.secret} />
          </p>
          <Form
            label={messages.factor}
            button={messages.factor_confirm}
            send={() => context.send("POST /me/second-factor/confirm", { body: { code } })}
            onDone={({ body }) => {
              setCodes(body.recovery_codes);
              setEnrolment(null);
              void context.refresh();
            }}
          >
            {(errors) => (
              <Field
                {...{ label: messages.code, error: errors.code, name: "code", value: code, inputMode: "numeric" }}
                autoComplete="one-time-code"
                onValue={setCode}
              />
            )}
          </Form>
        </div>
      )}
    </section>
  );
}

function Password() {
  const messages = useAccountMessages();
  const context = useMerchantContext();
  const [current, setCurrent] = useState("");
  const [password, setPassword] = useState("");
  const [is_done, setDone] = useState(false);
  return (
    <section aria-labelledby="password">
      <h2 id="password">{messages.change_password}</h2>
      {is_done && <Notice>{messages.changed}</Notice>}
      <Form
        label={messages.change_password}
        button={messages.change_password}
        tone="plain"
        send={() => context.send("PUT /me/password", { body: { current, password } })}
        onDone={() => {
          setCurrent("");
          setPassword("");
          setDone(true);
        }}
      >
        {(errors) => (
          <>
            <Field
              {...{ label: messages.current_password, error: errors.current, name: "current", type: "password" }}
              autoComplete="current-password"
              value={current}
              onValue={setCurrent}
            />
            <NewPasswordField error={errors.password} value={password} onValue={setPassword} />
          </>
        )}
      </Form>
    </section>
  );
}

function Sessions() {
  const messages = useAccountMessages();
  const context = useMerchantContext();
  const sessions = useApi("GET /me/sessions", {});
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">{messages.sessions}</h2>
      <ul className="rows">
        {(sessions.data?.items ?? []).map((session) => (
          <li key={session.id}>
            <span>
              {agentOf(session.agent)}
              <br />
              <span className="quiet">
                {session.address} · {messages.last_seen} <Time at={session.seen_at} />
              </span>
            </span>
            {session.is_this ? (
              <span className="quiet">{messages.this_session}</span>
            ) : (
              <ConfirmButton
                label={`${messages.end}, ${agentOf(session.agent)}`}
                title={messages.end_sure}
                subject={`${agentOf(session.agent)}, ${session.address}`}
                hint={messages.end_hint}
                button={messages.end}
                action={() => context.send("DELETE /me/sessions/{id}", { params: { id: session.id } })}
                onDone={sessions.reload}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The browser and operating system of a user agent. */
function agentOf(agent: string): string {
  const browser = /(Firefox|Edg|OPR|Chrome|Safari)\//.exec(agent)?.[1] ?? agent.slice(0, 40);
  const system = /(Android|iPhone|iPad|Windows|Mac OS X|Linux)/.exec(agent)?.[1] ?? "";
  return [browser === "Edg" ? "Edge" : browser === "OPR" ? "Opera" : browser, system].filter(Boolean).join(", ");
}
