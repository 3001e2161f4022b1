import { formatMoney } from "@kolo/ui/format-money.ts";
import { useLanguage } from "@kolo/ui/language.tsx";
import { useApi } from "#app/api-query.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import type { RecordFields } from "#app/records.ts";
import { useLinkMessages } from "#i18n/link-messages.ts";
import { ShareButtons } from "#ui/share-buttons.tsx";

/** The address of an open payment's page, and ways to send it to the payer again. */
export default function PaymentRequest({ payment }: { readonly payment: RecordFields }) {
  const messages = useLinkMessages();
  const { language } = useLanguage();
  const context = useMerchantContext();
  const { id = "", customer, description } = payment;
  const { data } = useApi("GET /{environment}/payments/{reference}/page", { params: { reference: id } });
  const payer = useApi("GET /{environment}/customers/{id}", {
    params: { id: typeof customer === "string" ? customer : "" },
  });
  const url = data?.authorization_url ?? null;
  if (url === null) return null;
  const sum = formatMoney(BigInt(payment.amount ?? 0), payment.currency ?? "", language);
  return (
    <section className="related" aria-labelledby="payment-request">
      <h2 id="payment-request">{messages.request_title}</h2>
      <p className="quiet">{messages.request_hint}</p>
      <ShareButtons
        {...{ url, title: `${context.business.name} · ${sum}`, phone: payer.data?.customer.phone ?? "" }}
        text={messages.request_text(context.business.name, sum, description ?? null)}
      />
    </section>
  );
}
