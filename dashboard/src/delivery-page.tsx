import { Button } from "@kolo/ui/button.tsx";
import { useState } from "react";
import { Cell, Time } from "./cells.tsx";
import { useDeed } from "./deed.tsx";
import { type Item, itemOf, itemsOf, numberOf, textOf } from "./items.ts";
import { usePlace } from "./place.ts";
import { Facts } from "./record-parts.tsx";
import { Link } from "./router.tsx";
import { Code, Failure, Heading, Notice, Skeleton } from "./shell-parts.tsx";
import { useWords } from "./texts.ts";
import { useSeenAnswer } from "./use-answer.ts";
import { outcomeSaid, useWebhookWords } from "./webhook-texts.ts";

/** One delivery to one webhook: the request, every attempt, and the responses. */
export function DeliveryPage({ webhook, id }: { readonly webhook: string; readonly id: string }) {
  const words = useWebhookWords();
  const all = useWords();
  const place = usePlace();
  const [is_retried, setRetried] = useState(false);
  const { trouble, act } = useDeed();
  const path = `/webhooks/${encodeURIComponent(webhook)}/deliveries/${encodeURIComponent(id)}`;
  const { answer, again } = useSeenAnswer(
    place.to(path),
    () => place.ask("GET", path),
    ({ body }) => textOf(itemOf(body, "delivery"), "state") === "pending",
  );
  const back = (
    <Link className="back" to={place.to(`/webhooks/${webhook}`)}>
      ← {words.deliveries}
    </Link>
  );
  if (answer === null || !answer.is_ok) {
    return (
      <>
        {back}
        <Heading title={words.delivery} />
        {answer === null ? <Skeleton /> : <Failure answer={answer} again={again} />}
      </>
    );
  }
  const delivery = itemOf(answer.body, "delivery");
  const { body, attempted, type, state, attempts, last_outcome, ...rest } = delivery;
  async function retry(): Promise<void> {
    const { is_ok } = await act(() => place.ask("POST", `${path}/retry`, {}));
    setRetried(is_ok);
    again();
  }
  const outcome = textOf(delivery, "last_outcome");
  return (
    <>
      {back}
      <Heading title={textOf(delivery, "type")} />
      <div className="summary">
        <Cell item={delivery} column="state" />
        {outcome !== "" && <p>{outcomeSaid(outcome, words)}</p>}
      </div>
      {is_retried ? <Notice>{words.retried}</Notice> : trouble}
      <div className="actions">
        {place.may("develop") ? (
          <Button onClick={() => void retry()}>{words.retry}</Button>
        ) : (
          <p className="quiet">{all.why_not.role}</p>
        )}
      </div>
      <Attempts attempts={itemsOf(delivery, "attempted")} />
      <section aria-labelledby="request">
        <h2 id="request">{words.request}</h2>
        <Code label="JSON">{pretty(typeof body === "string" ? body : "")}</Code>
      </section>
      <Facts item={rest} />
    </>
  );
}

function Attempts({ attempts }: { readonly attempts: readonly Item[] }) {
  const words = useWebhookWords();
  return (
    <section aria-labelledby="attempts">
      <h2 id="attempts">{words.attempts}</h2>
      {attempts.length === 0 && <p className="quiet">{words.no_attempts}</p>}
      <ol className="attempts">
        {[...attempts].reverse().map((attempt) => (
          <li key={numberOf(attempt, "number")}>
            <AttemptShown attempt={attempt} />
          </li>
        ))}
      </ol>
    </section>
  );
}

const TIMES = ["resolved_ms", "connected_ms", "answered_ms", "duration_ms"] as const;

function AttemptShown({ attempt }: { readonly attempt: Item }) {
  const words = useWebhookWords();
  const [outcome, response] = [textOf(attempt, "outcome"), textOf(attempt, "response")];
  const times = TIMES.filter((name) => typeof attempt[name] === "number").map(
    (name) => `${words.times[name]} ${numberOf(attempt, name)} ms`,
  );
  const trigger = attempt.trigger === "manual" ? words.triggers.manual : words.triggers.schedule;
  return (
    <>
      <p>
        <strong>{numberOf(attempt, "number")}.</strong> <Cell item={{ state: ended(outcome) }} column="state" />{" "}
        <Time at={textOf(attempt, "attempted_at")} />
      </p>
      <p>
        {outcomeSaid(outcome, words)} <code>{outcome}</code>
      </p>
      <p className="quiet">
        {[
          `${words.by} ${trigger}`,
          textOf(attempt, "address") && `${words.sent_to} ${textOf(attempt, "address")}`,
          ...times,
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {attempt.status !== null && (
        <details>
          <summary>{words.response}</summary>
          {response === "" ? (
            <p className="quiet">{words.no_response}</p>
          ) : (
            <Code label={words.response}>{response}</Code>
          )}
        </details>
      )}
    </>
  );
}

function ended(outcome: string): string {
  return outcome === "delivered" ? "delivered" : "failed";
}

/** Indents JSON; any other text is unchanged. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
