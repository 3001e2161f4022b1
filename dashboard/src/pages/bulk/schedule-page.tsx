import { formatDate } from "@kolo/ui/format-date.ts";
import type { Language } from "@kolo/ui/format-money.ts";
import { useLanguage } from "@kolo/ui/language.tsx";
import { useApi } from "#app/api-query.ts";
import type { ScheduleDetails, ScheduleRun } from "#app/api-types.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { Link } from "#app/router.tsx";
import { useMessages } from "#i18n/messages.ts";
import { type ScheduleMessages, useScheduleMessages } from "#i18n/schedule-messages.ts";
import { AmountOf, ChannelName, Copyable, PartyName, StatusLabel, Time } from "#ui/cells.tsx";
import { DescriptionList } from "#ui/description-list.tsx";
import { IdLabels } from "#ui/id-labels.tsx";
import { Heading, QueryState } from "#ui/page-elements.tsx";
import { ActionButtons } from "#ui/record-details.tsx";
import { Table } from "#ui/table.tsx";
import { DueTime, weekdayName } from "#ui/timing-fields.tsx";
import { DueTimes } from "./schedule-form.tsx";

/** The page shows the first people of a schedule, as the page of a bulk does. */
const PEOPLE_SHOWN = 100;
const RUNS_SHOWN = 20;

/** A schedule: its next payments, its actions, its runs, and its payees. */
export function SchedulePage({ id }: { readonly id: string }) {
  const { pages, records } = useMessages();
  const messages = useScheduleMessages();
  const context = useMerchantContext();
  const query = useApi("GET /{environment}/schedules/{id}", { params: { id }, query: { transfers: PEOPLE_SHOWN } });
  const back = (
    <Link className="back" to={context.pagePath("/schedules")}>
      ← {pages.schedules}
    </Link>
  );
  if (!query.data) {
    return (
      <>
        {back}
        <Heading title={records.schedule} />
        <QueryState query={query} />
      </>
    );
  }
  const { schedule } = query.data;
  const { transfers: _, ...item } = schedule;
  return (
    <>
      {back}
      <Heading title={schedule.name} />
      <div className="summary">
        <p className="summary-sum">
          <AmountOf amount={schedule.total_amount} currency={schedule.currency} />
        </p>
        <StatusLabel status={schedule.status} />
        <p>{messages.people(schedule.total_transfers)}</p>
      </div>
      <ActionButtons page="schedules" item={item} reload={query.reload} />
      <div className="record">
        <section aria-labelledby="next">
          <h2 id="next">{messages.next}</h2>
          <DueTimes due_times={schedule.next_due_times} time_zone={schedule.time_zone} />
        </section>
        <div>
          <Facts schedule={schedule} />
          <Runs id={schedule.id} />
          <People schedule={schedule} />
        </div>
      </div>
    </>
  );
}

/** The days of a schedule, such as `Every month: 15, 31`. */
function recurrenceText({ frequency, days }: ScheduleDetails, messages: ScheduleMessages, language: Language): string {
  const names = days.map((day) => (frequency === "weekly" ? weekdayName(day, language) : String(day)));
  const text = messages.frequencies[frequency];
  return names.length === 0 ? text : `${text}${language === "fr" ? "\u00a0:" : ":"} ${names.join(", ")}`;
}

