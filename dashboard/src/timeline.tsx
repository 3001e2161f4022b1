import { useLanguage } from "@kolo/ui/language.tsx";
import type { Answer } from "./api.ts";
import { exactly, Time, useTimeZone } from "./cells.tsx";
import { type Item, itemOf, itemsOf, textOf } from "./items.ts";
import type { List } from "./lists.ts";
import { usePlace } from "./place.ts";
import { Link } from "./router.tsx";
import { Code, Failure, Skeleton } from "./shell-parts.tsx";
import { useWords } from "./texts.ts";
import { foldSteps } from "./timeline-fold.ts";
import { stepSaid, useTimelineWords } from "./timeline-texts.ts";
import { type Asked, useSeenAnswer } from "./use-answer.ts";

const TOLD = ["transfers", "payments", "refunds", "bulk"];
const MOVING = ["pending", "processing"];

/** Loads a record's timeline in parallel with the record; null for record types without one. */
export function useTimeline({ page, record_path }: List, id: string, about: readonly string[]): Asked | null {
  const place = usePlace();
  const is_told = TOLD.includes(page);
  const asked = useSeenAnswer(
    `${place.to(record_path)} ${id} timeline`,
    () => (is_told ? place.ask("GET", `${record_path}/${encodeURIComponent(id)}/timeline`) : Promise.resolve(NOTHING)),
    ({ body }) => MOVING.includes(textOf(itemOf(body, "timeline"), "status")),
    is_told ? about : [],
  );
  return is_told ? asked : null;
}

const NOTHING: Answer = {
  ...{ status: 200, is_ok: true, body: {}, message: "", errors: {}, request_id: "", retry_after_s: null },
};

/** The history of a transfer, payment, refund or bulk: its states, provider calls, ledger entries and webhooks. */
export function Timeline({ asked }: { readonly asked: Asked }) {
  const { timeline } = useWords();
  const { answer } = asked;
  const shown = itemOf(answer?.body ?? {}, "timeline");
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline">{timeline}</h2>
      {answer === null && <Skeleton />}
      {answer && !answer.is_ok && <Failure answer={answer} again={asked.again} />}
      {answer?.is_ok && <Steps steps={itemsOf(shown, "steps")} />}
      <Reconciled state={textOf(shown, "reconciliation")} />
    </section>
  );
}

/** The steps of a timeline. */
export function Steps({ steps }: { readonly steps: readonly Item[] }) {
  return (
    <ol className="timeline">
      {foldSteps(steps).map(({ first, rest }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps keep their index and have no id
        <li key={place} className={`timeline-${toneOf(first)}`}>
          {rest.length === 0 ? <StepShown step={first} /> : <Folded steps={[first, ...rest]} />}
        </li>
      ))}
    </ol>
  );
}

/** A run of equal steps: its length, its last time, and the steps behind a disclosure. */
function Folded({ steps }: { readonly steps: readonly Item[] }) {
  const words = useTimelineWords();
  const { language } = useLanguage();
  const [first, last] = [steps[0] ?? {}, steps.at(-1) ?? {}];
  return (
    <div className="step">
      <details>
        <summary>
          <span className="step-said">{words.times(stepSaid(first, words, language), steps.length)}</span>
          <Time at={textOf(last, "at")} />
        </summary>
        {steps.map((step, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <StepShown key={place} step={step} />
        ))}
      </details>
    </div>
  );
}

function StepShown({ step }: { readonly step: Item }) {
  const words = useTimelineWords();
  const { language } = useLanguage();
  const timeZone = useTimeZone();
  const place = usePlace();
  const details = itemOf(step, "details");
  const at = textOf(step, "at");
  const said = stepSaid(step, words, language);
  const webhook = textOf(details, "webhook");
  return (
    <div className="step">
      <details>
        <summary>
          <span className="step-said">{said}</span>
          <Time at={at} />
        </summary>
        <p className="quiet">{exactly(at, language, timeZone)}</p>
        {webhook !== "" && place.area === "business" && (
          <Link className="step-link" to={place.to(`/webhooks/${webhook}/deliveries/${textOf(details, "id")}`)}>
            {words.to_delivery}
          </Link>
        )}
        <Code label={`${said} ${at}`}>{JSON.stringify(details, null, 2)}</Code>
      </details>
    </div>
  );
}

/** The colour of a step: green for success, red for failure, hollow for background work. */
function toneOf(step: Item): string {
  const [kind, what] = [textOf(step, "kind"), textOf(step, "what")];
  if (/\.complete$|: delivered$|^complete: |^approved$/.test(what)) return "complete";
  if (/\.failed$|^failed: |^rejected$|: exhausted$|differs|^ended failed/.test(what)) return "failed";
  return kind === "event" || kind === "progress" || kind === "approval" ? "plain" : "behind";
}

function Reconciled({ state }: { readonly state: string }) {
  const words = useTimelineWords();
  const text = Object.entries(words.reconciliation).find(([name]) => name === state)?.[1];
  return text === undefined ? null : <p className="quiet">{text}</p>;
}

/** The timeline of a record without one: the times in its own fields. */
export function Moments({ item }: { readonly item: Item }) {
  const { timeline, happened } = useWords();
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
