import { useLanguage } from "@kolo/ui/language.tsx";
import { Money } from "@kolo/ui/money.tsx";
import type { ReactNode } from "react";
import { Copyable, PhoneOf, Time } from "./cells.tsx";
import { DecisionForm } from "./decision-form.tsx";
import { useDecisionWords, wordOf } from "./decision-texts.ts";
import { amountOf, type Item, itemOf, itemsOf, textOf, textsOf } from "./items.ts";
import { Named, type NamedRows } from "./operator-parts.tsx";
import { Stands } from "./operator-reviews.tsx";
import { useOperatorWords } from "./operator-texts.ts";
import { usePlace } from "./place.ts";
import { Link } from "./router.tsx";
import { Failure, Heading, Notice, Skeleton } from "./shell-parts.tsx";
import { useWords } from "./texts.ts";
import { Steps } from "./timeline.tsx";
import { answerSaid, sentences, useTimelineWords } from "./timeline-texts.ts";
import { useAnswer } from "./use-answer.ts";

/** One manual review case: the uncertainty, the possible decisions and the history. */
export function ReviewPage({ id }: { readonly id: string }) {
  const words = useDecisionWords();
  const { pages } = useOperatorWords();
  const place = usePlace();
  const path = `/reviews/${encodeURIComponent(id)}`;
  // Polls an open case, because another platform operator may propose a decision meanwhile.
  const asked = useAnswer(
    path,
    () => place.ask("GET", path),
    ({ body }) => itemOf(body, "review").state === "open",
  );
  const { answer } = asked;
  const review = itemOf(answer?.body ?? {}, "review");
  return (
    <>
      <Link className="back" to={place.to("/reviews")}>
        ← {pages.reviews}
      </Link>
      <Heading title={wordOf(words.kinds, textOf(review, "kind")) || id} />
      {answer === null && <Skeleton />}
      {answer && !answer.is_ok && <Failure answer={answer} again={asked.again} />}
      {answer?.is_ok && (
        <>
          <Summary review={review} />
          <div className="record">
            <Decide review={review} again={asked.again} />
            <div>
              <Known review={review} />
              <section aria-labelledby="story">
                <h2 id="story">{words.story}</h2>
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
  const place = usePlace();
  const note = textOf(review, "note");
  const words = useDecisionWords();
  return (
    <div className="summary">
      <p className="summary-sum">
        <Money amount={amountOf(review, "amount") ?? 0n} currency={textOf(review, "currency")} />
      </p>
      <Stands item={review} />
      <p>
        <Link to={place.to(`/merchants/${textOf(review, "merchant")}${figuresOf(review)}`)}>
          {textOf(review, "merchant_name")}
        </Link>
      </p>
      <p className="quiet">
        <Time at={textOf(review, "opened_at")} />
      </p>
      {note !== "" && (
        <p className="explained">
          <span className="quiet">{words.note}</span> {note}
        </p>
      )}
    </div>
  );
}

/** Links to a merchant's figures in the environment of the case. */
function figuresOf(review: Item): string {
  return review.environment === "test" ? "?environment=test" : "";
}

function Decide({ review, again }: { readonly review: Item; readonly again: () => void }) {
  const words = useDecisionWords();
  const place = usePlace();
  const proposed = textOf(review, "proposed");
  const is_own = review.is_own === true;
  if (textOf(review, "state") !== "open") return <div />;
  return (
    <section aria-labelledby="decide" className="decide">
      <h2 id="decide">{words.decide}</h2>
      {review.needs_two === true && <p className="quiet">{words.two}</p>}
      {proposed !== "" && (
        <Notice>
          <p>
            <strong>{words.proposed(wordOf(words.resolutions, proposed), textOf(review, "proposed_by"))}</strong>
          </p>
          <p>{is_own ? words.own : words.agree}</p>
        </Notice>
      )}
      <DecisionForm
        key={`${proposed} ${textsOf(review, "allowed").join()}`}
        choices={textsOf(review, "allowed")}
        chosen={is_own ? "" : proposed}
        is_proposal={(choice) => review.needs_two === true && (is_own || choice !== proposed)}
        send={(body) => place.ask("POST", `/reviews/${textOf(review, "id")}/resolve`, body)}
        onDone={again}
      />
    </section>
  );
}

/** The details for the look-up in the provider's portal and for the decision. */
function Known({ review }: { readonly review: Item }) {
  const words = useDecisionWords();
  const all = useWords();
  const story = useTimelineWords();
  const { language } = useLanguage();
  const { facts } = words;
  const tried = itemOf(review, "tried");
  const currency = textOf(review, "currency");
  const copied = (item: Item, field: string): ReactNode =>
    textOf(item, field) === "" ? "–" : <Copyable text={textOf(item, field)} />;
  const rows: NamedRows = [
    [facts.said, sentences(...answerSaid(textOf(review, "said"), story, language))],
    [facts.receiver, <PhoneOf key="receiver" number={textOf(tried, "receiver")} />],
    [facts.channel, `${textOf(review, "channel")} · ${textOf(review, "provider")}`],
    [facts.provider_reference, copied(tried, "provider_reference")],
    [facts.provider_id, copied(tried, "provider_id")],
    [facts.sent_at, <Time key="sent_at" at={textOf(tried, "sent_at")} />],
    [facts.ended_at, <Time key="ended_at" at={textOf(tried, "ended_at")} />],
    [facts.order, wordOf(words.orders, textOf(review, "order_kind"))],
    [facts.subject, copied(review, "subject")],
    [facts.available, <Money key="available" amount={amountOf(review, "available") ?? 0n} currency={currency} />],
    [facts.environment, review.environment === "test" ? all.test : all.live],
  ];
  return (
    <section aria-labelledby="known">
      <h2 id="known">{words.look_up}</h2>
      <Named rows={rows} />
    </section>
  );
}