function Facts({ schedule }: { readonly schedule: ScheduleDetails }) {
  const { columns } = useMessages();
  const messages = useScheduleMessages();
  const { language } = useLanguage();
  const holidays = useApi("GET /{environment}/holidays", {}).data?.holidays.days.length;
  const { holiday_rule, ends_on, runs_max, days_ahead, reserve_funds } = schedule;
  const day = (text: string): string => formatDate(new Date(text), language, { dateStyle: "long", timeZone: "UTC" });
  return (
    <section aria-labelledby="timing">
      <h2 id="timing">{messages.facts}</h2>
      <DescriptionList
        rows={[
          [messages.frequency, recurrenceText(schedule, messages, language)],
          [messages.time_of_day, schedule.time],
          [
            messages.holiday_rule,
            <>
              {messages.holiday_rules[holiday_rule]}
              {holiday_rule !== "none" && holidays !== undefined && (
                <span className="quiet line">{messages.holidays(holidays)}</span>
              )}
            </>,
          ],
          [messages.starts_on, day(schedule.starts_on)],
          ...(ends_on === null ? [] : [[messages.ends_on, day(ends_on)] as const]),
          ...(runs_max === null ? [] : [[messages.ends_after, messages.payments(runs_max)] as const]),
          [messages.ahead, messages.days_ahead(days_ahead)],
          ...(days_ahead === 0
            ? []
            : [[messages.hold, reserve_funds === "now" ? messages.hold_ahead : messages.hold_due] as const]),
          [columns.id, <Copyable key="id" text={schedule.id} />],
          [columns.created_at, <Time key="created_at" at={schedule.created_at} />],
        ]}
      />
    </section>
  );
}

/** The runs, the latest due time first. */
function Runs({ id }: { readonly id: string }) {
  const messages = useScheduleMessages();
  const query = useApi("GET /{environment}/schedules/{id}/runs", { params: { id }, query: { limit: RUNS_SHOWN } });
  return (
    <section className="related" aria-labelledby="runs">
      <h2 id="runs">{messages.runs}</h2>
      <QueryState query={query} />
      {query.data?.items.length === 0 && <p className="quiet">{messages.no_runs}</p>}
      {query.data && query.data.items.length > 0 && (
        <Table
          label={messages.runs}
          rows={query.data.items}
          rowKey={({ due_at }) => due_at}
          columns={[
            { name: "due_at", header: messages.due, cell: ({ due_at }) => <DueTime at={due_at} is_short /> },
            { name: "outcome", header: messages.outcome, cell: (run) => <RunOutcome run={run} /> },
          ]}
        />
      )}
      {query.data && query.data.totals > RUNS_SHOWN && (
        <p className="quiet">{messages.shown(RUNS_SHOWN, query.data.totals)}</p>
      )}
    </section>
  );
}

/** The bulk transfer of a run, or the reason of its failure. */
function RunOutcome({ run }: { readonly run: ScheduleRun }) {
  const { records } = useMessages();
  const messages = useScheduleMessages();
  const context = useMerchantContext();
  const { bulk_transfer, failure_code, failure_reason } = run;
  const detail = failure_code === "transfers_refused" ? failure_reason : undefined;
  if (bulk_transfer !== undefined)
    return <Link to={context.pagePath(`/bulk/${bulk_transfer}`)}>{records.bulk_transfer}</Link>;
  return (
    <>
      <StatusLabel status="failed" />
      {failure_code !== undefined && (
        <span className="quiet line">{[messages.failures[failure_code], detail].filter(Boolean).join(". ")}</span>
      )}
    </>
  );
}

function People({ schedule }: { readonly schedule: ScheduleDetails }) {
  const { columns } = useMessages();
  const messages = useScheduleMessages();
  const { transfers, total_transfers, currency } = schedule;
  return (
    <section className="related" aria-labelledby="people">
      <h2 id="people">{messages.list}</h2>
      <IdLabels items={transfers}>
        <Table
          label={messages.list}
          rows={transfers.map((transfer, position) => ({ ...transfer, id: String(position) }))}
          has_hidden_headers
          columns={[
            {
              name: "beneficiary",
              header: columns.beneficiary,
              cell: ({ beneficiary }) => <PartyName id={beneficiary} />,
              secondary: ({ channel }) => <ChannelName id={channel} />,
            },
            {
              ...{ name: "amount", header: columns.amount, align: "end" },
              cell: ({ amount }) => <AmountOf amount={amount} currency={currency} />,
            },
          ]}
        />
      </IdLabels>
      {total_transfers > transfers.length && (
        <p className="quiet">{messages.shown(transfers.length, total_transfers)}</p>
      )}
    </section>
  );
}
