import { Button } from "@kolo/ui/button.tsx";
import { Field } from "@kolo/ui/field.tsx";
import { useState } from "react";
import { type Item, itemsOf, textOf } from "#app/items.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { type Query, useCachedApiQuery } from "#app/use-query.ts";
import { type AccountMessages, useAccountMessages } from "#i18n/account-messages.ts";
import { useMessages } from "#i18n/messages.ts";
import { Copyable, EmailAddress, Time } from "#ui/cells.tsx";
import { ConfirmButton, ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Form, SelectField } from "#ui/form.tsx";
import { Dialog, Heading, LoadError, Notice, Skeleton } from "#ui/page-elements.tsx";
import { Table, type TableColumn } from "#ui/table.tsx";

function rolesOf(messages: AccountMessages): readonly (readonly [string, string])[] {
  return Object.entries(messages.roles);
}

/** The members of the business with their roles, and the open invitations. */
export function PeoplePage() {
  const { pages } = useMessages();
  const messages = useAccountMessages();
  const context = useMerchantContext();
  const members_query = useCachedApiQuery(context.pagePath("people"), () =>
    context.requestForMerchant("GET", "/people"),
  );
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
      {members_query.response === null && <Skeleton />}
      {members_query.response && !members_query.response.is_ok && (
        <LoadError response={members_query.response} reload={members_query.reload} />
      )}
      {members_query.response?.is_ok && <Members items={itemsOf(members_query.response.body, "members")} {...shared} />}
      <Invitations items={itemsOf(members_query.response?.body ?? {}, "invitations")} {...shared} />
      {is_open && <Invite members_query={members_query} onClose={() => setOpen(false)} onUrl={setUrl} />}
    </>
  );
}

interface StaffProps {
  readonly items: readonly Item[];
  readonly can_manage: boolean;
  readonly onDone: () => void;
}

function Members({ items, can_manage, onDone }: StaffProps) {
  const messages = useAccountMessages();
  const context = useMerchantContext();
  const { columns, pages } = useMessages();
  const remove: TableColumn = {
    name: "remove",
    header: messages.remove,
    is_header_hidden: true,
    align: "end",
    cell: (item) => (
      <ConfirmButton
        label={`${messages.remove} ${textOf(item, "name")}`}
        title={messages.remove_person_sure(textOf(item, "name"))}
        subject={textOf(item, "email")}
        hint={messages.remove_person_hint}
        cancel_text={messages.keep_person}
        button={messages.remove}
        action={() => context.requestForMerchant("DELETE", `/people/${textOf(item, "id")}`)}
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
          secondary: (item) => <EmailAddress email={textOf(item, "email")} />,
        },
        {
          name: "role",
          header: messages.role,
          cell: (item) => (can_manage ? <RoleChoice member={item} onDone={onDone} /> : roleName(item, messages)),
        },
        {
          name: "factor",
          header: messages.factor,
          hidden_below_px: 900,
          cell: (item) => (item.has_second_factor === true ? messages.yes : messages.no),
        },
        ...(can_manage ? [remove] : []),
      ]}
    />
  );
}

/** A role select with a confirmation. */
function RoleChoice({ member, onDone }: { readonly member: Item; readonly onDone: () => void }) {
  const messages = useAccountMessages();
  const context = useMerchantContext();
  const [chosen, setChosen] = useState("");
  const name = textOf(member, "name");
  return (
    <>
      <select
        aria-label={`${messages.role}, ${name}`}
        value={textOf(member, "role")}
        onChange={(event) => setChosen(event.currentTarget.value)}
      >
        {Object.entries(messages.role_names).map(([role, text]) => (
          <option key={role} value={role}>
            {text}
          </option>
        ))}
      </select>
      {chosen !== "" && (
        <ConfirmDialog
          title={messages.role_sure(name)}
          subject={rolesOf(messages).find(([role]) => role === chosen)?.[1]}
          hint={messages.role_hint}
          cancel_text={messages.role_keep}
          button={messages.role_change}
          action={() => context.requestForMerchant("PUT", `/people/${textOf(member, "id")}`, { role: chosen })}
          onEnd={(is_done) => {
            setChosen("");
            if (is_done) onDone();
          }}
        />
      )}
    </>
  );
}

function roleName(item: Item, { role_names }: AccountMessages): string | undefined {
  return Object.entries(role_names).find(([role]) => role === item.role)?.[1];
}

function Invitations({ items, can_manage, onDone }: StaffProps) {
  const messages = useAccountMessages();
  const context = useMerchantContext();
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="invited">
      <h2 id="invited">{messages.invited}</h2>
      <ul className="rows">
        {items.map((item) => (
          <li key={textOf(item, "id")}>
            <span className="address">
              <EmailAddress email={textOf(item, "email")} />
            </span>
            <span className="quiet">
              {roleName(item, messages)}, <Time at={textOf(item, "created_at")} />
              <MailState state={textOf(item, "mail")} />
            </span>
            {can_manage && (
              <ConfirmButton
                label={`${messages.withdraw} ${textOf(item, "email")}`}
                title={messages.withdraw_sure}
                subject={textOf(item, "email")}
                hint={messages.withdraw_hint}
                button={messages.withdraw}
                action={() => context.requestForMerchant("DELETE", `/invitations/${textOf(item, "id")}`)}
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
  const messages = useAccountMessages();
  const text = Object.entries(messages.mail).find(([name]) => name === state)?.[1];
  return text === undefined ? null : <>, {text}</>;
}

function Invite(props: {
  readonly members_query: Query;
  readonly onClose: () => void;
  readonly onUrl: (url: string) => void;
}) {
  const messages = useAccountMessages();
  const context = useMerchantContext();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState("viewer");
  return (
    <Dialog title={messages.invite_title} onClose={props.onClose}>
      <Form
        label={messages.invite_title}
        button={messages.invite}
        send={() => context.requestForMerchant("POST", "/people", { email, role })}
        onDone={({ body }) => {
          props.onUrl(textOf(body, "url"));
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
            <SelectField label={messages.role} name="role" value={role} onValue={setRole} options={rolesOf(messages)} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
