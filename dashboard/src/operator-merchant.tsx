import { Money } from "@kolo/ui/money.tsx";
import { Status } from "@kolo/ui/status.tsx";
import type { ReactNode } from "react";
import { ActsTable } from "./acts-table.tsx";
import { Copyable, PhoneOf, Time } from "./cells.tsx";
import { amountOf, type Item, itemOf, itemsOf, numberOf, textOf } from "./items.ts";
import { FiguresSwitch, TestFigures, useFigures } from "./operator-merchants.tsx";
import { Named, type NamedRows } from "./operator-parts.tsx";
import { ReviewsTable } from "./operator-reviews.tsx";
import { useOperatorWords } from "./operator-texts.ts";
import { Totals } from "./overview.tsx";
import { usePlace } from "./place.ts";
import { Link } from "./router.tsx";
import { useSelfWords } from "./self-texts.ts";
import { Failure, Heading, Skeleton } from "./shell-parts.tsx";
import { useAnswer } from "./use-answer.ts";

/** One merchant: open problems, balances, webhooks, people and details. */
export function MerchantPage({ id }: { readonly id: string }) {
  const words = useOperatorWords();
  const place = usePlace();
  const environment = useFigures();
  const path = `/merchants/${encodeURIComponent(id)}?environment=${environment}`;
  const asked = useAnswer(path, () => place.ask("GET", path));
  const { answer } = asked;
  const merchant = itemOf(answer?.body ?? {}, "merchant");
  const reviews = itemsOf(merchant, "reviews");
  return (
    <>
      <Link className="back" to={place.to(environment === "test" ? "?environment=test" : "")}>
        ← {words.pages.merchants}
      </Link>
      <Heading title={textOf(merchant, "name") || id}>
        <FiguresSwitch />
      </Heading>
      {answer === null && <Skeleton />}
      {answer && !answer.is_ok && <Failure answer={answer} again={asked.again} />}
      {answer?.is_ok && (
        <>
          {environment === "test" && <TestFigures />}
          <Balances items={itemsOf(merchant, "balances")} />
          {reviews.length > 0 && (
            <Part id="attention" title={words.attention}>
              <ReviewsTable items={reviews} />
            </Part>
          )}
          <div className="overview">
            <Totals title={words.day_in} quiet={words.quiet_in} rows={itemsOf(merchant, "payments")} />
            <Totals title={words.day_out} quiet={words.quiet_out} rows={itemsOf(merchant, "transfers")} />
          </div>
          <Part id="webhooks" title={words.webhooks}>
            <Webhooks items={itemsOf(merchant, "webhooks")} />
          </Part>
          <Part id="people" title={words.people}>
            <People items={itemsOf(merchant, "people")} />
          </Part>
          <Part id="facts" title={words.facts}>
            <Facts merchant={merchant} />
          </Part>
          <Part id="acts" title={words.acts}>
            <ActsTable label={words.acts} items={itemsOf(merchant, "acts")} />
          </Part>
        </>
      )}
    </>
  );
}

interface PartProps {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

function Part({ id, title, children }: PartProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

function Balances({ items }: { readonly items: readonly Item[] }) {
  const words = useOperatorWords();
  if (items.length === 0) return <p className="balances quiet">{words.nothing_yet}</p>;
  return (
    <div className="balances">
      {items.map((balance) => (
        <dl key={textOf(balance, "currency")} className="balance">
          <div>
            <dt>{words.available}</dt>
            <dd className="balance-sum">
              <Money amount={amountOf(balance, "available") ?? 0n} currency={textOf(balance, "currency")} />
            </dd>
          </div>
          <div>
            <dt>{words.reserved}</dt>
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
  const words = useOperatorWords();
  if (items.length === 0) return <p className="quiet">{words.no_webhooks}</p>;
  return (
    <ul className="rows">
      {items.map((item) => {
        const health = itemOf(item, "health");
        const told = textOf(health, "state");
        const state = item.active !== true ? "off" : told === "failing" || told === "paused" ? told : "well";
        return (
          <li key={textOf(item, "id")}>
            <span className="address">
              {textOf(item, "url")}
              <br />
              <span className="quiet">{textOf(item, "id")}</span>
            </span>
            <span className="row-state">
              <Status kind={SHAPES[state]}>{words.health[state]}</Status>
              {textOf(health, "failing_since") !== "" && (
                <span className="quiet">
                  {words.failing_since} <Time at={textOf(health, "failing_since")} />
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
  const words = useOperatorWords();
  const { role_names } = useSelfWords();
  if (items.length === 0) return <p className="quiet">{words.no_people}</p>;
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
            <span className="quiet">{words.second_factor(item.has_second_factor === true)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function Facts({ merchant }: { readonly merchant: Item }) {
  const { facts_of } = useOperatorWords();
  const limit = numberOf(merchant, "rate_limit");
  const rows: NamedRows = [
    [facts_of.id, <Copyable key="id" text={textOf(merchant, "id")} />],
    [facts_of.email, textOf(merchant, "email")],
    [facts_of.phone, <PhoneOf key="phone" number={textOf(merchant, "phone")} />],
    [facts_of.country, textOf(merchant, "country")],
    [facts_of.currency, textOf(merchant, "currency")],
    [facts_of.created_at, <Time key="created_at" at={textOf(merchant, "created_at")} />],
    ...(limit > 0 ? [[facts_of.rate_limit, String(limit)] as const] : []),
  ];
  return <Named rows={rows} />;
}
