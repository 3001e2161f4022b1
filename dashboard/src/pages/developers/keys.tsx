import { Button } from "@kolo/ui/button.tsx";
import { Field } from "@kolo/ui/field.tsx";
import { formatDate } from "@kolo/ui/format-date.ts";
import { useLanguage } from "@kolo/ui/language.tsx";
import { useState } from "react";
import type { ApiResponse } from "#app/api.ts";
import { type Item, itemOf, itemsOf, textOf, textsOf } from "#app/items.ts";
import { rightsByResource } from "#app/key-rights.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import type { Query } from "#app/use-query.ts";
import { useAccountMessages } from "#i18n/account-messages.ts";
import { limitsText, useKeyMessages } from "#i18n/key-messages.ts";
import { useMessages } from "#i18n/messages.ts";
import { Copyable, Time } from "#ui/cells.tsx";
import { ConfirmButton } from "#ui/confirm-dialog.tsx";
import { DayField, Form, SelectField } from "#ui/form.tsx";
import { KeyForm } from "#ui/key-form.tsx";
import { Dialog, LoadError, Notice, Skeleton } from "#ui/page-elements.tsx";
import { Table } from "#ui/table.tsx";

/** The API keys of this environment with their restrictions, and the rule that requires the private key. */
export function Keys({ keys }: { readonly keys: Query }) {
  const messages = useAccountMessages();
  const [is_open, setOpen] = useState(false);
  const [edited_key, setEditedKey] = useState<Item | null>(null);
  const [created, setCreated] = useState<Item | null>(null);
  const body = keys.response?.body ?? {};
  const items = itemsOf(body, "items");
  return (
    <section aria-labelledby="keys">
      <div className="section-head">
        <h2 id="keys">{messages.keys}</h2>
        <Button onClick={() => setOpen(true)}>{messages.key_new}</Button>
      </div>
      {created && <CreatedKeys created={created} />}
      {keys.response === null && <Skeleton />}
      {keys.response && !keys.response.is_ok && <LoadError response={keys.response} reload={keys.reload} />}
      {keys.response?.is_ok && items.length === 0 && <p className="quiet">{messages.keys_none}</p>}
      {items.length > 0 && <KeyTable items={items} change={setEditedKey} onRevoked={keys.reload} />}
      {keys.response?.is_ok && <KeyRule is_required={body.is_grant_required === true} onDone={keys.reload} />}
      {is_open && (
        <CreateKeysDialog
          onClose={() => setOpen(false)}
          onDone={({ body: response_body }) => {
            setCreated(itemOf(response_body, "keys"));
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

interface KeyDialogProps {
  readonly onClose: () => void;
  readonly onDone: (response: ApiResponse) => void;
}

function CreateKeysDialog({ onClose, onDone }: KeyDialogProps) {
  const messages = useAccountMessages();
  const { which, both, private_only, ends, ends_help } = useKeyMessages();
  const context = useMerchantContext();
  const [name, setName] = useState("");
  const [kind, setKind] = useState("both");
  const [expires_on, setExpiry] = useState("");
  const until = expires_on === "" ? {} : { expires_on };
  return (
    <Dialog title={messages.key_new} onClose={onClose}>
      <KeyForm
        before={{}}
        button={messages.key_new}
        send={(limits) => context.request("POST", "/keys", { kind, name, ...until, ...limits })}
        onDone={onDone}
      >
        {(errors) => (
          <>
            <Field {...{ label: messages.key_name, error: errors.name, name: "name", value: name }} onValue={setName} />
            <SelectField
              {...{ label: which, name: "kind", value: kind, onValue: setKind }}
              options={[
                ["both", both],
                ["private", private_only],
              ]}
            />
            <DayField
              {...{
                label: ends,
                help: ends_help(textOf(context.business, "time_zone")),
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

function EditKeyDialog({ item, onClose, onDone }: KeyDialogProps & { readonly item: Item }) {
  const messages = useKeyMessages();
  const context = useMerchantContext();
  return (
    <Dialog title={messages.change_title(textOf(item, "name"))} onClose={onClose}>
      <p className="quiet">
        <KeyHint item={item} />
      </p>
      <KeyForm
        before={item}
        button={messages.save}
        send={(limits) => context.request("PUT", `/keys/${textOf(item, "id")}`, limits)}
        onDone={onDone}
      />
    </Dialog>
  );
}

function CreatedKeys({ created }: { readonly created: Item }) {
  const messages = useAccountMessages();
  return (
    <Notice>
      <p>
        <strong>{messages.key_shown}</strong>
      </p>
      {["public_key", "private_key"]
        .filter((kind) => textOf(created, kind) !== "")
        .map((kind) => (
          <p key={kind}>
            <Copyable text={textOf(created, kind)} />
          </p>
        ))}
    </Notice>
  );
}

interface KeysProps {
  readonly items: readonly Item[];
  readonly change: (item: Item) => void;
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
          cell: (key) => textOf(key, "name"),
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
          cell: (key) => <Time at={textOf(key, "created_at")} />,
        },
        {
          name: "last_used_at",
          header: messages.last_used,
          hidden_below_px: 900,
          cell: (key) =>
            textOf(key, "last_used_at") === "" ? messages.never : <Time at={textOf(key, "last_used_at")} />,
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

/** The restrictions of a private key. A public key cannot be restricted. */
function KeyRestrictions({ item }: { readonly item: Item }) {
  const messages = useKeyMessages();
  if (item.kind === "public") return messages.opens;
  const rights = Array.isArray(item.rights) ? rightsByResource(textsOf(item, "rights")) : null;
  return limitsText(messages, rights, Array.isArray(item.addresses) ? textsOf(item, "addresses") : null);
}

/** The expiry of a key, past or future; renders nothing for a key without one. */
function KeyExpiry({ item }: { readonly item: Item }) {
  const messages = useKeyMessages();
  const context = useMerchantContext();
  const { language } = useLanguage();
  const expires_at = textOf(item, "expires_at");
  if (expires_at === "") return null;
  const day = formatDate(new Date(expires_at), language, {
    dateStyle: "medium",
    timeZone: textOf(context.business, "time_zone"),
  });
  return <> · {Date.parse(expires_at) > Date.now() ? messages.ends_on(day) : messages.ended_on(day)}</>;
}

/** The part of a key that is stored in clear: its prefix and its last characters. */
function KeyHint({ item }: { readonly item: Item }) {
  const context = useMerchantContext();
  return (
    <code>
      {context.environment}_{item.kind === "public" ? "pk" : "sk"}_…{textOf(item, "hint")}
    </code>
  );
}

interface KeyActionsProps {
  readonly item: Item;
  readonly change: (item: Item) => void;
  readonly onRevoked: () => void;
}

function KeyActions({ item, change, onRevoked }: KeyActionsProps) {
  const context = useMerchantContext();
  const messages = useAccountMessages();
  const key_messages = useKeyMessages();
  if (textOf(item, "revoked_at") !== "") return <span className="quiet">{messages.revoked}</span>;
  const name = textOf(item, "name");
  return (
    <div className="key-deeds">
      {item.kind === "private" && (
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
        action={() => context.request("DELETE", `/keys/${textOf(item, "id")}`)}
        onDone={onRevoked}
      />
    </div>
  );
}

/** The rule that every request needs the private key. A dialog shows the effect on programs before it changes. */
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
            send={() => context.request("PUT", "/key-rule", { is_grant_required: !is_required })}
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
