import { Button } from "@kolo/ui/button.tsx";
import { Field } from "@kolo/ui/field.tsx";
import { useState } from "react";
import type { ApiResponse } from "#app/api.ts";
import { type Item, itemsOf, textOf } from "#app/items.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { type Query, useCachedApiQuery } from "#app/use-query.ts";
import { type AccountMessages, useAccountMessages } from "#i18n/account-messages.ts";
import { useMessages } from "#i18n/messages.ts";
import { ConfirmButton } from "#ui/confirm-dialog.tsx";
import { Form } from "#ui/form.tsx";
import { Heading, Notice } from "#ui/page-elements.tsx";
import { SecondFactorNotice } from "#ui/second-factor-notice.tsx";
import { useAction } from "#ui/use-action.tsx";
import { Keys } from "./keys.tsx";
import { LatestRequests } from "./request-table.tsx";

/** The API keys of this environment, the IP addresses that may start transfers, and the request log. */
export function DevelopersPage() {
  const { pages } = useMessages();
  const messages = useAccountMessages();
  const context = useMerchantContext();
  const keys = useCachedApiQuery(context.pagePath("keys"), () => context.request("GET", "/keys"));
  const addresses = useCachedApiQuery(context.pagePath("addresses"), () => context.request("GET", "/addresses"));
  const key_errors = keys.response?.errors ?? {};
  return (
    <>
      <Heading title={pages.developers} />
      {key_errors.second_factor !== undefined && <SecondFactorNotice />}
      {key_errors.role !== undefined && <Notice>{messages.no_right}</Notice>}
      {keys.response?.status === 403 ? null : (
        <>
          <Keys keys={keys} />
          <AllowedAddresses addresses={addresses} />
          {keys.response?.is_ok && <LatestRequests />}
        </>
      )}
    </>
  );
}

const ALL_ADDRESSES = ["0.0.0.0/0", "::/0"];

function addressNote(item: Item, messages: AccountMessages): string {
  return textOf(item, "note") || (ALL_ADDRESSES.includes(textOf(item, "range")) ? messages.addresses_all : "");
}

function AllowedAddresses({ addresses }: { readonly addresses: Query }) {
  const messages = useAccountMessages();
  const context = useMerchantContext();
  const [range, setRange] = useState("");
  const items = itemsOf(addresses.response?.body ?? {}, "items");
  const own_address = textOf(context.me, "address");
  const is_listed = items.some((item) => textOf(item, "range").split("/")[0] === own_address);
  const { error, run } = useAction();
  const add = (text: string): Promise<ApiResponse> => context.request("POST", "/addresses", { range: text });
  return (
    <section aria-labelledby="addresses">
      <h2 id="addresses">{messages.addresses}</h2>
      <p className="quiet">{messages.addresses_help}</p>
      {error}
      {addresses.response?.is_ok && items.length === 0 && <p>{messages.addresses_none}</p>}
      <ul className="rows">
        {items.map((item) => (
          <li key={textOf(item, "range")}>
            <code>{textOf(item, "range")}</code> <span className="quiet">{addressNote(item, messages)}</span>
            <ConfirmButton
              label={`${messages.remove} ${textOf(item, "range")}`}
              title={messages.remove_address_sure}
              subject={<code>{textOf(item, "range")}</code>}
              hint={messages.remove_address_hint}
              button={messages.remove}
              action={() => context.request("DELETE", `/addresses?range=${encodeURIComponent(textOf(item, "range"))}`)}
              onDone={addresses.reload}
            />
          </li>
        ))}
      </ul>
      {addresses.response?.is_ok && !is_listed && (
        <Button onClick={() => void run(() => add(own_address)).then(addresses.reload)}>
          {messages.address_mine(own_address)}
        </Button>
      )}
      <Form
        label={messages.addresses}
        button={messages.add}
        tone="plain"
        send={() => add(range)}
        onDone={() => {
          setRange("");
          addresses.reload();
        }}
      >
        {(errors) => (
          <Field
            {...{ label: messages.address, error: errors.range, name: "range", value: range }}
            onValue={setRange}
          />
        )}
      </Form>
    </section>
  );
}
