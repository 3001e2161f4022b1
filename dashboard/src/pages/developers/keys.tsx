import { Button } from "@kolo/ui/button.tsx";
import { Field } from "@kolo/ui/field.tsx";
import { formatDate } from "@kolo/ui/format-date.ts";
import { useLanguage } from "@kolo/ui/language.tsx";
import { useState } from "react";
import type { Answer, SuccessfulResponse } from "#app/api.ts";
import type { ApiQuery } from "#app/api-query.ts";
import type { Key } from "#app/api-types.ts";
import { rightsByResource } from "#app/key-rights.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { useAccountMessages } from "#i18n/account-messages.ts";
import { limitsText, originsText, useKeyMessages } from "#i18n/key-messages.ts";
import { useMessages } from "#i18n/messages.ts";
import { Copyable, Time } from "#ui/cells.tsx";
import { ConfirmButton } from "#ui/confirm-dialog.tsx";
import { DayField, Form, SelectField } from "#ui/form.tsx";
import { KeyForm } from "#ui/key-form.tsx";
import { Dialog, Notice, QueryState } from "#ui/page-elements.tsx";
import { Table } from "#ui/table.tsx";

/** The API keys of this environment with their restrictions, and the rule that requires the private key. */
export function Keys({ keys }: { readonly keys: ApiQuery<Answer<"GET /{environment}/keys">> }) {
  const messages = useAccountMessages();
  const [is_open, setOpen] = useState(false);
  const [edited_key, setEditedKey] = useState<Key | null>(null);
  const [created, setCreated] = useState<NewKeyTexts | null>(null);
  const { data } = keys;
  const items = data?.items ?? [];
  return (
    <section aria-labelledby="keys">
      <div className="section-head">
        <h2 id="keys">{messages.keys}</h2>
        <Button onClick={() => setOpen(true)}>{messages.key_new}</Button>
      </div>
      {created && <CreatedKeys created={created} />}
      <QueryState query={keys} />
      {data && items.length === 0 && <p className="quiet">{messages.keys_none}</p>}
      {items.length > 0 && <KeyTable items={items} change={setEditedKey} onRevoked={keys.reload} />}
      {data && <KeyRule is_required={data.is_grant_required} onDone={keys.reload} />}
      {is_open && (
        <CreateKeysDialog
          onClose={() => setOpen(false)}
          onDone={({ body }) => {
            setCreated(body.keys);
            setOpen(false);
            keys.reload();
          }}
        />
      )}
      {edited_key && (
        <EditKeyDialog
          item={edited_key}
          onClose={() => setEditedKey(null)}
          onDone={() => {
            setEditedKey(null);
            keys.reload();
          }}
        />
      )}
    </section>
  );
}

type NewKeyTexts = Answer<"POST /{environment}/keys">["keys"];

interface KeyDialogProps<Body> {
  readonly onClose: () => void;
  readonly onDone: (response: SuccessfulResponse<Body>) => void;
}

const NEW_KEY_KINDS = ["both", "private", "publishable"] as const;
type NewKeyKind = (typeof NEW_KEY_KINDS)[number];

function CreateKeysDialog({ onClose, onDone }: KeyDialogProps<Answer<"POST /{environment}/keys">>) {
  const messages = useAccountMessages();
  const { which, both, private_only, publishable_only, publishable_opens, ends, ends_help } = useKeyMessages();
  const context = useMerchantContext();
  const [name, setName] = useState("");
  const [kind, setKind] = useState<NewKeyKind>("both");
  const [expires_on, setExpiry] = useState("");
  const until = expires_on === "" ? {} : { expires_on };
  return (
    <Dialog title={messages.key_new} onClose={onClose}>
      <KeyForm
        kind={kind === "publishable" ? kind : "private"}
        before={null}
        button={messages.key_new}
        send={(limits) => context.send("POST /{environment}/keys", { body: { kind, name, ...until, ...limits } })}
        onDone={onDone}
      >
        {(errors) => (
          <>
            <Field {...{ label: messages.key_name, error: errors.name, name: "name", value: name }} onValue={setName} />
            <SelectField
              {...{ label: which, name: "kind", value: kind, error: errors.kind }}
              onValue={(value) => setKind(NEW_KEY_KINDS.find((one) => one === value) ?? "both")}
              options={[
                ["both", both],
                ["private", private_only],
                ["publishable", publishable_only],
              ]}
            />
            {kind === "publishable" && <p className="quiet">{publishable_opens}</p>}
            <DayField
              {...{
                label: ends,
                help: ends_help(context.business.time_zone),
                name: "expires_on",
                value: expires_on,
                error: errors.expires_on,
              }}
              onValue={setExpiry}
            />
          </>
        )}
      </KeyForm>
    </Dialog>
  );
}

function EditKeyDialog({ item, onClose, onDone }: KeyDialogProps<unknown> & { readonly item: Key }) {
  const messages = useKeyMessages();
  const context = useMerchantContext();
  return (
    <Dialog title={messages.change_title(item.name)} onClose={onClose}>
      <p className="quiet">
        <KeyHint item={item} />
      </p>
      <KeyForm
        kind={item.kind === "publishable" ? item.kind : "private"}
        before={item}
        button={messages.save}
        send={(limits) => context.send("PUT /{environment}/keys/{id}", { params: { id: item.id }, body: limits })}
        onDone={onDone}
      />
    </Dialog>
  );
}

