import { Money } from "@kolo/ui/money.tsx";
import { Status } from "@kolo/ui/status.tsx";
import type { ReactNode } from "react";
import { useApi } from "#app/api-query.ts";
import type { Member, MerchantDetails, WebhookSummary } from "#app/api-types.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { Link } from "#app/router.tsx";
import { useAccountMessages } from "#i18n/account-messages.ts";
import { useMessages } from "#i18n/messages.ts";
import { usePlatformOperatorMessages } from "#i18n/platform-operator-messages.ts";
import { AuditLogTable } from "#ui/audit-log-table.tsx";
import { Copyable, PhoneNumber, Time } from "#ui/cells.tsx";
import { ChannelTotals } from "#ui/channel-totals.tsx";
import { DescriptionList, type DescriptionRows } from "#ui/description-list.tsx";
import { Limits } from "#ui/limits.tsx";
import { Heading, QueryState } from "#ui/page-elements.tsx";
import { useCorrectionMessages } from "./correction-messages.ts";
import { FiguresSwitch, TestFigures, useFiguresEnvironment } from "./merchants-page.tsx";
import { ReviewsTable } from "./reviews-page.tsx";

/** One merchant: open problems, balances, webhooks, people and details. */
export function MerchantPage({ id }: { readonly id: string }) {
  const messages = usePlatformOperatorMessages();
  const { pages } = useMessages();
  const corrections = useCorrectionMessages();
  const context = useMerchantContext();
  const environment = useFiguresEnvironment();
  const query = useApi("GET /operator/merchants/{id}", { params: { id }, query: { environment } });
  const merchant = query.data?.merchant;
  return (
    <>
      <Link className="back" to={context.pagePath(environment === "test" ? "?environment=test" : "")}>
        ← {messages.pages.merchants}
      </Link>
      <Heading title={merchant?.name ?? id}>
        <FiguresSwitch />
      </Heading>
      <QueryState query={query} />
      {merchant && (
        <>
          {environment === "test" && <TestFigures />}
          <Balances items={merchant.balances} />
          <p className="actions">
            <Link
              className="button"
              to={context.pagePath(`/merchants/${id}/entries${environment === "test" ? "?environment=test" : ""}`)}
            >
              {corrections.ledger}
            </Link>
          </p>
          {merchant.reviews.length > 0 && (
            <MerchantSection id="attention" title={messages.attention}>
              <ReviewsTable items={merchant.reviews} />
            </MerchantSection>
          )}
          <div className="overview">
            <ChannelTotals title={messages.day_in} quiet={messages.quiet_in} rows={merchant.payments} />
            <ChannelTotals title={messages.day_out} quiet={messages.quiet_out} rows={merchant.transfers} />
          </div>
          <MerchantSection id="limits" title={pages.limits}>
            <MerchantLimits {...{ id, environment, currency: merchant.currency }} />
          </MerchantSection>
          <MerchantSection id="webhooks" title={messages.webhooks}>
            <Webhooks items={merchant.webhooks} />
          </MerchantSection>
          <MerchantSection id="people" title={messages.people}>
            <People items={merchant.people} />
          </MerchantSection>
          <MerchantSection id="facts" title={messages.facts}>
            <MerchantFacts merchant={merchant} />
          </MerchantSection>
          <MerchantSection id="audit_log" title={messages.audit_log}>
            <AuditLogTable label={messages.audit_log} items={merchant.audit_log} />
          </MerchantSection>
        </>
      )}
    </>
  );
}

interface MerchantLimitsProps {
  readonly id: string;
  readonly environment: "test" | "live";
  readonly currency: string;
}

function MerchantLimits({ id, environment, currency }: MerchantLimitsProps) {
  const context = useMerchantContext();
  const query = useApi("GET /operator/merchants/{id}/limits", { params: { id }, query: { environment } });
  return (
    <>
      <QueryState query={query} />
      {query.data && (
        <Limits
          {...{ items: query.data.limits, currency, author: "platform", onChange: query.reload }}
          set={(limit) =>
            context.send("PUT /operator/merchants/{id}/limits", { params: { id }, body: { environment, ...limit } })
          }
          remove={(limit) => context.send("DELETE /operator/merchants/{id}/limits/{limit}", { params: { id, limit } })}
        />
      )}
    </>
  );
}

interface MerchantSectionProps {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

function MerchantSection({ id, title, children }: MerchantSectionProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

function Balances({ items }: { readonly items: MerchantDetails["balances"] }) {
  const messages = usePlatformOperatorMessages();
  if (items.length === 0) return <p className="balances quiet">{messages.nothing_yet}</p>;
  return (
    <div className="balances">
      {items.map((balance) => (
        <dl key={balance.currency} className="balance">
          <div>
            <dt>{messages.available}</dt>
            <dd className="balance-sum">
              <Money amount={BigInt(balance.available)} currency={balance.currency} />
            </dd>
          </div>
          <div>
            <dt>{messages.reserved}</dt>
            <dd>
              <Money amount={BigInt(balance.reserved)} currency={balance.currency} />
            </dd>
          </div>
        </dl>
      ))}
    </div>
  );
}

const SHAPES = { well: "complete", failing: "failed", paused: "processing", off: "canceled" } as const;

function Webhooks({ items }: { readonly items: readonly WebhookSummary[] }) {
  const messages = usePlatformOperatorMessages();
  if (items.length === 0) return <p className="quiet">{messages.no_webhooks}</p>;
  return (
    <ul className="rows">
      {items.map((item) => {
        const health = item.health;
        const state = item.active ? health.state : "off";
        return (
          <li key={item.id}>
            <span className="address">
              {item.url}
              <br />
              <span className="quiet">{item.id}</span>
            </span>
            <span className="row-state">
              <Status kind={SHAPES[state]}>{messages.health[state]}</Status>
              {health.failing_since && (
                <span className="quiet">
                  {messages.failing_since} <Time at={health.failing_since} />
                </span>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function People({ items }: { readonly items: readonly Member[] }) {
  const messages = usePlatformOperatorMessages();
  const { role_names } = useAccountMessages();
  if (items.length === 0) return <p className="quiet">{messages.no_people}</p>;
  return (
    <ul className="rows">
      {items.map((item) => (
        <li key={item.id}>
          <span className="address">
            {item.name}
            <br />
            <span className="quiet">{item.email}</span>
          </span>
          <span className="row-state">
            <span>{role_names[item.role]}</span>
            <span className="quiet">{messages.second_factor(item.has_second_factor)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function MerchantFacts({ merchant }: { readonly merchant: MerchantDetails }) {
  const { facts_of } = usePlatformOperatorMessages();
  const limit = merchant.rate_limit;
  const rows: DescriptionRows = [
    [facts_of.id, <Copyable key="id" text={merchant.id} />],
    [facts_of.email, merchant.email],
    [facts_of.phone, <PhoneNumber key="phone" number={merchant.phone ?? ""} />],
    [facts_of.country, merchant.country],
    [facts_of.currency, merchant.currency],
    [facts_of.created_at, <Time key="created_at" at={merchant.created_at} />],
    ...(limit ? [[facts_of.rate_limit, String(limit)] as const] : []),
  ];
  return <DescriptionList rows={rows} />;
}
