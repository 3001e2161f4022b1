import { Field } from "@kolo/ui/field.tsx";
import { useState } from "react";
import type { Answer } from "./api.ts";
import { Copyable } from "./cells.tsx";
import { eventGroups } from "./event-types.ts";
import { Check, Form } from "./form.tsx";
import { type Item, itemOf, numberOf, textOf, textsOf } from "./items.ts";
import { usePlace } from "./place.ts";
import { go, Link } from "./router.tsx";
import { Failure, Heading, Notice, Skeleton } from "./shell-parts.tsx";
import { type Texts, useWords } from "./texts.ts";
import { useAnswer } from "./use-answer.ts";
import { useWebhookWords } from "./webhook-texts.ts";

/** The form for a new webhook; it shows the secret once. */
export function NewWebhookPage() {
  const words = useWebhookWords();
  const { pages } = useWords();
  const place = usePlace();
  const [made, setMade] = useState<Item | null>(null);
  return (
    <>
      <Link className="back" to={place.to("/webhooks")}>
        ← {pages.webhooks}
      </Link>
      <Heading title={words.create} />
      <div className="narrow">
        {made === null ? (
          <WebhookForm
            before={{}}
            button={words.create}
            send={(body) => place.ask("POST", "/webhooks", body)}
            onDone={({ body }) => setMade(itemOf(body, "data"))}
          />
        ) : (
          <>
            <SecretShown secret={textOf(made, "secret")} />
            <Link className="button button-main" to={place.to(`/webhooks/${textOf(made, "id")}`)}>
              {words.to_webhook}
            </Link>
          </>
        )}
      </div>
    </>
  );
}

/** The form that changes a webhook. */
export function EditWebhookPage({ id }: { readonly id: string }) {
  const words = useWebhookWords();
  const place = usePlace();
  const home = place.to(`/webhooks/${id}`);
  const { answer, again } = useAnswer(`${home} edit`, () => place.ask("GET", `/webhooks/${id}`));
  const before = itemOf(answer?.body ?? {}, "data");
  return (
    <>
      <Link className="back" to={home}>
        ← {textOf(before, "url") || id}
      </Link>
      <Heading title={words.edit_title} />
      {answer === null && <Skeleton />}
      {answer && !answer.is_ok && <Failure answer={answer} again={again} />}
      {answer?.is_ok && (
        <div className="narrow">
          <WebhookForm
            before={before}
            button={words.save}
            send={(body) => place.ask("PUT", `/webhooks/${id}`, body)}
            onDone={() => go(home)}
          />
        </div>
      )}
    </>
  );
}

/** A secret, shown once. */
export function SecretShown({ secret }: { readonly secret: string }) {
  const words = useWebhookWords();
  return (
    <Notice>
      <p>
        <strong>{words.secret_shown}</strong> {words.secret_next}
      </p>
      <p>
        <Copyable text={secret} />
      </p>
    </Notice>
  );
}

interface WebhookFormProps {
  readonly before: Item;
  readonly button: string;
  readonly send: (body: Item) => Promise<Answer>;
  readonly onDone: (answer: Answer) => void;
}

function WebhookForm({ before, button, send, onDone }: WebhookFormProps) {
  const words = useWebhookWords();
  const [url, setUrl] = useState(textOf(before, "url"));
  const [description, setDescription] = useState(textOf(before, "description"));
  const [events, setEvents] = useState(textsOf(before, "events"));
  const [in_order, setInOrder] = useState(before.in_order === true);
  const [rate_limit, setRate] = useState(limitOf(before, "rate_limit"));
  const [concurrency, setConcurrency] = useState(limitOf(before, "concurrency"));
  function check(): Readonly<Record<string, string>> {
    return {
      ...(url.trim() === "" ? { url: words.needed } : {}),
      ...(events.length === 0 ? { events: words.no_events } : {}),
    };
  }
  const body = {
    url: url.trim(),
    description,
    events,
    in_order,
    rate_limit: rate_limit || 0,
    concurrency: concurrency || 0,
  };
  return (
    <Form label={button} button={button} check={check} send={() => send(body)} onDone={onDone}>
      {(errors) => (
        <>
          <Field
            {...{ label: words.url, help: words.url_help, error: errors.url, name: "url", value: url }}
            onValue={setUrl}
          />
          <Field
            {...{ label: words.description, error: errors.description, name: "description", value: description }}
            onValue={setDescription}
          />
          <EventChoice events={events} error={errors.events} onEvents={setEvents} />
          <Check label={words.in_order} help={words.in_order_help} is_on={in_order} onChange={setInOrder} />
          <details>
            <summary>{words.limits}</summary>
            <Field
              {...{ label: words.rate_limit, error: errors.rate_limit, name: "rate_limit", value: rate_limit }}
              inputMode="numeric"
              onValue={setRate}
            />
            <Field
              {...{ label: words.concurrency, error: errors.concurrency, name: "concurrency", value: concurrency }}
              inputMode="numeric"
              onValue={setConcurrency}
            />
          </details>
        </>
      )}
    </Form>
  );
}

function limitOf(item: Item, field: string): string {
  return numberOf(item, field) === 0 ? "" : String(numberOf(item, field));
}

/** The page whose name labels a group of events. */
const PAGE_OF: Readonly<Record<string, keyof Texts["pages"]>> = {
  payment: "payments",
  transfer: "transfers",
  customer: "customers",
  beneficiary: "beneficiaries",
  refund: "refunds",
  webhook: "webhooks",
};

interface EventChoiceProps {
  readonly events: readonly string[];
  readonly error: string | undefined;
  readonly onEvents: (events: readonly string[]) => void;
}

/** The choice of event types, grouped by resource; a group can be toggled as a whole. */
function EventChoice({ events, error, onEvents }: EventChoiceProps) {
  const words = useWebhookWords();
  const { pages } = useWords();
  return (
    <fieldset
      className={error ? "field events field-wrong" : "field events"}
      aria-describedby={error ? "events-error" : undefined}
    >
      <legend>{words.events}</legend>
      {eventGroups().map(([noun, types], group) => {
        const is_whole = types.every((type) => events.includes(type));
        const others = events.filter((type) => !types.includes(type));
        return (
          <div key={noun} className="events-group">
            <label className="check">
              <input
                type="checkbox"
                name={group === 0 ? "events" : undefined}
                aria-invalid={error && group === 0 ? true : undefined}
                checked={is_whole}
                onChange={() => onEvents(is_whole ? others : [...others, ...types])}
              />
              <strong>{pages[PAGE_OF[noun] ?? "events"]}</strong>
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
