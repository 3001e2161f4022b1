import { Button } from "@kolo/ui/button.tsx";
import { Field } from "@kolo/ui/field.tsx";
import { useMemo, useState } from "react";
import { encode } from "uqr";
import type { Answer } from "./api.ts";
import { Copyable, Time } from "./cells.tsx";
import { useDeed } from "./deed.tsx";
import { Form } from "./form.tsx";
import { type Item, itemOf, itemsOf, numberOf, textOf, textsOf } from "./items.ts";
import { Passkeys } from "./passkey-parts.tsx";
import { usePlace } from "./place.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { useSelfWords } from "./self-texts.ts";
import { Heading, Notice } from "./shell-parts.tsx";
import { NewPassword } from "./sign-in.tsx";
import { SureButton } from "./sure.tsx";
import { useWords } from "./texts.ts";
import { useSeenAnswer } from "./use-answer.ts";

/** The user's second factor, password and sessions. */
export function SecurityPage() {
  const { pages } = useWords();
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
  const words = useSelfWords();
  const place = usePlace();
  const profile = itemOf(place.me, "profile");
  const has_factor = profile.has_app === true;
  const has_any = profile.has_second_factor === true;
  const [begun, setBegun] = useState<Item | null>(null);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const [code, setCode] = useState("");
  const deed = useDeed();
  const done = (): void => void place.refresh();
  async function ask(method: "POST" | "DELETE", path: string): Promise<Answer> {
    const answer = await place.askSelf(method, path, method === "POST" ? {} : undefined);
    if (answer.is_ok && answer.body.uri !== undefined) setBegun(answer.body);
    if (answer.is_ok) setCodes(textsOf(answer.body, "recovery_codes"));
    return answer;
  }
  return (
    <section aria-labelledby="factor">
      <h2 id="factor">{words.factor}</h2>
      {(has_factor || !has_any) && <p className="quiet">{has_factor ? words.factor_on : words.factor_off}</p>}
      {deed.trouble}
      {codes.length > 0 && <RecoveryCodes codes={codes} />}
      {has_any && (
        <div className="actions">
          <p>{words.recovery_left(numberOf(profile, "recovery_codes_left"))}</p>
          <SureButton
            tone="plain"
            title={words.recovery_sure}
            hint={words.recovery_sure_hint}
            button={words.recovery_new}
            deed={() => ask("POST", "/me/second-factor/recovery-codes")}
            onDone={done}
          />
          {has_factor && (
            <SureButton
              tone="plain"
              title={words.factor_sure}
              hint={words.factor_sure_hint}
              button={words.factor_remove}
              deed={() => ask("DELETE", "/me/second-factor")}
              onDone={done}
            />
          )}
        </div>
      )}
      {!has_factor && !begun && (
        <Button onClick={() => void deed.act(() => ask("POST", "/me/second-factor")).then(done)}>
          {words.factor_begin}
        </Button>
      )}
      {!has_factor && begun && (
        <div className="factor">
          <p>{words.factor_scan}</p>
          <Picture text={textOf(begun, "uri")} />
          <p>
            <Copyable text={textOf(begun, "secret")} />
          </p>
          <Form
            label={words.factor}
            button={words.factor_confirm}
            send={() => place.askSelf("POST", "/me/second-factor/confirm", { code })}
            onDone={({ body }) => {
              setCodes(textsOf(body, "recovery_codes"));
              setBegun(null);
              void place.refresh();
            }}
          >
            {(errors) => (
              <Field
                {...{ label: words.code, error: errors.code, name: "code", value: code, inputMode: "numeric" }}
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

/** A QR code. */
function Picture({ text }: { readonly text: string }) {
  const words = useSelfWords();
  const { size, data } = useMemo(() => encode(text), [text]);
  const path = data.flatMap((row, y) => row.map((is_dark, x) => (is_dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg className="picture" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={words.factor_begin}>
      <path d={path} fill="black" shapeRendering="crispEdges" />
    </svg>
  );
}

function Password() {
  const words = useSelfWords();
  const place = usePlace();
  const [current, setCurrent] = useState("");
  const [password, setPassword] = useState("");
  const [is_done, setDone] = useState(false);
  return (
    <section aria-labelledby="password">
      <h2 id="password">{words.change_password}</h2>
      {is_done && <Notice>{words.changed}</Notice>}
      <Form
        label={words.change_password}
        button={words.change_password}
        tone="plain"
        send={() => place.askSelf("PUT", "/me/password", { current, password })}
        onDone={() => {
          setCurrent("");
          setPassword("");
          setDone(true);
        }}
      >
        {(errors) => (
          <>
            <Field
              {...{ label: words.current_password, error: errors.current, name: "current", type: "password" }}
              autoComplete="current-password"
              value={current}
              onValue={setCurrent}
            />
            <NewPassword error={errors.password} value={password} onValue={setPassword} />
          </>
        )}
      </Form>
    </section>
  );
}

function Sessions() {
  const words = useSelfWords();
  const place = usePlace();
  const sessions = useSeenAnswer("sessions", () => place.askSelf("GET", "/me/sessions"));
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">{words.sessions}</h2>
      <ul className="rows">
        {itemsOf(sessions.answer?.body ?? {}, "items").map((session) => (
          <li key={textOf(session, "id")}>
            <span>
              {agentOf(textOf(session, "agent"))}
              <br />
              <span className="quiet">
                {textOf(session, "address")} · {words.last_seen} <Time at={textOf(session, "seen_at")} />
              </span>
            </span>
            {session.is_this === true ? (
              <span className="quiet">{words.this_session}</span>
            ) : (
              <SureButton
                label={`${words.end}, ${agentOf(textOf(session, "agent"))}`}
                title={words.end_sure}
                what={`${agentOf(textOf(session, "agent"))}, ${textOf(session, "address")}`}
                hint={words.end_hint}
                button={words.end}
                deed={() => place.askSelf("DELETE", `/me/sessions/${textOf(session, "id")}`)}
                onDone={sessions.again}
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
