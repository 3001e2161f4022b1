import { Button } from "@kolo/ui/button.tsx";
import { Field } from "@kolo/ui/field.tsx";
import { useLanguage } from "@kolo/ui/language.tsx";
import { useState } from "react";
import type { Answer } from "./api.ts";
import { useDeed } from "./deed.tsx";
import { Form } from "./form.tsx";
import { itemsOf, textOf } from "./items.ts";
import { Keys } from "./keys.tsx";
import { NeedsFactor } from "./needs-factor.tsx";
import { usePlace } from "./place.ts";
import { LatestRequests } from "./requests.tsx";
import { said } from "./said.ts";
import { useSelfWords } from "./self-texts.ts";
import { Heading, Notice } from "./shell-parts.tsx";
import { SureButton } from "./sure.tsx";
import { useWords } from "./texts.ts";
import { type Asked, useSeenAnswer } from "./use-answer.ts";

/** The API keys of this environment, the IP addresses that may start transfers, and the request log. */
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
      {addresses.answer?.is_ok && !is_listed && (
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
          <Field {...{ label: words.address, error: errors.range, name: "range", value: range }} onValue={setRange} />
        )}
      </Form>
    </section>
  );
}
