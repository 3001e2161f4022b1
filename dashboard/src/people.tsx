import { Button } from "@kolo/ui/button.tsx";
import { Field } from "@kolo/ui/field.tsx";
import { useState } from "react";
import { Copyable, Time } from "./cells.tsx";
import { Choice, Form } from "./form.tsx";
import { type Item, itemsOf, textOf } from "./items.ts";
import { usePlace } from "./place.ts";
import { type SelfTexts, useSelfWords } from "./self-texts.ts";
import { Dialog, Failure, Heading, Notice, Skeleton } from "./shell-parts.tsx";
import { useWords } from "./texts.ts";
import { type Asked, useSeenAnswer } from "./use-answer.ts";

function rolesOf(words: SelfTexts): readonly (readonly [string, string])[] {
  return Object.entries(words.roles);
}

/** Who belongs to the business, as what, and who is invited. */
export function PeoplePage() {
  const { pages } = useWords();
  const words = useSelfWords();
  const place = usePlace();
  const staff = useSeenAnswer(place.to("people"), () => place.askBusiness("GET", "/people"));
  const [is_open, setOpen] = useState(false);
  const [url, setUrl] = useState("");
  const [trouble, setTrouble] = useState("");
  const may = place.may("manage");
  async function act(method: "PUT" | "DELETE", path: string, body?: unknown): Promise<void> {
    const answer = await place.askBusiness(method, path, body);
    setTrouble(answer.is_ok ? "" : Object.values(answer.errors)[0] || answer.message || words.lost);
    staff.again();
  }
  return (
    <>
      <Heading title={pages.people}>
        {may && (
          <Button tone="main" onClick={() => setOpen(true)}>
            {words.invite}
          </Button>
        )}
      </Heading>
      {trouble !== "" && <Notice tone="bad">{trouble}</Notice>}
      {url !== "" && (
        <Notice>
          <p>{words.invite_link}</p>
          <p>
            <Copyable text={url} />
          </p>
        </Notice>
      )}
      {staff.answer === null && <Skeleton />}
      {staff.answer && !staff.answer.is_ok && <Failure answer={staff.answer} again={staff.again} />}
      {staff.answer?.is_ok && <Members items={itemsOf(staff.answer.body, "members")} may={may} act={act} />}
      <Invitations items={itemsOf(staff.answer?.body ?? {}, "invitations")} may={may} act={act} />
      {is_open && <Invite staff={staff} onClose={() => setOpen(false)} onUrl={setUrl} />}
    </>
  );
}

interface TableProps {
  readonly items: readonly Item[];
  readonly may: boolean;
  act(method: "PUT" | "DELETE", path: string, body?: unknown): Promise<void>;
}

function Members({ items, may, act }: TableProps) {
  const words = useSelfWords();
  const { columns } = useWords();
  return (
    <div className="table-frame">
      <table>
        <thead>
          <tr>
            <th scope="col">{columns.name}</th>
            <th scope="col">{words.role}</th>
            <th scope="col" className="wide">
              {words.factor}
            </th>
            {may && (
              <th scope="col">
                <span className="hidden">{words.remove}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={textOf(item, "id")}>
              <td>
                {textOf(item, "name")}
                <br />
                <span className="quiet">{textOf(item, "email")}</span>
              </td>
              <td>
                {may ? (
                  <select
                    aria-label={`${words.role}, ${textOf(item, "name")}`}
                    value={textOf(item, "role")}
                    onChange={(event) =>
                      void act("PUT", `/people/${textOf(item, "id")}`, { role: event.currentTarget.value })
                    }
                  >
                    {Object.entries(words.role_names).map(([role, text]) => (
                      <option key={role} value={role}>
                        {text}
                      </option>
                    ))}
                  </select>
                ) : (
                  Object.entries(words.role_names).find(([role]) => role === item.role)?.[1]
                )}
              </td>
              <td className="wide">{item.has_second_factor === true ? words.yes : words.no}</td>
              {may && (
                <td className="number">
                  <button
                    type="button"
                    className="button button-quiet"
                    aria-label={`${words.remove} ${textOf(item, "name")}`}
                    onClick={() => void act("DELETE", `/people/${textOf(item, "id")}`)}
                  >
                    {words.remove}
                  </button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Invitations({ items, may, act }: TableProps) {
  const words = useSelfWords();
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="invited">
      <h2 id="invited">{words.invited}</h2>
      <ul className="rows">
        {items.map((item) => (
          <li key={textOf(item, "id")}>
            <span>{textOf(item, "email")}</span>
            <span className="quiet">
              {Object.entries(words.role_names).find(([role]) => role === item.role)?.[1]},{" "}
              <Time at={textOf(item, "created_at")} />
              <MailState state={textOf(item, "mail")} />
            </span>
            {may && (
              <button
                type="button"
                className="button button-quiet"
                onClick={() => void act("DELETE", `/invitations/${textOf(item, "id")}`)}
              >
                {words.withdraw}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What became of the mail with the link. */
function MailState({ state }: { readonly state: string }) {
  const words = useSelfWords();
  const text = Object.entries(words.mail).find(([name]) => name === state)?.[1];
  return text === undefined ? null : <>, {text}</>;
}

function Invite(props: { readonly staff: Asked; readonly onClose: () => void; readonly onUrl: (url: string) => void }) {
  const words = useSelfWords();
  const place = usePlace();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState("viewer");
  return (
    <Dialog title={words.invite_title} onClose={props.onClose}>
      <Form
        label={words.invite_title}
        button={words.invite}
        send={() => place.askBusiness("POST", "/people", { email, role })}
        onDone={({ body }) => {
          props.onUrl(textOf(body, "url"));
          props.staff.again();
          props.onClose();
        }}
      >
        {(errors) => (
          <>
            <Field
              {...{ label: words.email, error: errors.email, name: "email", type: "email", value: email }}
              onValue={setEmail}
            />
            <Choice label={words.role} name="role" value={role} onValue={setRole} options={rolesOf(words)} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
