import { Button } from "@kolo/ui/button.tsx";
import { Field } from "@kolo/ui/field.tsx";
import { formatDate } from "@kolo/ui/format-date.ts";
import { useLanguage } from "@kolo/ui/language.tsx";
import { useState } from "react";
import type { Answer } from "./api.ts";
import { Copyable, Time } from "./cells.tsx";
import { Choice, DayField, Form } from "./form.tsx";
import { type Item, itemOf, itemsOf, textOf, textsOf } from "./items.ts";
import { KeyForm } from "./key-form.tsx";
import { rightsByNoun } from "./key-rights.ts";
import { limitsText, useKeyWords } from "./key-texts.ts";
import { usePlace } from "./place.ts";
import { useSelfWords } from "./self-texts.ts";
import { Dialog, Failure, Notice, Skeleton } from "./shell-parts.tsx";
import { SureButton } from "./sure.tsx";
import { Table } from "./table.tsx";
import { useWords } from "./texts.ts";
import type { Asked } from "./use-answer.ts";

/** The API keys of this environment with their restrictions, and the rule that requires the private key. */
export function Keys({ keys }: { readonly keys: Asked }) {
  const words = useSelfWords();
  const [is_open, setOpen] = useState(false);
  const [changed, setChanged] = useState<Item | null>(null);
  const [made, setMade] = useState<Item | null>(null);
  const body = keys.answer?.body ?? {};
  const items = itemsOf(body, "items");
  return (
    <section aria-labelledby="keys">
      <div className="section-head">
        <h2 id="keys">{words.keys}</h2>
        <Button onClick={() => setOpen(true)}>{words.key_new}</Button>
      </div>
      {made && <MadeKeys made={made} />}
      {keys.answer === null && <Skeleton />}
      {keys.answer && !keys.answer.is_ok && <Failure answer={keys.answer} again={keys.again} />}
      {keys.answer?.is_ok && items.length === 0 && <p className="quiet">{words.keys_none}</p>}
      {items.length > 0 && <KeyTable items={items} change={setChanged} onRevoked={keys.again} />}
      {keys.answer?.is_ok && <KeyRule is_required={body.is_grant_required === true} onDone={keys.again} />}
      {is_open && (
        <NewKeys
          onClose={() => setOpen(false)}
          onDone={({ body: answered }) => {
            setMade(itemOf(answered, "keys"));
            setOpen(false);
            keys.again();
          }}
        />
      )}
      {changed && (
        <ChangedKey
          item={changed}
          onClose={() => setChanged(null)}
          onDone={() => {
            setChanged(null);
            keys.again();
          }}
        />
      )}
    </section>
  );
}

interface DialogProps {
  readonly onClose: () => void;
  readonly onDone: (answer: Answer) => void;
}

