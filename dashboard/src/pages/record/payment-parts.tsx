import { formatMoney } from "@kolo/ui/format-money.ts";
import { useLanguage, useTranslation } from "@kolo/ui/language.tsx";
import { useApi } from "#app/api-query.ts";
import type { PaymentPart } from "#app/api-types.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { useMessages } from "#i18n/messages.ts";
import { useBreakpoint } from "#ui/breakpoints.ts";
import { AmountOf, StatusLabel } from "#ui/cells.tsx";
import { ConfirmButton } from "#ui/confirm-dialog.tsx";
import { formatPercent } from "#ui/format-percent.ts";
import { Notice } from "#ui/page-elements.tsx";
import { Table } from "#ui/table.tsx";

const MESSAGES = {
  en: {
    title: "Parts of this payment",
    business: "Business",
    own: "Your part",
    fee: (sum: string) => `after a fee of ${sum}`,
    refunded: (sum: string) => `${sum} refunded`,
    held: (sum: string) => `${sum} is held for other businesses. They receive it when you release it.`,
    release: (sum: string) => `Release ${sum}`,
    sure: (sum: string) => `Release ${sum}?`,
    hint: "The businesses receive the money at once. This cannot be undone.",
    no_right: "Your role does not allow you to release it.",
  },
  fr: {
    title: "Répartition du paiement",
    business: "Entreprise",
    own: "Votre part",
    fee: (sum: string) => `après ${sum} de frais`,
    refunded: (sum: string) => `${sum} remboursés`,
    held: (sum: string) => `${sum} sont retenus pour d’autres entreprises. Elles les reçoivent quand vous les libérez.`,
    release: (sum: string) => `Libérer ${sum}`,
    sure: (sum: string) => `Libérer ${sum}\u202f?`,
    hint: "Les entreprises reçoivent l’argent aussitôt. Cette opération est définitive.",
    no_right: "Votre rôle ne permet pas de les libérer.",
  },
};

/** The parts of a split payment, and the release of those that are held. */
export function PaymentParts({ payment, reload }: { readonly payment: string; readonly reload: () => void }) {
  const messages = useTranslation(MESSAGES);
  const { columns } = useMessages();
  const { language } = useLanguage();
  const context = useMerchantContext();
  const is_narrow = useBreakpoint() === "phone";
  const query = useApi("GET /{environment}/payments/{reference}/parts", { params: { reference: payment } });
  const parts = query.data?.items ?? [];
  if (parts.length === 0) return null;
  const format = (amount: number, currency: string): string => formatMoney(BigInt(amount), currency, language);
  const held = parts.filter((part) => part.status === "held" && leftOf(part) > 0);
  const sum = format(
    held.reduce((total, part) => total + leftOf(part), 0),
    parts[0]?.currency ?? "",
  );
  const details = (part: PaymentPart): string =>
    [
      part.basis_points === null ? "" : formatPercent(part.basis_points, language),
      part.fee > 0 ? messages.fee(format(part.fee, part.currency)) : "",
      part.amount_refunded > 0 ? messages.refunded(format(part.amount_refunded, part.currency)) : "",
      part.description ?? "",
    ]
      .filter(Boolean)
      .join(" · ");
  const status = {
    ...{ name: "status", header: columns.status },
    cell: (part: PaymentPart) => <StatusLabel status={part.status} />,
  };
  const business = {
    ...{ name: "business", header: messages.business },
    cell: (part: PaymentPart) => (part.merchant === part.platform ? messages.own : part.merchant_name),
    secondary: (part: PaymentPart) =>
      is_narrow ? (
        <>
          <StatusLabel status={part.status} />
          {details(part) && ` · ${details(part)}`}
        </>
      ) : (
        details(part)
      ),
  };
  return (
    <section className="related" aria-labelledby="parts">
      <h2 id="parts">{messages.title}</h2>
      <Table
        label={messages.title}
        rows={parts}
        has_hidden_headers
        columns={[
          ...(is_narrow ? [business] : [business, status]),
          {
            ...{ name: "amount", header: columns.amount, align: "end" },
            cell: (part) => <AmountOf amount={part.amount_net} currency={part.currency} />,
          },
        ]}
      />
      {held.length > 0 && (
        <Notice>
          <p>{messages.held(sum)}</p>
          {context.hasRight("pay") ? (
            <ConfirmButton
              {...{ title: messages.sure(sum), hint: messages.hint, button: messages.release(sum), tone: "plain" }}
              subject={held.map(({ merchant_name }) => merchant_name).join(", ")}
              action={() =>
                // The ids of the parts: a second release of them is refused, so a lost response does no harm.
                context.send("POST /{environment}/payments/{reference}/release", {
                  ...{ params: { reference: payment }, body: { parts: held.map(({ id }) => id) } },
                })
              }
              onDone={() => {
                query.reload();
                reload();
              }}
            />
          ) : (
            <p className="quiet">{messages.no_right}</p>
          )}
        </Notice>
      )}
    </section>
  );
}

/** The amount of a held part that a release would pay. */
function leftOf({ amount_net, amount_refunded }: PaymentPart): number {
  return amount_net - amount_refunded;
}
