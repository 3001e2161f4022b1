import { Field } from "@kolo/ui/field.tsx";
import { useRef } from "react";
import type { Answer, ApiResponse } from "#app/api.ts";
import { useApi } from "#app/api-query.ts";
import type { HolidayRule, NewSchedule, ScheduleFrequency } from "#app/api-types.ts";
import { type SendAttempts, sendIdempotently } from "#app/idempotent-send.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { go } from "#app/router.tsx";
import { useFieldLabels } from "#i18n/field-messages.ts";
import { useFormMessages } from "#i18n/form-messages.ts";
import { useScheduleMessages } from "#i18n/schedule-messages.ts";
import { DayField, Form, SelectField, TimeField } from "#ui/form.tsx";
import { Notice } from "#ui/page-elements.tsx";
import { DueTime, type ReserveFunds, WeekdayField } from "#ui/timing-fields.tsx";

const FREQUENCIES = ["monthly", "weekly", "daily"] as const;
const HOLIDAY_RULES = ["none", "before", "after"] as const;
const DAYS_AHEAD = [0, 1, 2, 3, 5, 7];
const DAYS_OF_MONTH = Array.from({ length: 31 }, (_, at) => at + 1);
const SHORTEST_MONTH = 28;
const DUE_TIMES_SHOWN = 3;

/** The input of a schedule's form. */
export interface ScheduleDraft {
  readonly name: string;
  readonly frequency: ScheduleFrequency;
  readonly day_of_month: number;
  readonly day_of_week: number;
  readonly time: string;
  readonly holiday_rule: HolidayRule;
  readonly ends_on: string;
  readonly days_ahead: number;
  readonly reserve_funds: ReserveFunds;
}

export const NEW_SCHEDULE: ScheduleDraft = {
  ...{ name: "", frequency: "monthly", day_of_month: SHORTEST_MONTH, day_of_week: 5, time: "09:00" },
  ...{ holiday_rule: "before", ends_on: "", days_ahead: 0, reserve_funds: "now" },
};

type Timing = Pick<NewSchedule, "frequency" | "days" | "time" | "holiday_rule" | "ends_on">;

function timingOf({ frequency, day_of_month, day_of_week, time, holiday_rule, ends_on }: ScheduleDraft): Timing {
  return {
    ...{ frequency, time, holiday_rule },
    ...(frequency === "daily" ? {} : { days: [frequency === "monthly" ? day_of_month : day_of_week] }),
    ...(ends_on === "" ? {} : { ends_on }),
  };
}

interface ScheduleFormProps {
  readonly draft: ScheduleDraft;
  readonly onDraft: (draft: ScheduleDraft) => void;
  readonly currency: string;
  /** Whether each run will wait for a second person. */
  readonly needs_approval: boolean;
  readonly transfers: NewSchedule["transfers"];
  readonly attempts: { current: SendAttempts<NewSchedule> };
}

