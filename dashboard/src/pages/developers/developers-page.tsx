import { Button } from "@kolo/ui/button.tsx";
import { Field } from "@kolo/ui/field.tsx";
import { useLanguage } from "@kolo/ui/language.tsx";
import { useState } from "react";
import type { Answer, ApiResponse } from "#app/api.ts";
import { type ApiQuery, useApi } from "#app/api-query.ts";
import type { AllowedAddress } from "#app/api-types.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
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
  const { language } = useLanguage();
  const keys = useApi("GET /{environment}/keys", {});
  const addresses = useApi("GET /{environment}/addresses", {});
  const key_errors = keys.failure?.errors ?? {};
  return (
    <>
      <Heading title={pages.developers} />
      <p className="quiet">
        <a href={language === "fr" ? "/guide/fr" : "/guide"}>{messages.documentation}</a> ·{" "}
        <a href="/docs">{messages.api_reference}</a>
      </p>
      {key_errors.second_factor !== undefined && <SecondFactorNotice />}
      {key_errors.role !== undefined && <Notice>{messages.no_right}</Notice>}
      {keys.failure?.status === 403 ? null : (
        <>
          <Keys keys={keys} />
          <AllowedAddresses addresses={addresses} />
          {keys.data && <LatestRequests />}
        </>
      )}
    </>
  );
}

const ALL_ADDRESSES = ["0.0.0.0/0", "::/0"];

function addressNote({ note, range }: AllowedAddress, messages: AccountMessages): string {
  return note || (ALL_ADDRESSES.includes(range) ? messages.addresses_all : "");
}

function AllowedAddresses({ addresses }: { readonly addresses: ApiQuery<Answer<"GET /{environment}/addresses">> }) {
  const messages = useAccountMessages();
  const context = useMerchantContext();
  const [range, setRange] = useState("");
  const items = addresses.data?.items ?? [];
  const own_address = context.me.address;
  const is_listed = items.some((item) => item.range.split("/")[0] === own_address);
  const { error, run } = useAction();
  const add = (text: string): Promise<ApiResponse<unknown>> =>
    context.send("POST /{environment}/addresses", { body: { range: text } });
  return (
    <section aria-labelledby="addresses">
      <h2 id="addresses">{messages.addresses}</h2>
      <p className="quiet">{messages.addresses_help}</p>
      {error}
      {addresses.data && items.length === 0 && <p>{messages.addresses_none}</p>}
      <ul className="rows">
        {items.map((item) => (
          <li key={item.range}>
            <code>{item.range}</code> <span className="quiet">{addressNote(item, messages)}</span>
            <ConfirmButton
              label={`${messages.remove} ${item.range}`}
              title={messages.remove_address_sure}
              subject={<code>{item.range}</code>}
              hint={messages.remove_address_hint}
              button={messages.remove}
              action={() => context.send("DELETE /{environment}/addresses", { query: { range: item.range } })}
              onDone={addresses.reload}
            />
          </li>
        ))}
      </ul>
      {addresses.data && !is_listed && (
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
