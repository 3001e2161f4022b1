import { useLanguage } from "@kolo/ui/language.tsx";
import { Money } from "@kolo/ui/money.tsx";
import type { ReactNode } from "react";
import { amountOf, type Item, itemOf, itemsOf, textOf, textsOf } from "#app/items.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { Link } from "#app/router.tsx";
import { useApiQuery } from "#app/use-query.ts";
import { useMessages } from "#i18n/messages.ts";
import { usePlatformOperatorMessages } from "#i18n/platform-operator-messages.ts";
import { joinSentences, outcomeSentences, useTimelineMessages } from "#i18n/timeline-messages.ts";
import { Copyable, PhoneNumber, Time } from "#ui/cells.tsx";
import { DescriptionList, type DescriptionRows } from "#ui/description-list.tsx";
import { Heading, LoadError, Notice, Skeleton } from "#ui/page-elements.tsx";
import { Steps } from "#ui/timeline.tsx";
import { DecisionForm } from "./decision-form.tsx";
import { messageByName, useDecisionMessages } from "./decision-messages.ts";
import { ReviewState } from "./reviews-page.tsx";

/** One manual review case: the uncertainty, the possible decisions and the history. */
export function ReviewPage({ id }: { readonly id: string }) {
  const messages = useDecisionMessages();
  const { pages } = usePlatformOperatorMessages();
  const context = useMerchantContext();
  const path = `/reviews/${encodeURIComponent(id)}`;
  // Polls an open case, because another platform operator may propose a decision meanwhile.
  const query = useApiQuery(
    path,
    () => context.request("GET", path),
    ({ body }) => itemOf(body, "review").state === "open",
  );
  const { response } = query;
  const review = itemOf(response?.body ?? {}, "review");
  return (
    <>
      <Link className="back" to={context.pagePath("/reviews")}>
        ← {pages.reviews}
      </Link>
      <Heading title={messageByName(messages.kinds, textOf(review, "kind")) || id} />
      {response === null && <Skeleton />}
      {response && !response.is_ok && <LoadError response={response} reload={query.reload} />}
      {response?.is_ok && (
        <>
          <Summary review={review} />
          <div className="record">
            <ReviewDecision review={review} reload={query.reload} />
            <div>
              <LookupDetails review={review} />
              <section aria-labelledby="story">
                <h2 id="story">{messages.story}</h2>
                <Steps steps={itemsOf(itemOf(review, "timeline"), "steps")} />
              </section>
            </div>
          </div>
        </>
      )}
    </>
  );
}

function Summary({ review }: { readonly review: Item }) {
  const context = useMerchantContext();
  const note = textOf(review, "note");
  const messages = useDecisionMessages();
  return (
    <div className="summary">
      <p className="summary-sum">
        <Money amount={amountOf(review, "amount") ?? 0n} currency={textOf(review, "currency")} />
      </p>
      <ReviewState item={review} />
      <p>
        <Link to={context.pagePath(`/merchants/${textOf(review, "merchant")}${environmentQuery(review)}`)}>
          {textOf(review, "merchant_name")}
        </Link>
      </p>
      <p className="quiet">
        <Time at={textOf(review, "opened_at")} />
      </p>
      {note !== "" && (
        <p className="explained">
          <span className="quiet">{messages.note}</span> {note}
        </p>
      )}
    </div>
  );
}

/** Links to a merchant's figures in the environment of the case. */
function environmentQuery(review: Item): string {
  return review.environment === "test" ? "?environment=test" : "";
}

function ReviewDecision({ review, reload }: { readonly review: Item; readonly reload: () => void }) {
  const messages = useDecisionMessages();
  const context = useMerchantContext();
  const proposed = textOf(review, "proposed");
  const is_own = review.is_own === true;
  if (textOf(review, "state") !== "open") return <div />;
  return (
    <section aria-labelledby="decide" className="decide">
      <h2 id="decide">{messages.decide}</h2>
      {review.needs_two === true && <p className="quiet">{messages.two}</p>}
      {proposed !== "" && (
        <Notice>
          <p>
            <strong>
              {messages.proposed(messageByName(messages.resolutions, proposed), textOf(review, "proposed_by"))}
            </strong>
          </p>
          <p>{is_own ? messages.own : messages.agree}</p>
        </Notice>
      )}
      <DecisionForm
        key={`${proposed} ${textsOf(review, "allowed").join()}`}
        choices={textsOf(review, "allowed")}
        chosen={is_own ? "" : proposed}
        is_proposal={(choice) => review.needs_two === true && (is_own || choice !== proposed)}
        send={(body) => context.request("POST", `/reviews/${textOf(review, "id")}/resolve`, body)}
        onDone={reload}
      />
    </section>
  );
}

/** The details for the look-up in the provider's portal and for the decision. */
function LookupDetails({ review }: { readonly review: Item }) {
  const messages = useDecisionMessages();
  const all = useMessages();
  const timeline_messages = useTimelineMessages();
  const { language } = useLanguage();
  const { facts } = messages;
  const attempt = itemOf(review, "tried");
  const currency = textOf(review, "currency");
  const provider_answer = textOf(review, "provider_answer");
  const copyable = (item: Item, field: string): ReactNode =>
    textOf(item, field) === "" ? "–" : <Copyable text={textOf(item, field)} />;
  const rows: DescriptionRows = [
    [
      facts.provider_answer,
      joinSentences(...outcomeSentences(provider_answer, textOf(review, "failure_code"), timeline_messages, language)),
    ],
    [facts.receiver, <PhoneNumber key="receiver" number={textOf(attempt, "receiver")} />],
    [facts.channel, `${textOf(review, "channel")} · ${textOf(review, "provider")}`],
    [facts.provider_reference, copyable(attempt, "provider_reference")],
    [facts.provider_id, copyable(attempt, "provider_id")],
    [facts.sent_at, <Time key="sent_at" at={textOf(attempt, "sent_at")} />],
    [facts.ended_at, <Time key="ended_at" at={textOf(attempt, "ended_at")} />],
    [facts.order, messageByName(messages.orders, textOf(review, "order_kind"))],
    [facts.subject, copyable(review, "subject")],
    [facts.available, <Money key="available" amount={amountOf(review, "available") ?? 0n} currency={currency} />],
    [facts.environment, review.environment === "test" ? all.test : all.live],
  ];
  return (
    <section aria-labelledby="known">
      <h2 id="known">{messages.look_up}</h2>
      <DescriptionList rows={rows} />
    </section>
  );
}
