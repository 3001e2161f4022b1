import { useLanguage } from "@kolo/ui/language.tsx";
import type { Answer, ReadName } from "#app/api.ts";
import { type ApiQuery, useApi } from "#app/api-query.ts";
import type { TimelineStep } from "#app/api-types.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import type { RecordFields } from "#app/records.ts";
import { Link } from "#app/router.tsx";
import { useMessages } from "#i18n/messages.ts";
import { detailText, stepText, useTimelineMessages } from "#i18n/timeline-messages.ts";
import { exactTime, Time, useTimeZone } from "./cells.tsx";
import { useChannelNames } from "./channel-catalogue.tsx";
import type { ListDefinition } from "./list-definitions.ts";
import { isInProgress } from "./list-page.tsx";
import { CodeBlock, LoadError, Skeleton } from "./page-elements.tsx";
import { withoutCountry } from "./short-channel-name.ts";
import { groupSteps, type StepGroup } from "./timeline-groups.ts";

type TimelineRead = Extract<ReadName, `${string}/timeline`>;

const TIMELINES: Readonly<Partial<Record<ListDefinition["page"], TimelineRead>>> = {
  transfers: "GET /{environment}/transfers/{reference}/timeline",
  payments: "GET /{environment}/payments/{reference}/timeline",
  refunds: "GET /{environment}/refunds/{id}/timeline",
  withdrawals: "GET /{environment}/withdrawals/{id}/timeline",
  bulk: "GET /{environment}/transfers/bulk/{id}/timeline",
};

type TimelineQuery = ApiQuery<Answer<TimelineRead>>;

/** Loads a record's timeline in parallel with the record; null for record types without one. */
export function useTimeline({ page }: ListDefinition, id: string): TimelineQuery | null {
  const read = TIMELINES[page];
  const query = useApi<TimelineRead>(
    read ?? "GET /{environment}/transfers/{reference}/timeline",
    { params: { id, reference: id } },
    { isInProgress: ({ timeline }) => isInProgress(timeline.status), is_enabled: read !== undefined },
  );
  return read === undefined ? null : query;
}

/** The history of a transfer, payment, refund, withdrawal or bulk: its states, provider calls, ledger entries and webhooks. */
export function Timeline({ query }: { readonly query: TimelineQuery }) {
  const { timeline } = useMessages();
  const { data, failure } = query;
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline">{timeline}</h2>
      {!data && !failure && <Skeleton />}
      {failure && <LoadError response={failure} reload={query.reload} />}
      {data && <Steps steps={data.timeline.steps} />}
      <ReconciliationState state={data?.timeline.reconciliation} />
    </section>
  );
}

/** The steps of a timeline. */
export function Steps({ steps }: { readonly steps: readonly TimelineStep[] }) {
  const textOf = useStepText(steps);
  return (
    <ol className="timeline">
      {groupSteps(steps).map(({ first, repeats }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps keep their index and have no id
        <li key={index} className={`timeline-${toneOf(first)}`}>
          {repeats.length === 0 ? (
            <StepItem step={first} textOf={textOf} />
          ) : (
            <StepGroupItem {...{ first, repeats, textOf }} />
          )}
        </li>
      ))}
    </ol>
  );
}

/** A run of equal steps: their number and the time of the last one. A disclosure shows the steps. */
function StepGroupItem({ first, repeats, textOf }: StepGroup<TimelineStep> & WithStepText) {
  const messages = useTimelineMessages();
  const steps = [first, ...repeats];
  const last = repeats.at(-1) ?? first;
  return (
    <div className="step">
      <details>
        <summary>
          <span className="step-said">{messages.times(textOf(first), steps.length)}</span>
          <Time at={last.at} />
        </summary>
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <StepItem key={index} step={step} textOf={textOf} />
        ))}
      </details>
    </div>
  );
}

interface WithStepText {
  readonly textOf: (step: TimelineStep) => string;
}

/** Returns a function from step to text, for the steps of one timeline. In the texts, networks have their names. */
function useStepText(steps: readonly TimelineStep[]): WithStepText["textOf"] {
  const messages = useTimelineMessages();
  const { language } = useLanguage();
  const { business } = useMerchantContext();
  const nameOf = useChannelNames();
  const context = {
    ...{ messages, language },
    nameOfChannel: (channel: string) => withoutCountry(nameOf(channel), business.country, language),
    is_money_returned: steps.some(({ kind, code }) => kind === "entry" && code === "release"),
  };
  return (step) => stepText(step, context);
}

function StepItem({ step, textOf }: { readonly step: TimelineStep } & WithStepText) {
  const messages = useTimelineMessages();
  const { language } = useLanguage();
  const timeZone = useTimeZone();
  const context = useMerchantContext();
  const { details, at } = step;
  const text = textOf(step);
  const webhook = detailText(details, "webhook");
  return (
    <div className="step">
      <details>
        <summary>
          <span className="step-said">{text}</span>
          <Time at={at} />
        </summary>
        <p className="quiet">{exactTime(at, language, timeZone)}</p>
        {webhook !== "" && context.area === "business" && (
          <Link
            className="step-link"
            to={context.pagePath(`/webhooks/${webhook}/deliveries/${detailText(details, "id")}`)}
          >
            {messages.to_delivery}
          </Link>
        )}
        <CodeBlock label={`${text} ${at}`}>{JSON.stringify(details, null, 2)}</CodeBlock>
      </details>
    </div>
  );
}

// Patterns for `kind code` of a step, such as `delivery exhausted`.
const SUCCESSES = /^(event \w+\.complete|delivery delivered|progress complete|approval approved)$/;
const FAILURES =
  /^(event \w+\.failed|delivery exhausted|progress failed|approval rejected|statement differs|attempt failed)$/;

/** The style of a step: green for success, red for failure, a hollow dot for background work. */
function toneOf({ kind, code }: TimelineStep): string {
  const step_name = `${kind} ${code}`;
  if (SUCCESSES.test(step_name)) return "complete";
  if (FAILURES.test(step_name)) return "failed";
  return kind === "event" || kind === "progress" || kind === "approval" ? "plain" : "behind";
}

function ReconciliationState({ state }: { readonly state: string | undefined }) {
  const messages = useTimelineMessages();
  const text = Object.entries(messages.reconciliation).find(([name]) => name === state)?.[1];
  return text === undefined ? null : <p className="quiet">{text}</p>;
}

/** For record types without a timeline: the times in the record's own fields. */
export function RecordTimes({ item }: { readonly item: RecordFields }) {
  const { timeline, happened } = useMessages();
  const { created_at = "", updated_at = "" } = item;
  const end = (["failed", "canceled", "expired"] as const).find((one) => one === item.status);
  const steps = [
    { name: happened.created_at, at: created_at, kind: "pending" },
    { name: happened.processing_at, at: item.processing_at ?? "", kind: "processing" },
    { name: happened.completed_at, at: item.completed_at ?? "", kind: "complete" },
    end ? { name: happened[end], at: updated_at, kind: end } : { name: happened.updated_at, at: updated_at, kind: "" },
  ].filter(({ at, kind }) => at !== "" && (kind !== "" || at !== created_at));
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
