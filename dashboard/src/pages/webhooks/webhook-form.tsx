import { Field } from "@kolo/ui/field.tsx";
import { useState } from "react";
import type { ApiResponse, SuccessfulResponse } from "#app/api.ts";
import { useApi } from "#app/api-query.ts";
import { EVENT_TYPES, type EventType, type NewWebhook, type Webhook, type WebhookWithSecret } from "#app/api-types.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { go, Link } from "#app/router.tsx";
import { type Messages, useMessages } from "#i18n/messages.ts";
import { useWebhookMessages } from "#i18n/webhook-messages.ts";
import { Copyable } from "#ui/cells.tsx";
import { CheckboxField, Form } from "#ui/form.tsx";
import { Heading, Notice, QueryState } from "#ui/page-elements.tsx";

/** The form for a new webhook; it shows the secret once. */
export function NewWebhookPage() {
  const messages = useWebhookMessages();
  const { pages } = useMessages();
  const context = useMerchantContext();
  const [created, setCreated] = useState<WebhookWithSecret | null>(null);
  return (
    <>
      <Link className="back" to={context.pagePath("/webhooks")}>
        ← {pages.webhooks}
      </Link>
      <Heading title={messages.create} />
      <div className="narrow">
        {created === null ? (
          <WebhookForm
            before={null}
            button={messages.create}
            send={(body) => context.send("POST /{environment}/webhooks", { body })}
            onDone={({ body }) => setCreated(body.data)}
          />
        ) : (
          <>
            <NewSecret secret={created.secret} />
            <Link className="button button-main" to={context.pagePath(`/webhooks/${created.id}`)}>
              {messages.to_webhook}
            </Link>
          </>
        )}
      </div>
    </>
  );
}

/** The form that changes a webhook. */
export function EditWebhookPage({ id }: { readonly id: string }) {
  const messages = useWebhookMessages();
  const context = useMerchantContext();
  const webhook_path = context.pagePath(`/webhooks/${id}`);
  const query = useApi("GET /{environment}/webhooks/{id}", { params: { id } }, { is_form: true });
  const before = query.data?.data;
  return (
    <>
      <Link className="back" to={webhook_path}>
        ← {before?.url ?? id}
      </Link>
      <Heading title={messages.edit_title} />
      <QueryState query={query} />
      {before && (
        <div className="narrow">
          <WebhookForm
            before={before}
            button={messages.save}
            send={(body) => context.send("PUT /{environment}/webhooks/{id}", { params: { id }, body })}
            onDone={() => go(webhook_path)}
          />
        </div>
      )}
    </>
  );
}

/** Shows a new secret, which the service does not return again. */
export function NewSecret({ secret }: { readonly secret: string }) {
  const messages = useWebhookMessages();
  return (
    <Notice>
      <p>
        <strong>{messages.secret_shown}</strong> {messages.secret_next}
      </p>
      <p>
        <Copyable text={secret} />
      </p>
    </Notice>
  );
}

interface WebhookFormProps<Body> {
  /** Null for a new webhook. */
  readonly before: Webhook | null;
  readonly button: string;
  readonly send: (body: NewWebhook) => Promise<ApiResponse<Body>>;
  readonly onDone: (response: SuccessfulResponse<Body>) => void;
}

