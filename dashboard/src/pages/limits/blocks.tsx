import { Field } from "@kolo/ui/field.tsx";
import { useTranslation } from "@kolo/ui/language.tsx";
import { useState } from "react";
import { useApi } from "#app/api-query.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { Time } from "#ui/cells.tsx";
import { ConfirmButton } from "#ui/confirm-dialog.tsx";
import { Form } from "#ui/form.tsx";
import { Notice, QueryState } from "#ui/page-elements.tsx";
import { Table } from "#ui/table.tsx";

const MESSAGES = {
  en: {
    title: "Blocked numbers",
    help: "Nobody here can pay a blocked number or account, and it cannot pay this business. Only its last digits are shown.",
    none: "No number is blocked.",
    number: "Number",
    reason: "Reason",
    since: "Since",
    remove: "Unblock",
    remove_sure: "Unblock this number?",
    remove_hint: "It can be paid again, and pay again, from the next order on.",
    add: "Block a number",
    phone: "Phone number",
    reason_needed: "Enter a reason",
    phone_needed: "Enter a phone number",
    saved: "The number is blocked from the next order on.",
  },
  fr: {
    title: "Numéros bloqués",
    help: "Personne ici ne peut payer un numéro ou un compte bloqué, et il ne peut pas payer cette entreprise. Seuls ses derniers chiffres sont affichés.",
    none: "Aucun numéro n’est bloqué.",
    number: "Numéro",
    reason: "Motif",
    since: "Depuis",
    remove: "Débloquer",
    remove_sure: "Débloquer ce numéro\u202f?",
    remove_hint: "Il pourra de nouveau être payé et payer, dès la prochaine opération.",
    add: "Bloquer un numéro",
    phone: "Numéro de téléphone",
    reason_needed: "Saisissez un motif",
    phone_needed: "Saisissez un numéro de téléphone",
    saved: "Le numéro est bloqué dès la prochaine opération.",
  },
};

/** The numbers and accounts that the business has blocked. */
export function Blocks() {
  const messages = useTranslation(MESSAGES);
  const context = useMerchantContext();
  const query = useApi("GET /{environment}/blocks", {});
  const items = query.data?.items ?? [];
  return (
    <section aria-labelledby="blocks">
      <h2 id="blocks">{messages.title}</h2>
      <p className="measure">{messages.help}</p>
      <QueryState query={query} />
      {query.data && items.length === 0 && <p className="quiet">{messages.none}</p>}
      {items.length > 0 && (
        <div className="list">
          <Table
            label={messages.title}
            rows={items}
            rowKey={(item) => item.id}
            columns={[
              { name: "number", header: messages.number, cell: (item) => item.number },
              { name: "reason", header: messages.reason, cell: (item) => item.reason },
              {
                name: "since",
                header: messages.since,
                hidden_below_px: 600,
                cell: (item) => <Time at={item.created_at} />,
              },
              {
                name: "remove",
                header: messages.remove,
                is_header_hidden: true,
                cell: (item) => (
                  <ConfirmButton
                    title={messages.remove_sure}
                    subject={item.number}
                    hint={messages.remove_hint}
                    button={messages.remove}
                    action={() => context.send("DELETE /{environment}/blocks/{id}", { params: { id: item.id } })}
                    onDone={query.reload}
                  />
                ),
              },
            ]}
          />
        </div>
      )}
      <BlockForm onDone={query.reload} />
    </section>
  );
}

function BlockForm({ onDone }: { readonly onDone: () => void }) {
  const messages = useTranslation(MESSAGES);
  const context = useMerchantContext();
  const [phone, setPhone] = useState("");
  const [reason, setReason] = useState("");
  const [is_saved, setSaved] = useState(false);
  return (
    <div className="narrow">
      {is_saved && <Notice>{messages.saved}</Notice>}
      <Form
        {...{ label: messages.add, button: messages.add, tone: "plain" }}
        check={(): Readonly<Record<string, string>> => ({
          ...(phone.trim() === "" ? { phone: messages.phone_needed } : {}),
          ...(reason.trim() === "" ? { reason: messages.reason_needed } : {}),
        })}
        send={() => context.send("POST /{environment}/blocks", { body: { phone, reason } })}
        onDone={() => {
          setSaved(true);
          setPhone("");
          setReason("");
          onDone();
        }}
      >
        {(errors) => (
          <>
            <Field
              {...{ label: messages.phone, name: "phone", value: phone, onValue: setPhone, error: errors.phone }}
              type="tel"
              inputMode="tel"
            />
            <Field
              {...{ label: messages.reason, name: "reason", value: reason, onValue: setReason, error: errors.reason }}
            />
          </>
        )}
      </Form>
    </div>
  );
}