/** The timing of a new schedule, with the due times that it gives. */
export function ScheduleForm(props: ScheduleFormProps) {
  const { draft, onDraft, currency, needs_approval, transfers, attempts } = props;
  const messages = useScheduleMessages();
  const labels = useFieldLabels();
  const { needed, optional } = useFormMessages();
  const context = useMerchantContext();
  const set = (change: Partial<ScheduleDraft>): void => onDraft({ ...draft, ...change });
  const { days_ahead, reserve_funds } = draft;
  async function send(): Promise<ApiResponse<Answer<"POST /{environment}/schedules">>> {
    const order: NewSchedule = {
      ...{ name: draft.name, currency, ...timingOf(draft) },
      ...(days_ahead === 0 ? {} : { days_ahead, reserve_funds }),
      transfers,
    };
    const outcome = await sendIdempotently(attempts.current, order, (body, key) =>
      context.send("POST /{environment}/schedules", { body, headers: { "idempotency-key": key } }),
    );
    attempts.current = outcome.attempts;
    // If an earlier one was created and its answer lost, its page shows that.
    return outcome.sent.response;
  }
  const validate = (): Readonly<Record<string, string>> => ({
    ...(draft.name.trim() === "" ? { name: needed } : {}),
    ...(draft.time === "" ? { time: needed } : {}),
  });
  return (
    <Form
      label={messages.new_title}
      button={messages.create}
      check={validate}
      send={send}
      onDone={({ body }) => go(context.pagePath(`/schedules/${body.schedule.id}`))}
    >
      {(errors) => (
        <>
          <Field
            {...{ label: labels.name, name: "name", value: draft.name, error: errors.name }}
            onValue={(name) => set({ name })}
          />
          <SelectField
            {...{ label: messages.frequency, name: "frequency", value: draft.frequency, error: errors.frequency }}
            onValue={(value) => set({ frequency: FREQUENCIES.find((one) => one === value) ?? "monthly" })}
            options={FREQUENCIES.map((one) => [one, messages.frequencies[one]] as const)}
          />
          {draft.frequency === "monthly" && (
            <SelectField
              {...{ label: messages.day_of_month, name: "days", value: String(draft.day_of_month), error: errors.days }}
              onValue={(value) => set({ day_of_month: Number(value) })}
              options={DAYS_OF_MONTH.map(
                (day) => [String(day), day > SHORTEST_MONTH ? messages.or_last(day) : String(day)] as const,
              )}
            />
          )}
          {draft.frequency === "weekly" && (
            <WeekdayField
              {...{ label: messages.day_of_week, value: draft.day_of_week, error: errors.days }}
              onValue={(day_of_week) => set({ day_of_week })}
            />
          )}
          <TimeField
            {...{ label: messages.time(context.business.time_zone), name: "time", value: draft.time }}
            error={errors.time}
            onValue={(time) => set({ time })}
          />
          <SelectField
            {...{ label: messages.holiday_rule, name: "holiday_rule", value: draft.holiday_rule }}
            error={errors.holiday_rule}
            onValue={(value) => set({ holiday_rule: HOLIDAY_RULES.find((one) => one === value) ?? "none" })}
            options={HOLIDAY_RULES.map((one) => [one, messages.holiday_rules[one]] as const)}
          />
          <DayField
            {...{ label: optional(messages.ends_on), name: "ends_on", value: draft.ends_on, error: errors.ends_on }}
            onValue={(ends_on) => set({ ends_on })}
          />
          <SelectField
            {...{ label: messages.ahead, name: "days_ahead", value: String(days_ahead), error: errors.days_ahead }}
            onValue={(value) => set({ days_ahead: Number(value) })}
            options={DAYS_AHEAD.map((count) => [String(count), messages.days_ahead(count)] as const)}
          />
          {days_ahead > 0 && (
            <SelectField
              {...{ label: messages.hold, name: "reserve_funds", value: reserve_funds }}
              error={errors.reserve_funds}
              onValue={(value) => set({ reserve_funds: value === "at_due" ? "at_due" : "now" })}
              options={[
                ["now", messages.hold_ahead],
                ["at_due", messages.hold_due],
              ]}
            />
          )}
          {needs_approval && <Notice>{messages.approval}</Notice>}
          <Preview timing={timingOf(draft)} />
        </>
      )}
    </Form>
  );
}

/** The first due times of this timing, as the service computes them. */
function Preview({ timing }: { readonly timing: Timing }) {
  const messages = useScheduleMessages();
  const is_enabled = timing.time !== "";
  const { data, failure } = useApi(
    "POST /{environment}/schedules/preview",
    { body: { ...timing, count: DUE_TIMES_SHOWN } },
    { is_enabled },
  );
  // The last answer stays while a new one loads, so that the button below does not move.
  const latest = useRef(data);
  if (data || failure || !is_enabled) latest.current = data;
  const preview = latest.current?.preview;
  return (
    <section aria-labelledby="next">
      <h2 id="next">{messages.next}</h2>
      {failure && <p className="quiet">{Object.values(failure.errors)[0] ?? failure.message}</p>}
      {preview && <DueTimes {...preview} />}
    </section>
  );
}

interface DueTimesProps {
  readonly due_times: readonly string[];
  readonly time_zone: string;
}

/** Due times, in order. */
export function DueTimes({ due_times, time_zone }: DueTimesProps) {
  const messages = useScheduleMessages();
  if (due_times.length === 0) return <p className="quiet">{messages.no_next}</p>;
  return (
    <>
      <ol className="due-times">
        {due_times.map((at) => (
          <li key={at}>
            <DueTime at={at} />
          </li>
        ))}
      </ol>
      <p className="quiet">{messages.times_of(time_zone)}</p>
    </>
  );
}
