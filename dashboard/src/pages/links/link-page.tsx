import { formatAmount, formatMoney } from "@kolo/ui/format-money.ts";
import { useLanguage } from "@kolo/ui/language.tsx";
import { Status } from "@kolo/ui/status.tsx";
import { useApi } from "#app/api-query.ts";
import type { PaymentLinkDetails } from "#app/api-types.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { Link } from "#app/router.tsx";
import { useFormMessages } from "#i18n/form-messages.ts";
import { useLinkMessages } from "#i18n/link-messages.ts";
import { useMessages } from "#i18n/messages.ts";
import { AmountOf, Cell, PartyName, StatusLabel, Time } from "#ui/cells.tsx";
import { Figure } from "#ui/figure.tsx";
import { IdLabels } from "#ui/id-labels.tsx";
import { Heading, Notice, PrintHeader, QueryState } from "#ui/page-elements.tsx";
import { ActionButtons, FieldList } from "#ui/record-details.tsx";
import { ShareButtons } from "#ui/share-buttons.tsx";
import { Table } from "#ui/table.tsx";
import { isFull, paidShare } from "./link-figures.ts";
import { LinkSplit } from "./link-split.tsx";
import "./links.css";
import { QrDownload } from "./qr-download.tsx";

const PAYMENTS_SHOWN = 10;

/** A payment link: what it has collected, from whom, and every way to share it. */
export function LinkPage({ id }: { readonly id: string }) {
  const messages = useLinkMessages();
  const { pages, records } = useMessages();
  const { edit } = useFormMessages();
  const { language } = useLanguage();
  const context = useMerchantContext();
  const query = useApi(
    "GET /{environment}/payment-links/{id}",
    { params: { id } },
    { isInProgress: ({ payment_link }) => payment_link.totals.payments_open > 0 },
  );
  const link = query.data?.payment_link;
  const sum = link?.amount == null ? null : formatMoney(BigInt(link.amount), link.currency, language);
  const title = link ? [link.name, sum].filter(Boolean).join(" · ") : records.payment_link;
  return (
    <>
      <Link className="back" to={context.pagePath("/payment-links")}>
        ← {pages["payment-links"]}
      </Link>
      <PrintHeader kind={records.payment_link} />
      <Heading title={title} />
      <QueryState query={query} />
      {link && (
        <>
          <Figures link={link} />
          {!link.active && <Notice>{messages.stopped_notice}</Notice>}
          {link.active && isFull(link) && <Notice>{messages.full_notice}</Notice>}
          <ActionButtons page="payment-links" item={link} reload={query.reload}>
            {context.hasRight("charge") && (
              <Link className="button" to={context.pagePath(`/payment-links/${id}/edit`)}>
                {edit}
              </Link>
            )}
          </ActionButtons>
          <div className="record">
            <section aria-labelledby="share">
              <h2 id="share">{messages.share}</h2>
              <ShareButtons
                {...{ url: link.url, title: link.name }}
                text={messages.link_text(context.business.name, link.name, sum)}
              />
              <QrDownload url={link.url} name={link.name} />
            </section>
            <div>
              <LinkPayments id={id} />
              {link.split && <LinkSplit split={link.split} currency={link.currency} />}
              <FieldList item={factsOf(link)} />
            </div>
          </div>
        </>
      )}
    </>
  );
}

/** The fields that the page shows nowhere else. */
function factsOf({ totals, url, name, active, ...facts }: PaymentLinkDetails): object {
  return facts;
}

function Figures({ link }: { readonly link: PaymentLinkDetails }) {
  const messages = useLinkMessages();
  const { language } = useLanguage();
  const { totals, currency, max_payments, max_amount_collected } = link;
  const count = (number: number): string => formatAmount(BigInt(number), "XAF", language);
  const money = (amount: number): string => formatMoney(BigInt(amount), currency, language);
  const share = paidShare(totals);
  return (
    <div className="link-summary">
      <dl className="figure-list">
        <Figure
          name={messages.collected}
          notes={[
            max_amount_collected !== null && messages.of(money(max_amount_collected)),
            totals.amount_refunded > 0 && messages.refunded(money(totals.amount_refunded)),
          ]}
        >
          <AmountOf amount={totals.amount_collected} currency={currency} />
        </Figure>
        <Figure name={messages.paid} notes={[max_payments !== null && messages.of(count(max_payments))]}>
          {count(totals.payments_complete)}
        </Figure>
        <Figure
          name={messages.started}
          notes={[totals.payments_open > 0 && messages.open(count(totals.payments_open))]}
        >
          {count(totals.payments)}
        </Figure>
        {share !== null && (
          <Figure name={messages.completion_rate} notes={[]}>
            {new Intl.NumberFormat(language, { style: "percent" }).format(share)}
          </Figure>
        )}
      </dl>
      <div>
        {link.active && isFull(link) ? (
          <Status kind="complete">{messages.full}</Status>
        ) : (
          <StatusLabel status={link.active ? "active" : "inactive"} />
        )}
      </div>
    </div>
  );
}

/** The newest payments of a link, with their payers. */
function LinkPayments({ id }: { readonly id: string }) {
  const messages = useLinkMessages();
  const { columns } = useMessages();
  const context = useMerchantContext();
  const { data } = useApi("GET /{environment}/payments", { query: { payment_link: id, limit: PAYMENTS_SHOWN } });
  if (!data) return null;
  return (
    <section className="link-payments" aria-labelledby="payments">
      <h2 id="payments">{messages.payments}</h2>
      {data.items.length === 0 && <p className="quiet">{messages.none}</p>}
      {data.items.length > 0 && (
        <IdLabels items={data.items}>
          <Table
            label={messages.payments}
            rows={data.items}
            to={(payment) => context.pagePath(`/payments/${payment.id}`)}
            has_hidden_headers
            columns={[
              {
                ...{ name: "customer", header: messages.who },
                cell: ({ customer }) => <PartyName id={customer} is_link={false} />,
                secondary: ({ created_at }) => <Time at={created_at} />,
              },
              { name: "status", header: columns.status, cell: ({ status }) => <StatusLabel status={status} /> },
              {
                ...{ name: "amount", header: columns.amount, align: "end" },
                cell: (payment) => <Cell item={payment} column="amount" />,
              },
            ]}
          />
        </IdLabels>
      )}
      {data.totals > PAYMENTS_SHOWN && (
        <Link to={context.pagePath(`/payments?payment_link=${id}`)}>{messages.all}</Link>
      )}
    </section>
  );
}
