import { Button } from "@kolo/ui/button.tsx";
import { useState } from "react";
import { useApi } from "#app/api-query.ts";
import type { DeliveryAttempt } from "#app/api-types.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { Link } from "#app/router.tsx";
import { useMessages } from "#i18n/messages.ts";
import { deliveryOutcomeText, useWebhookMessages } from "#i18n/webhook-messages.ts";
import { Cell, StatusLabel, Time } from "#ui/cells.tsx";
import { CodeBlock, Heading, Notice, QueryState } from "#ui/page-elements.tsx";
import { FieldList } from "#ui/record-details.tsx";
import { useAction } from "#ui/use-action.tsx";

/** One delivery to one webhook: the request, every attempt, and the responses. */
export function DeliveryPage({ webhook, id }: { readonly webhook: string; readonly id: string }) {
  const messages = useWebhookMessages();
  const all = useMessages();
  const context = useMerchantContext();
  const [is_retried, setRetried] = useState(false);
  const { error, run } = useAction();
  const params = { id: webhook, delivery: id };
  const query = useApi(
    "GET /{environment}/webhooks/{id}/deliveries/{delivery}",
    { params },
    { isInProgress: ({ delivery }) => delivery.state === "pending" },
  );
  const { data, reload } = query;
  const back = (
    <Link className="back" to={context.pagePath(`/webhooks/${webhook}`)}>
      ← {messages.deliveries}
    </Link>
  );
  if (!data) {
    return (
      <>
        {back}
        <Heading title={messages.delivery} />
        <QueryState query={query} />
      </>
    );
  }
  const { delivery } = data;
  const { body, attempted: attempt_items, type, state, attempts, last_outcome, ...fields } = delivery;
  async function retry(): Promise<void> {
    const { is_ok } = await run(() =>
      context.send("POST /{environment}/webhooks/{id}/deliveries/{delivery}/retry", { params }),
    );
    setRetried(is_ok);
    reload();
  }
  const outcome = delivery.last_outcome;
  return (
    <>
      {back}
      <Heading title={delivery.type} />
      <div className="summary">
        <Cell item={delivery} column="state" />
        {outcome && <p>{deliveryOutcomeText(outcome, messages)}</p>}
      </div>
      {is_retried ? <Notice>{messages.retried}</Notice> : error}
      <div className="actions">
        {context.hasRight("develop") ? (
          <Button onClick={() => void retry()}>{messages.retry}</Button>
        ) : (
          <p className="quiet">{all.why_not.role}</p>
        )}
      </div>
      <AttemptList attempts={delivery.attempted} />
      <section aria-labelledby="request">
        <h2 id="request">{messages.request}</h2>
        <CodeBlock label="JSON">{formatJson(body)}</CodeBlock>
      </section>
      <FieldList item={fields} />
    </>
  );
}

function AttemptList({ attempts }: { readonly attempts: readonly DeliveryAttempt[] }) {
  const messages = useWebhookMessages();
  return (
    <section aria-labelledby="attempts">
      <h2 id="attempts">{messages.attempts}</h2>
      {attempts.length === 0 && <p className="quiet">{messages.no_attempts}</p>}
      <ol className="attempts">
        {[...attempts].reverse().map((attempt) => (
          <li key={attempt.number}>
            <AttemptDetails attempt={attempt} />
          </li>
        ))}
      </ol>
    </section>
  );
}

const TIMES = ["resolved_ms", "connected_ms", "answered_ms", "duration_ms"] as const;

function AttemptDetails({ attempt }: { readonly attempt: DeliveryAttempt }) {
  const messages = useWebhookMessages();
  const { outcome, response } = attempt;
  const times = TIMES.filter((name) => typeof attempt[name] === "number").map(
    (name) => `${messages.times[name]} ${attempt[name]} ms`,
  );
  const trigger = attempt.trigger === "manual" ? messages.triggers.manual : messages.triggers.schedule;
  return (
    <>
      <p>
        <strong>{attempt.number}.</strong> <StatusLabel status={attemptState(outcome)} />{" "}
        <Time at={attempt.attempted_at} />
      </p>
      <p>
        {deliveryOutcomeText(outcome, messages)} <code>{outcome}</code>
      </p>
      <p className="quiet">
        {[`${messages.by} ${trigger}`, attempt.address && `${messages.sent_to} ${attempt.address}`, ...times]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {attempt.status !== null && (
        <details>
          <summary>{messages.response}</summary>
          {response ? (
            <CodeBlock label={messages.response}>{response}</CodeBlock>
          ) : (
            <p className="quiet">{messages.no_response}</p>
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
