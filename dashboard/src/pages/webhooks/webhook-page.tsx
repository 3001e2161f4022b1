import { Button } from "@kolo/ui/button.tsx";
import { useState } from "react";
import { useApi } from "#app/api-query.ts";
import type { Webhook, WebhookDetails } from "#app/api-types.ts";
import { type MerchantContext, useMerchantContext } from "#app/merchant-context.ts";
import { Link } from "#app/router.tsx";
import { useMessages } from "#i18n/messages.ts";
import { useWebhookMessages } from "#i18n/webhook-messages.ts";
import { Cell, Time } from "#ui/cells.tsx";
import { deliveryList } from "#ui/list-definitions.ts";
import { ListSection } from "#ui/list-page.tsx";
import { Heading, Notice, QueryState } from "#ui/page-elements.tsx";
import { ActionButtons, FieldList } from "#ui/record-details.tsx";
import { useAction } from "#ui/use-action.tsx";
import { ReplayDialog, RotateDialog } from "./webhook-dialogs.tsx";
import { NewSecret } from "./webhook-form.tsx";

/** A webhook: its health, its actions and its deliveries. */
export function WebhookPage({ id }: { readonly id: string }) {
  const { pages } = useMessages();
  const messages = useWebhookMessages();
  const context = useMerchantContext();
  const query = useApi("GET /{environment}/webhooks/{id}", { params: { id } });
  const { reload } = query;
  const back = (
    <Link className="back" to={context.pagePath("/webhooks")}>
      ← {pages.webhooks}
    </Link>
  );
  if (!query.data) {
    return (
      <>
        {back}
        <Heading title={id} />
        <QueryState query={query} />
      </>
    );
  }
  const { health, ...webhook } = query.data.data;
  return (
    <>
      {back}
      <Heading title={webhook.url} />
      <div className="summary">
        <Cell item={webhook} column="active" />
        <WebhookHealth webhook={webhook} health={health} />
      </div>
      <WebhookActions webhook={webhook} reload={reload} />
      <section aria-labelledby="deliveries">
        <h2 id="deliveries">{messages.deliveries}</h2>
        <ListSection list={deliveryList(id)} />
      </section>
      <FieldList item={webhook} />
    </>
  );
}

function WebhookHealth({ webhook, health }: { readonly webhook: Webhook; readonly health: WebhookDetails["health"] }) {
  const messages = useWebhookMessages();
  if (!webhook.active) {
    const { disabled_reason: why } = webhook;
    return <p>{why ? { gone: messages.off_gone, failing: messages.off_failing }[why] : messages.off}</p>;
  }
  const { failing_since, paused_until } = health;
  if (health.state === "paused") {
    return (
      <p>
        {messages.paused} <Time at={paused_until ?? ""} is_future />
      </p>
    );
  }
  if (health.state === "failing") {
    return (
      <p>
        {messages.failing} <Time at={failing_since ?? ""} />
      </p>
    );
  }
  return <p className="quiet">{messages.well}</p>;
}

type WebhookAction = "test" | "rotate/confirm" | "rotate/cancel";

type OpenDialog = "rotate" | "replay" | null;

/** The actions of a webhook, and their results. */
function WebhookActions({ webhook, reload }: { readonly webhook: Webhook; readonly reload: () => void }) {
  const messages = useWebhookMessages();
  const context = useMerchantContext();
  const [open, setOpen] = useState<OpenDialog>(null);
  const [secret, setSecret] = useState("");
  const [result_text, setResultText] = useState("");
  const action = useAction();
  const path = `/webhooks/${webhook.id}`;
  const params = { id: webhook.id };
  async function run(name: WebhookAction, text: string): Promise<void> {
    const { is_ok } = await action.run(() => context.send(`POST /{environment}/webhooks/{id}/${name}`, { params }));
    setResultText(is_ok ? text : "");
    reload();
  }
  return (
    <>
      {secret !== "" && <NewSecret secret={secret} />}
      <Overlap webhook={webhook} context={context} run={run} />
      {result_text !== "" && <Notice>{result_text}</Notice>}
      {action.error}
      <ActionButtons page="webhooks" item={webhook} reload={reload}>
        {context.hasRight("develop") && (
          <>
            <Link className="button" to={context.pagePath(`${path}/edit`)}>
              {messages.edit}
            </Link>
            {webhook.active && <Button onClick={() => void run("test", messages.test_sent)}>{messages.test}</Button>}
            <Button onClick={() => setOpen("replay")}>{messages.replay}</Button>
            {!webhook.next_secret_from && <Button onClick={() => setOpen("rotate")}>{messages.rotate}</Button>}
          </>
        )}
      </ActionButtons>
      {open === "rotate" && (
        <RotateDialog
          id={webhook.id}
          onClose={() => setOpen(null)}
          onSecret={(text) => {
            setSecret(text);
            setOpen(null);
            reload();
          }}
        />
      )}
      {open === "replay" && <ReplayDialog id={webhook.id} onClose={() => setOpen(null)} />}
    </>
  );
}

interface OverlapProps {
  readonly webhook: Webhook;
  readonly context: MerchantContext;
  readonly run: (name: WebhookAction, success_text: string) => Promise<void>;
}

/** The notice during a rotation: when the overlap ends, and the buttons that end it now. */
function Overlap({ webhook, context, run }: OverlapProps) {
  const messages = useWebhookMessages();
  const until = webhook.next_secret_from;
  if (!until) return null;
  return (
    <Notice>
      <p>
        {messages.overlap} <Time at={until} is_future />
      </p>
      {context.hasRight("develop") && (
        <div className="actions">
          <Button onClick={() => void run("rotate/confirm", "")}>{messages.confirm}</Button>
          <Button onClick={() => void run("rotate/cancel", "")}>{messages.cancel_rotation}</Button>
        </div>
      )}
    </Notice>
  );
}
