import { formatDate } from "@kolo/ui/format-date.ts";
import type { Language } from "@kolo/ui/format-money.ts";
import { useLanguage } from "@kolo/ui/language.tsx";
import { useMerchantContext } from "#app/merchant-context.ts";
import { useScheduleMessages } from "#i18n/schedule-messages.ts";
import { useTimeZone } from "./cells.tsx";
import { DayField, SelectField, TimeField } from "./form.tsx";
import { instantInZone } from "./instant-in-zone.ts";

export type ReserveFunds = "now" | "at_due";

/** When an order is sent: at once, or at a day and time in the business's time zone. */
export interface Timing {
  readonly is_later: boolean;
  readonly day: string;
  readonly time: string;
  readonly reserve_funds: ReserveFunds;
}

export const AT_ONCE: Timing = { is_later: false, day: "", time: "", reserve_funds: "now" };

/** The fields of the request; none for an order that is sent at once. */
export function timingOf(
  { is_later, day, time, reserve_funds }: Timing,
  time_zone: string,
): { readonly scheduled_at?: string; readonly reserve_funds?: ReserveFunds } {
  if (!is_later || day === "" || time === "") return {};
  return { scheduled_at: instantInZone(day, time, time_zone), reserve_funds };
}

/** Returns an error for each missing field of the due time. */
export function timingErrors(
  { is_later, day, time }: Timing,
  needed: string,
): Readonly<Partial<Record<"scheduled_at" | "scheduled_time", string>>> {
  if (!is_later) return {};
  return { ...(day === "" ? { scheduled_at: needed } : {}), ...(time === "" ? { scheduled_time: needed } : {}) };
}

/** Whether the balance allows the order: money that is held at the due time need not be there yet. */
export function canBeHeld({ is_later, reserve_funds }: Timing, is_enough: boolean): boolean {
  return is_enough || (is_later && reserve_funds === "at_due");
}

interface TimingFieldsProps {
  readonly timing: Timing;
  readonly errors: Readonly<Record<string, string>>;
  readonly onTiming: (timing: Timing) => void;
}

/** The fields that choose when an order is sent, and when its money is held. */
export function TimingFields({ timing, errors, onTiming }: TimingFieldsProps) {
  const messages = useScheduleMessages();
  const { business } = useMerchantContext();
  const set = (change: Partial<Timing>): void => onTiming({ ...timing, ...change });
  return (
    <>
      <SelectField
        {...{ label: messages.when, name: "when", value: timing.is_later ? "later" : "now" }}
        onValue={(value) => set({ is_later: value === "later" })}
        options={[
          ["now", messages.now],
          ["later", messages.later],
        ]}
      />
      {timing.is_later && (
        <>
          <DayField
            {...{ label: messages.day, name: "scheduled_at", value: timing.day, error: errors.scheduled_at }}
            onValue={(day) => set({ day })}
          />
          <TimeField
            {...{ label: messages.time(business.time_zone), name: "scheduled_time", value: timing.time }}
            error={errors.scheduled_time}
            onValue={(time) => set({ time })}
          />
          <SelectField
            {...{ label: messages.hold, name: "reserve_funds", value: timing.reserve_funds }}
            error={errors.reserve_funds}
            onValue={(value) => set({ reserve_funds: value === "at_due" ? "at_due" : "now" })}
            options={[
              ["now", messages.hold_now],
              ["at_due", messages.hold_at_due],
            ]}
          />
        </>
      )}
    </>
  );
}

/** The due time of a scheduled order. */
export function ScheduledFor({ at }: { readonly at: string }) {
  const messages = useScheduleMessages();
  return (
    <p>
      {messages.scheduled_for} <DueTime at={at} />
    </p>
  );
}

const FULL: Intl.DateTimeFormatOptions = { dateStyle: "full", timeStyle: "short" };
// For a column of a table, whose cells do not wrap.
const SHORT: Intl.DateTimeFormatOptions = {
  ...{ weekday: "short", day: "numeric", month: "short", year: "numeric" },
  ...{ hour: "numeric", minute: "2-digit" },
};

/** A due time: the weekday, the day and the time of day, in the business's time zone. */
export function DueTime({ at, is_short = false }: { readonly at: string; readonly is_short?: boolean }) {
  const { language } = useLanguage();
  const timeZone = useTimeZone();
  const format = is_short ? SHORT : FULL;
  return (
    <time dateTime={at} title={timeZone}>
      {formatDate(new Date(at), language, { ...format, timeZone })}
    </time>
  );
}

/** The name of a day of the week; 1 is Monday. */
export function weekdayName(day: number, language: Language): string {
  // The first of January 2024 was a Monday.
  const at = Date.UTC(2024, 0, day);
  return new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" }).format(at);
}

const DAYS_OF_WEEK = [1, 2, 3, 4, 5, 6, 7];

interface WeekdayFieldProps {
  readonly label: string;
  readonly value: number;
  readonly error: string | undefined;
  readonly onValue: (day: number) => void;
}

/** A select field for the day of the week on which a schedule or a rule is due. */
export function WeekdayField({ value, onValue, ...field }: WeekdayFieldProps) {
  const { language } = useLanguage();
  return (
    <SelectField
      {...field}
      name="days"
      value={String(value)}
      options={DAYS_OF_WEEK.map((day) => [String(day), weekdayName(day, language)] as const)}
      onValue={(day) => onValue(Number(day))}
    />
  );
}