function NewKeys({ onClose, onDone }: DialogProps) {
  const words = useSelfWords();
  const { which, both, private_only, ends, ends_help } = useKeyWords();
  const place = usePlace();
  const [name, setName] = useState("");
  const [kind, setKind] = useState("both");
  const [expires_on, setExpiry] = useState("");
  const until = expires_on === "" ? {} : { expires_on };
  return (
    <Dialog title={words.key_new} onClose={onClose}>
      <KeyForm
        before={{}}
        button={words.key_new}
        send={(limits) => place.ask("POST", "/keys", { kind, name, ...until, ...limits })}
        onDone={onDone}
      >
        {(errors) => (
          <>
            <Field {...{ label: words.key_name, error: errors.name, name: "name", value: name }} onValue={setName} />
            <Choice
              {...{ label: which, name: "kind", value: kind, onValue: setKind }}
              options={[
                ["both", both],
                ["private", private_only],
              ]}
            />
            <DayField
              {...{
                label: ends,
                help: ends_help(textOf(place.business, "time_zone")),
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

function ChangedKey({ item, onClose, onDone }: DialogProps & { readonly item: Item }) {
  const words = useKeyWords();
  const place = usePlace();
  return (
    <Dialog title={words.change_title(textOf(item, "name"))} onClose={onClose}>
      <p className="quiet">
        <KeyHint item={item} />
      </p>
      <KeyForm
        before={item}
        button={words.save}
        send={(limits) => place.ask("PUT", `/keys/${textOf(item, "id")}`, limits)}
        onDone={onDone}
      />
    </Dialog>
  );
}

function MadeKeys({ made }: { readonly made: Item }) {
  const words = useSelfWords();
  return (
    <Notice>
      <p>
        <strong>{words.key_shown}</strong>
      </p>
      {["public_key", "private_key"]
        .filter((kind) => textOf(made, kind) !== "")
        .map((kind) => (
          <p key={kind}>
            <Copyable text={textOf(made, kind)} />
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
  const words = useSelfWords();
  const { columns } = useWords();
  return (
    <Table
      label={words.keys}
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
                <KeyLimits item={key} />
                <KeyEnd item={key} />
              </span>
            </>
          ),
        },
        { name: "hint", header: words.key, hidden_below_px: 600, cell: (key) => <KeyHint item={key} /> },
        {
          name: "created_at",
          header: columns.created_at,
          hidden_below_px: 900,
          cell: (key) => <Time at={textOf(key, "created_at")} />,
        },
        {
          name: "last_used_at",
          header: words.last_used,
          hidden_below_px: 900,
          cell: (key) => (textOf(key, "last_used_at") === "" ? words.never : <Time at={textOf(key, "last_used_at")} />),
        },
        {
          name: "revoke",
          header: words.revoke,
          is_header_hidden: true,
          align: "end",
          cell: (key) => <Deeds item={key} change={change} onRevoked={onRevoked} />,
        },
      ]}
    />
  );
}

/** The restrictions of a private key. A public key cannot be restricted. */
function KeyLimits({ item }: { readonly item: Item }) {
  const words = useKeyWords();
  if (item.kind === "public") return words.opens;
  const rights = Array.isArray(item.rights) ? rightsByNoun(textsOf(item, "rights")) : null;
  return limitsText(words, rights, Array.isArray(item.addresses) ? textsOf(item, "addresses") : null);
}

/** The expiry of a key, past or future; renders nothing for a key without one. */
function KeyEnd({ item }: { readonly item: Item }) {
  const words = useKeyWords();
  const place = usePlace();
  const { language } = useLanguage();
  const expires_at = textOf(item, "expires_at");
  if (expires_at === "") return null;
  const day = formatDate(new Date(expires_at), language, {
    dateStyle: "medium",
    timeZone: textOf(place.business, "time_zone"),
  });
  return <> · {Date.parse(expires_at) > Date.now() ? words.ends_on(day) : words.ended_on(day)}</>;
}

/** The part of a key that is stored in clear: its prefix and its last characters. */
function KeyHint({ item }: { readonly item: Item }) {
  const place = usePlace();
  return (
    <code>
      {place.environment}_{item.kind === "public" ? "pk" : "sk"}_…{textOf(item, "hint")}
    </code>
  );
}

interface DeedsProps {
  readonly item: Item;
  readonly change: (item: Item) => void;
  readonly onRevoked: () => void;
}

function Deeds({ item, change, onRevoked }: DeedsProps) {
  const place = usePlace();
  const words = useSelfWords();
  const key_words = useKeyWords();
  if (textOf(item, "revoked_at") !== "") return <span className="quiet">{words.revoked}</span>;
  const name = textOf(item, "name");
  return (
    <div className="key-deeds">
      {item.kind === "private" && (
        <button
          type="button"
          className="button button-quiet"
          aria-label={key_words.change_title(name)}
          onClick={() => change(item)}
        >
          {key_words.change}
        </button>
      )}
      <SureButton
        label={`${words.revoke} ${name}`}
        title={words.revoke_sure}
        what={
          <>
            {name} <KeyHint item={item} />
          </>
        }
        hint={words.revoke_hint}
        button={words.revoke}
        deed={() => place.ask("DELETE", `/keys/${textOf(item, "id")}`)}
        onDone={onRevoked}
      />
    </div>
  );
}

/** The rule that every request needs the private key. A dialog shows the effect on programs before it changes. */
function KeyRule({ is_required, onDone }: { readonly is_required: boolean; readonly onDone: () => void }) {
  const words = useKeyWords();
  const place = usePlace();
  const [is_asked, setAsked] = useState(false);
  const button = is_required ? words.rule_release : words.rule_require;
  return (
    <div className="key-rule">
      <h3>{words.rule}</h3>
      <p>{is_required ? words.rule_on : words.rule_off}</p>
      <Button onClick={() => setAsked(true)}>{button}</Button>
      {is_asked && (
        <Dialog title={words.rule} onClose={() => setAsked(false)}>
          <p>{is_required ? words.rule_release_hint : words.rule_require_hint}</p>
          <Form
            label={words.rule}
            button={button}
            send={() => place.ask("PUT", "/key-rule", { is_grant_required: !is_required })}
            onDone={() => {
              setAsked(false);
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
