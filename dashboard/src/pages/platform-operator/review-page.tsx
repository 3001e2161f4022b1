import { useLanguage } from "@kolo/ui/language.tsx";
import { Money } from "@kolo/ui/money.tsx";
import type { ReactNode } from "react";
import { useApi } from "#app/api-query.ts";
import type { ReviewCase } from "#app/api-types.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { Link } from "#app/router.tsx";
import { useMessages } from "#i18n/messages.ts";
import { usePlatformOperatorMessages } from "#i18n/platform-operator-messages.ts";
import { joinSentences, outcomeSentences, useTimelineMessages } from "#i18n/timeline-messages.ts";
import { Copyable, PhoneNumber, Time } from "#ui/cells.tsx";
import { DescriptionList, type DescriptionRows } from "#ui/description-list.tsx";
import { Heading, Notice, QueryState } from "#ui/page-elements.tsx";
import { Steps } from "#ui/timeline.tsx";
import { DecisionForm } from "./decision-form.tsx";
import { messageByName, useDecisionMessages } from "./decision-messages.ts";
import { ReviewState } from "./reviews-page.tsx";

/** One manual review case: the uncertainty, the possible decisions and the history. */
export function ReviewPage({ id }: { readonly id: string }) {
  const messages = useDecisionMessages();
  const { pages } = usePlatformOperatorMessages();
  const context = useMerchantContext();
  const query = useApi("GET /operator/reviews/{id}", { params: { id } });
  const review = query.data?.review;
  return (
    <>
      <Link className="back" to={context.pagePath("/reviews")}>
        ← {pages.reviews}
      </Link>
      <Heading title={(review && messageByName(messages.kinds, review.kind)) || id} />
      <QueryState query={query} />
      {review && (
        <>
          <Summary review={review} />
          <div className="record">
            <ReviewDecision review={review} reload={query.reload} />
            <div>
              <LookupDetails review={review} />
              <section aria-labelledby="story">
                <h2 id="story">{messages.story}</h2>
                <Steps steps={review.timeline.steps} />
              </section>
            </div>
          </div>
        </>
      )}
    </>
  );
}

function Summary({ review }: { readonly review: ReviewCase }) {
  const context = useMerchantContext();
  const note = review.note;
  const messages = useDecisionMessages();
  return (
    <div className="summary">
      <p className="summary-sum">
        <Money amount={BigInt(review.amount)} currency={review.currency} />
      </p>
      <ReviewState item={review} />
      <p>
        <Link to={context.pagePath(`/merchants/${review.merchant}${environmentQuery(review)}`)}>
          {review.merchant_name}
        </Link>
      </p>
      <p className="quiet">
        <Time at={review.opened_at} />
      </p>
      {note && (
        <p className="explained">
          <span className="quiet">{messages.note}</span> {note}
        </p>
      )}
    </div>
  );
}

/** The query that selects the environment of the case on a merchant's page. */
function environmentQuery(review: ReviewCase): string {
  return review.environment === "test" ? "?environment=test" : "";
}

function ReviewDecision({ review, reload }: { readonly review: ReviewCase; readonly reload: () => void }) {
  const messages = useDecisionMessages();
  const context = useMerchantContext();
  const { is_own } = review;
  const proposed = review.proposed ?? "";
  if (review.state !== "open") return <div />;
  return (
    <section aria-labelledby="decide" className="decide">
      <h2 id="decide">{messages.decide}</h2>
      {review.needs_two && <p className="quiet">{messages.two}</p>}
      {proposed !== "" && (
        <Notice>
          <p>
            <strong>
              {messages.proposed(messageByName(messages.resolutions, proposed), review.proposed_by ?? "")}
            </strong>
          </p>
          <p>{is_own ? messages.own : messages.agree}</p>
        </Notice>
      )}
      <DecisionForm
        key={`${proposed} ${review.allowed.join()}`}
        choices={review.allowed}
        chosen={is_own ? "" : proposed}
        is_proposal={(choice) => review.needs_two && (is_own || choice !== proposed)}
        send={(body) => context.send("POST /operator/reviews/{id}/resolve", { params: { id: review.id }, body })}
        onDone={reload}
      />
    </section>
  );
}

/** The details that a platform operator needs to find the order in the provider's portal and to decide. */
function LookupDetails({ review }: { readonly review: ReviewCase }) {
  const messages = useDecisionMessages();
  const all = useMessages();
  const timeline_messages = useTimelineMessages();
  const { language } = useLanguage();
  const { facts } = messages;
  const attempt = review.tried;
  const { currency, provider_answer, failure_code } = review;
  const copyable = (text: string | null): ReactNode => (text ? <Copyable text={text} /> : "–");
  const rows: DescriptionRows = [
    [
      facts.provider_answer,
      joinSentences(...outcomeSentences(provider_answer, failure_code ?? "", timeline_messages, language)),
    ],
    [facts.stored_answer, copyable(provider_answer)],
    [facts.receiver, <PhoneNumber key="receiver" number={attempt.receiver} />],
    [facts.channel, `${review.channel} · ${review.provider}`],
    [facts.provider_reference, copyable(attempt.provider_reference)],
    [facts.provider_id, copyable(attempt.provider_id)],
    [facts.sent_at, <Time key="sent_at" at={attempt.sent_at ?? ""} />],
    [facts.ended_at, <Time key="ended_at" at={attempt.ended_at ?? ""} />],
    [facts.order, messageByName(messages.orders, review.order_kind)],
    [facts.subject, copyable(review.subject)],
    [facts.available, <Money key="available" amount={BigInt(review.available)} currency={currency} />],
    [facts.environment, review.environment === "test" ? all.test : all.live],
  ];
  return (
    <section aria-labelledby="known">
      <h2 id="known">{messages.look_up}</h2>
      <DescriptionList rows={rows} />
    </section>
  );
}
