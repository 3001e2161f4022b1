import { Button } from "@kolo/ui/button.tsx";
import { Field } from "@kolo/ui/field.tsx";
import { useState } from "react";
import { Copyable, EmailOf, Time } from "./cells.tsx";
import { Choice, Form } from "./form.tsx";
import { type Item, itemsOf, textOf } from "./items.ts";
import { usePlace } from "./place.ts";
import { type SelfTexts, useSelfWords } from "./self-texts.ts";
import { Dialog, Failure, Heading, Notice, Skeleton } from "./shell-parts.tsx";
import { Sure, SureButton } from "./sure.tsx";
import { Table, type TableColumn } from "./table.tsx";
import { useWords } from "./texts.ts";
import { type Asked, useSeenAnswer } from "./use-answer.ts";

function rolesOf(words: SelfTexts): readonly (readonly [string, string])[] {
  return Object.entries(words.roles);
}

/** The members of the business with their roles, and the open invitations. */
export function PeoplePage() {
  const { pages } = useWords();
  const words = useSelfWords();
  const place = usePlace();
  const staff = useSeenAnswer(place.to("people"), () => place.askBusiness("GET", "/people"));
  const [is_open, setOpen] = useState(false);
  const [url, setUrl] = useState("");
  const shared = { may: place.may("manage"), onDone: staff.again };
  return (
    <>
      <Heading title={pages.people}>
        {shared.may && (
          <Button tone="main" onClick={() => setOpen(true)}>
            {words.invite}
          </Button>
        )}
      </Heading>
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
      {staff.answer?.is_ok && <Members items={itemsOf(staff.answer.body, "members")} {...shared} />}
      <Invitations items={itemsOf(staff.answer?.body ?? {}, "invitations")} {...shared} />
      {is_open && <Invite staff={staff} onClose={() => setOpen(false)} onUrl={setUrl} />}
    </>
  );
}

interface StaffProps {
  readonly items: readonly Item[];
  readonly may: boolean;
  readonly onDone: () => void;
}

function Members({ items, may, onDone }: StaffProps) {
  const words = useSelfWords();
  const place = usePlace();
  const { columns, pages } = useWords();
  const remove: TableColumn = {
    name: "remove",
    header: words.remove,
    is_header_hidden: true,
    align: "end",
    cell: (item) => (
      <SureButton
        label={`${words.remove} ${textOf(item, "name")}`}
        title={words.remove_person_sure(textOf(item, "name"))}
        what={textOf(item, "email")}
        hint={words.remove_person_hint}
        keep={words.keep_person}
        button={words.remove}
        deed={() => place.askBusiness("DELETE", `/people/${textOf(item, "id")}`)}
        onDone={onDone}
      />
    ),
  };
  return (
    <Table
      label={pages.people}
      rows={items}
      columns={[
        {
          name: "name",
          header: columns.name,
          cell: (item) => textOf(item, "name"),
          secondary: (item) => <EmailOf email={textOf(item, "email")} />,
        },
        {
          name: "role",
          header: words.role,
          cell: (item) => (may ? <RoleChoice member={item} onDone={onDone} /> : roleName(item, words)),
        },
        {
          name: "factor",
          header: words.factor,
          hidden_below_px: 900,
          cell: (item) => (item.has_second_factor === true ? words.yes : words.no),
        },
        ...(may ? [remove] : []),
      ]}
    />
  );
}

/** A role select with a confirmation. */
function RoleChoice({ member, onDone }: { readonly member: Item; readonly onDone: () => void }) {
  const words = useSelfWords();
  const place = usePlace();
  const [chosen, setChosen] = useState("");
  const name = textOf(member, "name");
  return (
    <>
      <select
        aria-label={`${words.role}, ${name}`}
        value={textOf(member, "role")}
        onChange={(event) => setChosen(event.currentTarget.value)}
      >
        {Object.entries(words.role_names).map(([role, text]) => (
          <option key={role} value={role}>
            {text}
          </option>
        ))}
      </select>
      {chosen !== "" && (
        <Sure
          title={words.role_sure(name)}
          what={rolesOf(words).find(([role]) => role === chosen)?.[1]}
          hint={words.role_hint}
          keep={words.role_keep}
          button={words.role_change}
          deed={() => place.askBusiness("PUT", `/people/${textOf(member, "id")}`, { role: chosen })}
          onEnd={(is_done) => {
            setChosen("");
            if (is_done) onDone();
          }}
        />
      )}
    </>
  );
}

function roleName(item: Item, { role_names }: SelfTexts): string | undefined {
  return Object.entries(role_names).find(([role]) => role === item.role)?.[1];
}

function Invitations({ items, may, onDone }: StaffProps) {
  const words = useSelfWords();
  const place = usePlace();
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="invited">
      <h2 id="invited">{words.invited}</h2>
      <ul className="rows">
        {items.map((item) => (
          <li key={textOf(item, "id")}>
            <span className="address">
              <EmailOf email={textOf(item, "email")} />
            </span>
            <span className="quiet">
              {roleName(item, words)}, <Time at={textOf(item, "created_at")} />
              <MailState state={textOf(item, "mail")} />
            </span>
            {may && (
              <SureButton
                label={`${words.withdraw} ${textOf(item, "email")}`}
                title={words.withdraw_sure}
                what={textOf(item, "email")}
                hint={words.withdraw_hint}
                button={words.withdraw}
                deed={() => place.askBusiness("DELETE", `/invitations/${textOf(item, "id")}`)}
                onDone={onDone}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The state of the email with the link. */
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