function CreatedKeys({ created }: { readonly created: NewKeyTexts }) {
  const messages = useAccountMessages();
  const key_messages = useKeyMessages();
  return (
    <Notice>
      <p>
        <strong>{created.publishable_key ? key_messages.publishable_shown : messages.key_shown}</strong>
      </p>
      {[created.public_key, created.private_key, created.publishable_key].map(
        (text) =>
          text && (
            <p key={text}>
              <Copyable text={text} />
            </p>
          ),
      )}
    </Notice>
  );
}

interface KeysProps {
  readonly items: readonly Key[];
  readonly change: (item: Key) => void;
  readonly onRevoked: () => void;
}

function KeyTable({ items, change, onRevoked }: KeysProps) {
  const messages = useAccountMessages();
  const { columns } = useMessages();
  return (
    <Table
      label={messages.keys}
      rows={items}
      columns={[
        {
          name: "name",
          header: columns.name,
          className: "key-limits",
          cell: (key) => key.name,
          secondary: (key) => (
            <>
              <span className="key-hint">
                <KeyHint item={key} />
              </span>
              <span>
                <KeyRestrictions item={key} />
                <KeyExpiry item={key} />
              </span>
            </>
          ),
        },
        { name: "hint", header: messages.key, hidden_below_px: 600, cell: (key) => <KeyHint item={key} /> },
        {
          name: "created_at",
          header: columns.created_at,
          hidden_below_px: 900,
          cell: (key) => <Time at={key.created_at} />,
        },
        {
          name: "last_used_at",
          header: messages.last_used,
          hidden_below_px: 900,
          cell: (key) => (key.last_used_at ? <Time at={key.last_used_at} /> : messages.never),
        },
        {
          name: "revoke",
          header: messages.revoke,
          is_header_hidden: true,
          align: "end",
          cell: (key) => <KeyActions item={key} change={change} onRevoked={onRevoked} />,
        },
      ]}
    />
  );
}

/** The restrictions of a private key, or the origins of a publishable key. A public key cannot be restricted. */
function KeyRestrictions({ item }: { readonly item: Key }) {
  const messages = useKeyMessages();
  if (item.kind === "public") return messages.opens;
  if (item.kind === "publishable") return originsText(messages, item.origins ?? []);
  return limitsText(messages, item.rights && rightsByResource(item.rights), item.addresses);
}

/** The expiry of a key, past or future; renders nothing for a key without one. */
function KeyExpiry({ item }: { readonly item: Key }) {
  const messages = useKeyMessages();
  const context = useMerchantContext();
  const { language } = useLanguage();
  const expires_at = item.expires_at;
  if (!expires_at) return null;
  const day = formatDate(new Date(expires_at), language, {
    dateStyle: "medium",
    timeZone: context.business.time_zone,
  });
  return <> · {Date.parse(expires_at) > Date.now() ? messages.ends_on(day) : messages.ended_on(day)}</>;
}

const KEY_PREFIXES: Readonly<Record<Key["kind"], string>> = { public: "pk", private: "sk", publishable: "pub" };

/** The part of a key that the service stores unhashed: its prefix and its last characters. */
function KeyHint({ item }: { readonly item: Key }) {
  const context = useMerchantContext();
  return (
    <code>
      {context.environment}_{KEY_PREFIXES[item.kind]}_…{item.hint}
    </code>
  );
}

interface KeyActionsProps {
  readonly item: Key;
  readonly change: (item: Key) => void;
  readonly onRevoked: () => void;
}

function KeyActions({ item, change, onRevoked }: KeyActionsProps) {
  const context = useMerchantContext();
  const messages = useAccountMessages();
  const key_messages = useKeyMessages();
  if (item.revoked_at) return <span className="quiet">{messages.revoked}</span>;
  const name = item.name;
  return (
    <div className="key-actions">
      {item.kind !== "public" && (
        <button
          type="button"
          className="button button-quiet"
          aria-label={key_messages.change_title(name)}
          onClick={() => change(item)}
        >
          {key_messages.change}
        </button>
      )}
      <ConfirmButton
        label={`${messages.revoke} ${name}`}
        title={messages.revoke_sure}
        subject={
          <>
            {name} <KeyHint item={item} />
          </>
        }
        hint={messages.revoke_hint}
        button={messages.revoke}
        action={() => context.send("DELETE /{environment}/keys/{id}", { params: { id: item.id } })}
        onDone={onRevoked}
      />
    </div>
  );
}

/** The rule that every request needs the private key. A dialog explains the effect on programs before a change. */
function KeyRule({ is_required, onDone }: { readonly is_required: boolean; readonly onDone: () => void }) {
  const messages = useKeyMessages();
  const context = useMerchantContext();
  const [is_open, setOpen] = useState(false);
  const button = is_required ? messages.rule_release : messages.rule_require;
  return (
    <div className="key-rule">
      <h3>{messages.rule}</h3>
      <p>{is_required ? messages.rule_on : messages.rule_off}</p>
      <Button onClick={() => setOpen(true)}>{button}</Button>
      {is_open && (
        <Dialog title={messages.rule} onClose={() => setOpen(false)}>
          <p>{is_required ? messages.rule_release_hint : messages.rule_require_hint}</p>
          <Form
            label={messages.rule}
            button={button}
            send={() => context.send("PUT /{environment}/key-rule", { body: { is_grant_required: !is_required } })}
            onDone={() => {
              setOpen(false);
              onDone();
            }}
          >
            {() => null}
          </Form>
        </Dialog>
      )}
    </div>
  );
}