function WebhookForm<Body>({ before, button, send, onDone }: WebhookFormProps<Body>) {
  const messages = useWebhookMessages();
  const [url, setUrl] = useState(before?.url ?? "");
  const [description, setDescription] = useState(before?.description ?? "");
  const [events, setEvents] = useState<readonly EventType[]>(before?.events ?? []);
  const [in_order, setInOrder] = useState(before?.in_order === true);
  const [rate_limit, setRate] = useState(limitText(before?.rate_limit));
  const [concurrency, setConcurrency] = useState(limitText(before?.concurrency));
  function check(): Readonly<Record<string, string>> {
    return {
      ...(url.trim() === "" ? { url: messages.needed } : {}),
      ...(events.length === 0 ? { events: messages.no_events } : {}),
      ...(isWholeNumber(rate_limit) ? {} : { rate_limit: messages.not_whole }),
      ...(isWholeNumber(concurrency) ? {} : { concurrency: messages.not_whole }),
    };
  }
  const body = {
    url: url.trim(),
    description,
    events,
    in_order,
    rate_limit: Number(rate_limit),
    concurrency: Number(concurrency),
  };
  return (
    <Form label={button} button={button} check={check} send={() => send(body)} onDone={onDone}>
      {(errors) => (
        <>
          <Field
            {...{ label: messages.url, help: messages.url_help, error: errors.url, name: "url", value: url }}
            onValue={setUrl}
          />
          <Field
            {...{ label: messages.description, error: errors.description, name: "description", value: description }}
            onValue={setDescription}
          />
          <EventChoice events={events} error={errors.events} onEvents={setEvents} />
          <CheckboxField
            label={messages.in_order}
            help={messages.in_order_help}
            is_on={in_order}
            onChange={setInOrder}
          />
          <details>
            <summary>{messages.limits}</summary>
            <Field
              {...{ label: messages.rate_limit, error: errors.rate_limit, name: "rate_limit", value: rate_limit }}
              inputMode="numeric"
              onValue={setRate}
            />
            <Field
              {...{ label: messages.concurrency, error: errors.concurrency, name: "concurrency", value: concurrency }}
              inputMode="numeric"
              onValue={setConcurrency}
            />
          </details>
        </>
      )}
    </Form>
  );
}

/** Whether a limit is a whole number that JSON can hold, or empty for the default. */
function isWholeNumber(limit: string): boolean {
  return /^\s*\d{0,15}\s*$/.test(limit);
}

function limitText(limit: number | null | undefined): string {
  return limit ? String(limit) : "";
}

/** The page whose name labels a group of events. */
const PAGE_OF: Readonly<Record<string, keyof Messages["pages"]>> = {
  payment: "payments",
  transfer: "transfers",
  customer: "customers",
  beneficiary: "beneficiaries",
  refund: "refunds",
  webhook: "webhooks",
};

interface EventChoiceProps {
  readonly events: readonly EventType[];
  readonly error: string | undefined;
  readonly onEvents: (events: readonly EventType[]) => void;
}

function nounOf(type: EventType): string {
  return type.split(".")[0] ?? "";
}

/** Selects event types, grouped by resource. One checkbox toggles a whole group. */
function EventChoice({ events, error, onEvents }: EventChoiceProps) {
  const messages = useWebhookMessages();
  const { pages } = useMessages();
  return (
    <fieldset
      className={error ? "field events field-wrong" : "field events"}
      aria-describedby={error ? "events-error" : undefined}
    >
      <legend>{messages.events}</legend>
      {[...Map.groupBy(EVENT_TYPES, nounOf)].map(([resource, types], group) => {
        const is_whole = types.every((type) => events.includes(type));
        const others = events.filter((type) => !types.includes(type));
        return (
          <div key={resource} className="events-group">
            <label className="check">
              <input
                type="checkbox"
                name={group === 0 ? "events" : undefined}
                aria-invalid={error && group === 0 ? true : undefined}
                checked={is_whole}
                onChange={() => onEvents(is_whole ? others : [...others, ...types])}
              />
              <strong>{pages[PAGE_OF[resource] ?? "events"]}</strong>
            </label>
            {types.map((type) => (
              <label key={type} className="check">
                <input
                  type="checkbox"
                  checked={events.includes(type)}
                  onChange={() =>
                    onEvents(events.includes(type) ? events.filter((one) => one !== type) : [...events, type])
                  }
                />
                <code>{type}</code>
              </label>
            ))}
          </div>
        );
      })}
      {error && (
        <p className="field-error" id="events-error">
          {error}
        </p>
      )}
    </fieldset>
  );
}
