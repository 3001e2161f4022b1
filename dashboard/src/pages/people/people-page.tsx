import { Button } from "@kolo/ui/button.tsx";
import { Field } from "@kolo/ui/field.tsx";
import { useState } from "react";
import { type ApiQuery, useApi } from "#app/api-query.ts";
import type { Invitation, Member, Role } from "#app/api-types.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { type AccountMessages, useAccountMessages } from "#i18n/account-messages.ts";
import { useMessages } from "#i18n/messages.ts";
import { Copyable, EmailAddress, Time } from "#ui/cells.tsx";
import { ConfirmButton, ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Form, SelectField } from "#ui/form.tsx";
import { Dialog, Heading, Notice, QueryState } from "#ui/page-elements.tsx";
import { Table, type TableColumn } from "#ui/table.tsx";

function rolesOf(messages: AccountMessages): readonly (readonly [string, string])[] {
  return Object.entries(messages.roles);
}

/** The members of the business with their roles, and the open invitations. */
export function PeoplePage() {
  const { pages } = useMessages();
  const messages = useAccountMessages();
  const context = useMerchantContext();
  const members_query = useApi("GET /{merchant}/people", {});
  const { members, invitations = [] } = members_query.data ?? {};
  const [is_open, setOpen] = useState(false);
  const [url, setUrl] = useState("");
  const shared = { can_manage: context.hasRight("manage"), onDone: members_query.reload };
  return (
    <>
      <Heading title={pages.people}>
        {shared.can_manage && (
          <Button tone="main" onClick={() => setOpen(true)}>
            {messages.invite}
          </Button>
        )}
      </Heading>
      {url !== "" && (
        <Notice>
          <p>{messages.invite_link}</p>
          <p>
            <Copyable text={url} />
          </p>
        </Notice>
      )}
      <QueryState query={members_query} />
      {members && <Members items={members} {...shared} />}
      <Invitations items={invitations} {...shared} />
      {is_open && <Invite members_query={members_query} onClose={() => setOpen(false)} onUrl={setUrl} />}
    </>
  );
}

interface StaffProps<Person> {
  readonly items: readonly Person[];
  readonly can_manage: boolean;
  readonly onDone: () => void;
}

function Members({ items, can_manage, onDone }: StaffProps<Member>) {
  const messages = useAccountMessages();
  const context = useMerchantContext();
  const { columns, pages } = useMessages();
  const remove: TableColumn<Member> = {
    name: "remove",
    header: messages.remove,
    is_header_hidden: true,
    align: "end",
    cell: (item) => (
      <ConfirmButton
        label={`${messages.remove} ${item.name}`}
        title={messages.remove_person_sure(item.name)}
        subject={item.email}
        hint={messages.remove_person_hint}
        cancel_text={messages.keep_person}
        button={messages.remove}
        action={() => context.send("DELETE /{merchant}/people/{id}", { params: { id: item.id } })}
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
          cell: (item) => item.name,
          secondary: (item) => <EmailAddress email={item.email} />,
        },
        {
          name: "role",
          header: messages.role,
          cell: (item) => (can_manage ? <RoleChoice member={item} onDone={onDone} /> : messages.role_names[item.role]),
        },
        {
          name: "factor",
          header: messages.factor,
          hidden_below_px: 900,
          cell: (item) => (item.has_second_factor ? messages.yes : messages.no),
        },
        ...(can_manage ? [remove] : []),
      ]}
    />
  );
}

/** A role select with a confirmation. */
function RoleChoice({ member, onDone }: { readonly member: Member; readonly onDone: () => void }) {
  const messages = useAccountMessages();
  const context = useMerchantContext();
  const [chosen, setChosen] = useState<Role | null>(null);
  const name = member.name;
  return (
    <>
      <select
        aria-label={`${messages.role}, ${name}`}
        value={member.role}
        onChange={(event) => setChosen(roleOf(event.currentTarget.value))}
      >
        {Object.entries(messages.role_names).map(([role, text]) => (
          <option key={role} value={role}>
            {text}
          </option>
        ))}
      </select>
      {chosen && (
        <ConfirmDialog
          title={messages.role_sure(name)}
          subject={rolesOf(messages).find(([role]) => role === chosen)?.[1]}
          hint={messages.role_hint}
          cancel_text={messages.role_keep}
          button={messages.role_change}
          action={() =>
            context.send("PUT /{merchant}/people/{id}", { params: { id: member.id }, body: { role: chosen } })
          }
          onEnd={(is_done) => {
            setChosen(null);
            if (is_done) onDone();
          }}
        />
      )}
    </>
  );
}

const ROLES: readonly Role[] = ["owner", "developer", "finance", "support", "viewer"];

function roleOf(value: string): Role | null {
  return ROLES.find((role) => role === value) ?? null;
}

function Invitations({ items, can_manage, onDone }: StaffProps<Invitation>) {
  const messages = useAccountMessages();
  const context = useMerchantContext();
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="invited">
      <h2 id="invited">{messages.invited}</h2>
      <ul className="rows">
        {items.map((item) => (
          <li key={item.id}>
            <span className="address">
              <EmailAddress email={item.email} />
            </span>
            <span className="quiet">
              {messages.role_names[item.role]}, <Time at={item.created_at} />
              <MailState state={item.mail} />
            </span>
            {can_manage && (
              <ConfirmButton
                label={`${messages.withdraw} ${item.email}`}
                title={messages.withdraw_sure}
                subject={item.email}
                hint={messages.withdraw_hint}
                button={messages.withdraw}
                action={() => context.send("DELETE /{merchant}/invitations/{id}", { params: { id: item.id } })}
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
function MailState({ state }: { readonly state: string | undefined }) {
  const messages = useAccountMessages();
  const text = Object.entries(messages.mail).find(([name]) => name === state)?.[1];
  return text === undefined ? null : <>, {text}</>;
}

function Invite(props: {
  readonly members_query: ApiQuery<unknown>;
  readonly onClose: () => void;
  readonly onUrl: (url: string) => void;
}) {
  const messages = useAccountMessages();
  const context = useMerchantContext();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("viewer");
  return (
    <Dialog title={messages.invite_title} onClose={props.onClose}>
      <Form
        label={messages.invite_title}
        button={messages.invite}
        send={() => context.send("POST /{merchant}/people", { body: { email, role } })}
        onDone={({ body }) => {
          props.onUrl(body.url ?? "");
          props.members_query.reload();
          props.onClose();
        }}
      >
        {(errors) => (
          <>
            <Field
              {...{ label: messages.email, error: errors.email, name: "email", type: "email", value: email }}
              onValue={setEmail}
            />
            <SelectField
              label={messages.role}
              name="role"
              value={role}
              error={errors.role}
              onValue={(value) => setRole(roleOf(value) ?? role)}
              options={rolesOf(messages)}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}
