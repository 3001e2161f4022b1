import { Button } from "@kolo/ui/button.tsx";
import { Field } from "@kolo/ui/field.tsx";
import { useLanguage } from "@kolo/ui/language.tsx";
import { useState } from "react";
import type { Answer } from "./api.ts";
import { Copyable, Time } from "./cells.tsx";
import { useDeed } from "./deed.tsx";
import { Form } from "./form.tsx";
import { type Item, itemOf, itemsOf, textOf } from "./items.ts";
import { NeedsFactor } from "./needs-factor.tsx";
import { usePlace } from "./place.ts";
import { LatestRequests } from "./requests.tsx";
import { said } from "./said.ts";
import { useSelfWords } from "./self-texts.ts";
import { Dialog, Failure, Heading, Notice, Skeleton } from "./shell-parts.tsx";
import { SureButton } from "./sure.tsx";
import { Table } from "./table.tsx";
import { useWords } from "./texts.ts";
import { type Asked, useSeenAnswer } from "./use-answer.ts";

/** The keys of this environment, the addresses that may start transfers with them, and what they asked for. */
export function DevelopersPage() {
  const { pages } = useWords();
  const words = useSelfWords();
  const place = usePlace();
  const keys = useSeenAnswer(place.to("keys"), () => place.ask("GET", "/keys"));
  const addresses = useSeenAnswer(place.to("addresses"), () => place.ask("GET", "/addresses"));
  const refused = keys.answer?.errors ?? {};
  return (
    <>
      <Heading title={pages.developers} />
      {refused.second_factor !== undefined && <NeedsFactor />}
      {refused.role !== undefined && <Notice>{words.no_right}</Notice>}
      {keys.answer?.status === 403 ? null : (
        <>
          <Keys keys={keys} />
          <Addresses addresses={addresses} />
          {keys.answer?.is_ok && <LatestRequests />}
        </>
      )}
    </>
  );
}

function Keys({ keys }: { readonly keys: Asked }) {
  const words = useSelfWords();
  const place = usePlace();
  const [name, setName] = useState("");
  const [is_open, setOpen] = useState(false);
  const [made, setMade] = useState<Item | null>(null);
  const items = itemsOf(keys.answer?.body ?? {}, "items");
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
      {items.length > 0 && <KeyTable items={items} onRevoked={keys.again} />}
      {is_open && (
        <Dialog title={words.key_new} onClose={() => setOpen(false)}>
          <Form
            label={words.key_new}
            button={words.key_new}
            send={() => place.ask("POST", "/keys", { kind: "both", name })}
            onDone={({ body }: Answer) => {
              setMade(itemOf(body, "keys"));
              setName("");
              setOpen(false);
              keys.again();
            }}
          >
            {(errors) => (
              <Field {...{ label: words.key_name, error: errors.name, name: "name", value: name }} onValue={setName} />
            )}
          </Form>
        </Dialog>
      )}
    </section>
  );
}

function MadeKeys({ made }: { readonly made: Item }) {
  const words = useSelfWords();
  return (
    <Notice>
      <p>
        <strong>{words.key_shown}</strong>
      </p>
      {["public_key", "private_key"].map((kind) => (
        <p key={kind}>
          <Copyable text={textOf(made, kind)} />
        </p>
      ))}
    </Notice>
  );
}

interface KeysProps {
  readonly items: readonly Item[];
  readonly onRevoked: () => void;
}

function KeyTable({ items, onRevoked }: KeysProps) {
  const words = useSelfWords();
  const { columns } = useWords();
  return (
    <Table
      label={words.keys}
      rows={items}
      columns={[
        { name: "name", header: columns.name, cell: (key) => textOf(key, "name") },
        { name: "hint", header: words.key, cell: (key) => <KeyHint item={key} /> },
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
          cell: (key) => <Revoke item={key} onRevoked={onRevoked} />,
        },
      ]}
    />
  );
}

/** What is kept of a key that can be shown: how it begins and how it ends. */
function KeyHint({ item }: { readonly item: Item }) {
  const place = usePlace();
  return (
    <code>
      {place.environment}_{item.kind === "public" ? "pk" : "sk"}_…{textOf(item, "hint")}
    </code>
  );
}

function Revoke({ item, onRevoked }: { readonly item: Item; readonly onRevoked: () => void }) {
  const words = useSelfWords();
  const place = usePlace();
  if (textOf(item, "revoked_at") !== "") return <span className="quiet">{words.revoked}</span>;
  return (
    <SureButton
      label={`${words.revoke} ${textOf(item, "name")}`}
      title={words.revoke_sure}
      what={
        <>
          {textOf(item, "name")} <KeyHint item={item} />
        </>
      }
      hint={words.revoke_hint}
      button={words.revoke}
      deed={() => place.ask("DELETE", `/keys/${textOf(item, "id")}`)}
      onDone={onRevoked}
    />
  );
}

function Addresses({ addresses }: { readonly addresses: Asked }) {
  const words = useSelfWords();
  const place = usePlace();
  const { language } = useLanguage();
  const [range, setRange] = useState("");
  const items = itemsOf(addresses.answer?.body ?? {}, "items");
  const mine = textOf(place.me, "address");
  const is_listed = items.some((item) => textOf(item, "range").split("/")[0] === mine);
  const { trouble, act } = useDeed();
  const add = (text: string): Promise<Answer> => place.ask("POST", "/addresses", { range: text });
  return (
    <section aria-labelledby="addresses">
      <h2 id="addresses">{words.addresses}</h2>
      <p className="quiet">{words.addresses_help}</p>
      {trouble}
      {addresses.answer?.is_ok && items.length === 0 && <p>{words.addresses_none}</p>}
      <ul className="rows">
        {items.map((item) => (
          <li key={textOf(item, "range")}>
            <code>{textOf(item, "range")}</code> <span className="quiet">{said(textOf(item, "note"), language)}</span>
            <SureButton
              label={`${words.remove} ${textOf(item, "range")}`}
              title={words.remove_address_sure}
              what={<code>{textOf(item, "range")}</code>}
              hint={words.remove_address_hint}
              button={words.remove}
              deed={() => place.ask("DELETE", `/addresses?range=${encodeURIComponent(textOf(item, "range"))}`)}
              onDone={addresses.again}
            />
          </li>
        ))}
      </ul>
      {!is_listed && (
        <Button onClick={() => void act(() => add(mine)).then(addresses.again)}>{words.address_mine(mine)}</Button>
      )}
      <Form
        label={words.addresses}
        button={words.add}
        tone="plain"
        send={() => add(range)}
        onDone={() => {
          setRange("");
          addresses.again();
        }}
      >
        {(errors) => (
          <Field
            {...{ label: words.address, error: errors.range ?? errors.address, name: "range", value: range }}
            onValue={setRange}
          />
        )}
      </Form>
    </section>
  );
}
