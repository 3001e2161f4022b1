import { useLanguage } from "@kolo/ui/language.tsx";
import type { ApiResponse } from "#app/api.ts";
import { type Item, itemOf, itemsOf, textOf } from "#app/items.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { Link } from "#app/router.tsx";
import { type Query, useCachedApiQuery } from "#app/use-query.ts";
import { useMessages } from "#i18n/messages.ts";
import { stepText, useTimelineMessages } from "#i18n/timeline-messages.ts";
import { exactTime, Time, useTimeZone } from "./cells.tsx";
import type { ListDefinition } from "./list-definitions.ts";
import { CodeBlock, LoadError, Skeleton } from "./page-elements.tsx";
import { groupSteps } from "./timeline-groups.ts";

const PAGES_WITH_TIMELINE = ["transfers", "payments", "refunds", "bulk"];
const IN_PROGRESS = ["pending", "processing"];

/** Loads a record's timeline in parallel with the record; null for record types without one. */
export function useTimeline(
  { page, record_path }: ListDefinition,
  id: string,
  id_prefixes: readonly string[],
): Query | null {
  const context = useMerchantContext();
  const has_timeline = PAGES_WITH_TIMELINE.includes(page);
  const query = useCachedApiQuery(
    `${context.pagePath(record_path)} ${id} timeline`,
    () =>
      has_timeline
        ? context.request("GET", `${record_path}/${encodeURIComponent(id)}/timeline`)
        : Promise.resolve(EMPTY_RESPONSE),
    ({ body }) => IN_PROGRESS.includes(textOf(itemOf(body, "timeline"), "status")),
    has_timeline ? id_prefixes : [],
  );
  return has_timeline ? query : null;
}

const EMPTY_RESPONSE: ApiResponse = {
  ...{ status: 200, is_ok: true, body: {}, message: "", errors: {}, request_id: "", retry_after_s: null },
};

/** The history of a transfer, payment, refund or bulk: its states, provider calls, ledger entries and webhooks. */
export function Timeline({ query }: { readonly query: Query }) {
  const { timeline } = useMessages();
  const { response } = query;
  const timeline_item = itemOf(response?.body ?? {}, "timeline");
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline">{timeline}</h2>
      {response === null && <Skeleton />}
      {response && !response.is_ok && <LoadError response={response} reload={query.reload} />}
      {response?.is_ok && <Steps steps={itemsOf(timeline_item, "steps")} />}
      <ReconciliationState state={textOf(timeline_item, "reconciliation")} />
    </section>
  );
}

/** The steps of a timeline. */
export function Steps({ steps }: { readonly steps: readonly Item[] }) {
  return (
    <ol className="timeline">
      {groupSteps(steps).map(({ first, repeats }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps keep their index and have no id
        <li key={index} className={`timeline-${toneOf(first)}`}>
          {repeats.length === 0 ? <StepItem step={first} /> : <StepGroupItem steps={[first, ...repeats]} />}
        </li>
      ))}
    </ol>
  );
}

/** A run of equal steps: its length, its last time, and the steps behind a disclosure. */
function StepGroupItem({ steps }: { readonly steps: readonly Item[] }) {
  const messages = useTimelineMessages();
  const { language } = useLanguage();
  const [first, last] = [steps[0] ?? {}, steps.at(-1) ?? {}];
  return (
    <div className="step">
      <details>
        <summary>
          <span className="step-said">{messages.times(stepText(first, messages, language), steps.length)}</span>
          <Time at={textOf(last, "at")} />
        </summary>
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <StepItem key={index} step={step} />
        ))}
      </details>
    </div>
  );
}

function StepItem({ step }: { readonly step: Item }) {
  const messages = useTimelineMessages();
  const { language } = useLanguage();
  const timeZone = useTimeZone();
  const context = useMerchantContext();
  const details = itemOf(step, "details");
  const at = textOf(step, "at");
  const text = stepText(step, messages, language);
  const webhook = textOf(details, "webhook");
  return (
    <div className="step">
      <details>
        <summary>
          <span className="step-said">{text}</span>
          <Time at={at} />
        </summary>
        <p className="quiet">{exactTime(at, language, timeZone)}</p>
        {webhook !== "" && context.area === "business" && (
          <Link className="step-link" to={context.pagePath(`/webhooks/${webhook}/deliveries/${textOf(details, "id")}`)}>
            {messages.to_delivery}
          </Link>
        )}
        <CodeBlock label={`${text} ${at}`}>{JSON.stringify(details, null, 2)}</CodeBlock>
      </details>
    </div>
  );
}

// The kind and the code of a step.
const SUCCESSES = /^(event \w+\.complete|delivery delivered|progress complete|approval approved)$/;
const FAILURES =
  /^(event \w+\.failed|delivery exhausted|progress failed|approval rejected|statement differs|attempt failed)$/;

/** The colour of a step: green for success, red for failure, hollow for background work. */
function toneOf(step: Item): string {
  const kind = textOf(step, "kind");
  const step_name = `${kind} ${textOf(step, "code")}`;
  if (SUCCESSES.test(step_name)) return "complete";
  if (FAILURES.test(step_name)) return "failed";
  return kind === "event" || kind === "progress" || kind === "approval" ? "plain" : "behind";
}

function ReconciliationState({ state }: { readonly state: string }) {
  const messages = useTimelineMessages();
  const text = Object.entries(messages.reconciliation).find(([name]) => name === state)?.[1];
  return text === undefined ? null : <p className="quiet">{text}</p>;
}

/** The timeline of a record without one: the times in its own fields. */
export function RecordTimes({ item }: { readonly item: Item }) {
  const { timeline, happened } = useMessages();
  const status = textOf(item, "status");
  const end = (["failed", "canceled", "expired"] as const).find((one) => one === status);
  const steps = [
    { name: happened.created_at, at: textOf(item, "created_at"), kind: "pending" },
    { name: happened.processing_at, at: textOf(item, "processing_at"), kind: "processing" },
    { name: happened.completed_at, at: textOf(item, "completed_at"), kind: "complete" },
    end
      ? { name: happened[end], at: textOf(item, "updated_at"), kind: end }
      : { name: happened.updated_at, at: textOf(item, "updated_at"), kind: "" },
  ].filter(({ at, kind }) => at !== "" && (kind !== "" || at !== textOf(item, "created_at")));
  const shown = steps.filter(
    ({ kind, at }) => kind !== "" || !steps.some((step) => step.kind !== "" && step.at === at),
  );
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline">{timeline}</h2>
      <ol className="timeline">
        {shown.map(({ name, at, kind }) => (
          <li key={name} className={`timeline-${kind || "plain"}`}>
            <span>{name}</span> <Time at={at} />
          </li>
        ))}
      </ol>
    </section>
  );
}
