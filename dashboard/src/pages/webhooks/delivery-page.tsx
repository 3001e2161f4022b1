import { Button } from "@kolo/ui/button.tsx";
import { useState } from "react";
import { type Item, itemOf, itemsOf, numberOf, textOf } from "#app/items.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { Link } from "#app/router.tsx";
import { useCachedApiQuery } from "#app/use-query.ts";
import { useMessages } from "#i18n/messages.ts";
import { deliveryOutcomeText, useWebhookMessages } from "#i18n/webhook-messages.ts";
import { Cell, Time } from "#ui/cells.tsx";
import { CodeBlock, Heading, LoadError, Notice, Skeleton } from "#ui/page-elements.tsx";
import { FieldList } from "#ui/record-details.tsx";
import { useAction } from "#ui/use-action.tsx";

/** One delivery to one webhook: the request, every attempt, and the responses. */
export function DeliveryPage({ webhook, id }: { readonly webhook: string; readonly id: string }) {
  const messages = useWebhookMessages();
  const all = useMessages();
  const context = useMerchantContext();
  const [is_retried, setRetried] = useState(false);
  const { error, run } = useAction();
  const path = `/webhooks/${encodeURIComponent(webhook)}/deliveries/${encodeURIComponent(id)}`;
  const { response, reload } = useCachedApiQuery(
    context.pagePath(path),
    () => context.request("GET", path),
    ({ body }) => textOf(itemOf(body, "delivery"), "state") === "pending",
  );
  const back = (
    <Link className="back" to={context.pagePath(`/webhooks/${webhook}`)}>
      ← {messages.deliveries}
    </Link>
  );
  if (response === null || !response.is_ok) {
    return (
      <>
        {back}
        <Heading title={messages.delivery} />
        {response === null ? <Skeleton /> : <LoadError response={response} reload={reload} />}
      </>
    );
  }
  const delivery = itemOf(response.body, "delivery");
  const { body, attempted: attempt_items, type, state, attempts, last_outcome, ...fields } = delivery;
  async function retry(): Promise<void> {
    const { is_ok } = await run(() => context.request("POST", `${path}/retry`, {}));
    setRetried(is_ok);
    reload();
  }
  const outcome = textOf(delivery, "last_outcome");
  return (
    <>
      {back}
      <Heading title={textOf(delivery, "type")} />
      <div className="summary">
        <Cell item={delivery} column="state" />
        {outcome !== "" && <p>{deliveryOutcomeText(outcome, messages)}</p>}
      </div>
      {is_retried ? <Notice>{messages.retried}</Notice> : error}
      <div className="actions">
        {context.hasRight("develop") ? (
          <Button onClick={() => void retry()}>{messages.retry}</Button>
        ) : (
          <p className="quiet">{all.why_not.role}</p>
        )}
      </div>
      <AttemptList attempts={itemsOf(delivery, "attempted")} />
      <section aria-labelledby="request">
        <h2 id="request">{messages.request}</h2>
        <CodeBlock label="JSON">{formatJson(typeof body === "string" ? body : "")}</CodeBlock>
      </section>
      <FieldList item={fields} />
    </>
  );
}

function AttemptList({ attempts }: { readonly attempts: readonly Item[] }) {
  const messages = useWebhookMessages();
  return (
    <section aria-labelledby="attempts">
      <h2 id="attempts">{messages.attempts}</h2>
      {attempts.length === 0 && <p className="quiet">{messages.no_attempts}</p>}
      <ol className="attempts">
        {[...attempts].reverse().map((attempt) => (
          <li key={numberOf(attempt, "number")}>
            <AttemptDetails attempt={attempt} />
          </li>
        ))}
      </ol>
    </section>
  );
}

const TIMES = ["resolved_ms", "connected_ms", "answered_ms", "duration_ms"] as const;

function AttemptDetails({ attempt }: { readonly attempt: Item }) {
  const messages = useWebhookMessages();
  const [outcome, response] = [textOf(attempt, "outcome"), textOf(attempt, "response")];
  const times = TIMES.filter((name) => typeof attempt[name] === "number").map(
    (name) => `${messages.times[name]} ${numberOf(attempt, name)} ms`,
  );
  const trigger = attempt.trigger === "manual" ? messages.triggers.manual : messages.triggers.schedule;
  return (
    <>
      <p>
        <strong>{numberOf(attempt, "number")}.</strong> <Cell item={{ state: attemptState(outcome) }} column="state" />{" "}
        <Time at={textOf(attempt, "attempted_at")} />
      </p>
      <p>
        {deliveryOutcomeText(outcome, messages)} <code>{outcome}</code>
      </p>
      <p className="quiet">
        {[
          `${messages.by} ${trigger}`,
          textOf(attempt, "address") && `${messages.sent_to} ${textOf(attempt, "address")}`,
          ...times,
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {attempt.status !== null && (
        <details>
          <summary>{messages.response}</summary>
          {response === "" ? (
            <p className="quiet">{messages.no_response}</p>
          ) : (
            <CodeBlock label={messages.response}>{response}</CodeBlock>
          )}
        </details>
      )}
    </>
  );
}

function attemptState(outcome: string): string {
  return outcome === "delivered" ? "delivered" : "failed";
}

/** Indents JSON; any other text is unchanged. */
function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
