import { Money } from "@kolo/ui/money.tsx";
import { Status } from "@kolo/ui/status.tsx";
import type { ReactNode } from "react";
import { amountOf, type Item, itemOf, itemsOf, numberOf, textOf } from "#app/items.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { Link } from "#app/router.tsx";
import { useApiQuery } from "#app/use-query.ts";
import { useAccountMessages } from "#i18n/account-messages.ts";
import { usePlatformOperatorMessages } from "#i18n/platform-operator-messages.ts";
import { AuditLogTable } from "#ui/audit-log-table.tsx";
import { Copyable, PhoneNumber, Time } from "#ui/cells.tsx";
import { ChannelTotals } from "#ui/channel-totals.tsx";
import { DescriptionList, type DescriptionRows } from "#ui/description-list.tsx";
import { Heading, LoadError, Skeleton } from "#ui/page-elements.tsx";
import { FiguresSwitch, TestFigures, useFiguresEnvironment } from "./merchants-page.tsx";
import { ReviewsTable } from "./reviews-page.tsx";

/** One merchant: open problems, balances, webhooks, people and details. */
export function MerchantPage({ id }: { readonly id: string }) {
  const messages = usePlatformOperatorMessages();
  const context = useMerchantContext();
  const environment = useFiguresEnvironment();
  const path = `/merchants/${encodeURIComponent(id)}?environment=${environment}`;
  const query = useApiQuery(path, () => context.request("GET", path));
  const { response } = query;
  const merchant = itemOf(response?.body ?? {}, "merchant");
  const reviews = itemsOf(merchant, "reviews");
  return (
    <>
      <Link className="back" to={context.pagePath(environment === "test" ? "?environment=test" : "")}>
        ← {messages.pages.merchants}
      </Link>
      <Heading title={textOf(merchant, "name") || id}>
        <FiguresSwitch />
      </Heading>
      {response === null && <Skeleton />}
      {response && !response.is_ok && <LoadError response={response} reload={query.reload} />}
      {response?.is_ok && (
        <>
          {environment === "test" && <TestFigures />}
          <Balances items={itemsOf(merchant, "balances")} />
          {reviews.length > 0 && (
            <MerchantSection id="attention" title={messages.attention}>
              <ReviewsTable items={reviews} />
            </MerchantSection>
          )}
          <div className="overview">
            <ChannelTotals title={messages.day_in} quiet={messages.quiet_in} rows={itemsOf(merchant, "payments")} />
            <ChannelTotals title={messages.day_out} quiet={messages.quiet_out} rows={itemsOf(merchant, "transfers")} />
          </div>
          <MerchantSection id="webhooks" title={messages.webhooks}>
            <Webhooks items={itemsOf(merchant, "webhooks")} />
          </MerchantSection>
          <MerchantSection id="people" title={messages.people}>
            <People items={itemsOf(merchant, "people")} />
          </MerchantSection>
          <MerchantSection id="facts" title={messages.facts}>
            <MerchantDetails merchant={merchant} />
          </MerchantSection>
          <MerchantSection id="audit_log" title={messages.audit_log}>
            <AuditLogTable label={messages.audit_log} items={itemsOf(merchant, "audit_log")} />
          </MerchantSection>
        </>
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

function Balances({ items }: { readonly items: readonly Item[] }) {
  const messages = usePlatformOperatorMessages();
  if (items.length === 0) return <p className="balances quiet">{messages.nothing_yet}</p>;
  return (
    <div className="balances">
      {items.map((balance) => (
        <dl key={textOf(balance, "currency")} className="balance">
          <div>
            <dt>{messages.available}</dt>
            <dd className="balance-sum">
              <Money amount={amountOf(balance, "available") ?? 0n} currency={textOf(balance, "currency")} />
            </dd>
          </div>
          <div>
            <dt>{messages.reserved}</dt>
            <dd>
              <Money amount={amountOf(balance, "reserved") ?? 0n} currency={textOf(balance, "currency")} />
            </dd>
          </div>
        </dl>
      ))}
    </div>
  );
}

const SHAPES = { well: "complete", failing: "failed", paused: "processing", off: "canceled" } as const;

function Webhooks({ items }: { readonly items: readonly Item[] }) {
  const messages = usePlatformOperatorMessages();
  if (items.length === 0) return <p className="quiet">{messages.no_webhooks}</p>;
  return (
    <ul className="rows">
      {items.map((item) => {
        const health = itemOf(item, "health");
        const state_name = textOf(health, "state");
        const state =
          item.active !== true ? "off" : state_name === "failing" || state_name === "paused" ? state_name : "well";
        return (
          <li key={textOf(item, "id")}>
            <span className="address">
              {textOf(item, "url")}
              <br />
              <span className="quiet">{textOf(item, "id")}</span>
            </span>
            <span className="row-state">
              <Status kind={SHAPES[state]}>{messages.health[state]}</Status>
              {textOf(health, "failing_since") !== "" && (
                <span className="quiet">
                  {messages.failing_since} <Time at={textOf(health, "failing_since")} />
                </span>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function People({ items }: { readonly items: readonly Item[] }) {
  const messages = usePlatformOperatorMessages();
  const { role_names } = useAccountMessages();
  if (items.length === 0) return <p className="quiet">{messages.no_people}</p>;
  const roles = new Map<string, string>(Object.entries(role_names));
  return (
    <ul className="rows">
      {items.map((item) => (
        <li key={textOf(item, "id")}>
          <span className="address">
            {textOf(item, "name")}
            <br />
            <span className="quiet">{textOf(item, "email")}</span>
          </span>
          <span className="row-state">
            <span>{roles.get(textOf(item, "role")) ?? textOf(item, "role")}</span>
            <span className="quiet">{messages.second_factor(item.has_second_factor === true)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function MerchantDetails({ merchant }: { readonly merchant: Item }) {
  const { facts_of } = usePlatformOperatorMessages();
  const limit = numberOf(merchant, "rate_limit");
  const rows: DescriptionRows = [
    [facts_of.id, <Copyable key="id" text={textOf(merchant, "id")} />],
    [facts_of.email, textOf(merchant, "email")],
    [facts_of.phone, <PhoneNumber key="phone" number={textOf(merchant, "phone")} />],
    [facts_of.country, textOf(merchant, "country")],
    [facts_of.currency, textOf(merchant, "currency")],
    [facts_of.created_at, <Time key="created_at" at={textOf(merchant, "created_at")} />],
    ...(limit > 0 ? [[facts_of.rate_limit, String(limit)] as const] : []),
  ];
  return <DescriptionList rows={rows} />;
}
