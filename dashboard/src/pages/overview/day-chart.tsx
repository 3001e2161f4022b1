import { formatDate } from "@kolo/ui/format-date.ts";
import { formatMoney, type Language } from "@kolo/ui/format-money.ts";
import { useLanguage, useTranslation } from "@kolo/ui/language.tsx";
import { useId } from "react";
import type { DayTotals } from "#app/api-types.ts";

const MESSAGES = {
  en: { day: "Day", sum: "Sum", count: "Number", of: (sum: string, days: number) => `${sum} in ${days} days` },
  fr: { day: "Jour", sum: "Somme", count: "Nombre", of: (sum: string, days: number) => `${sum} en ${days} jours` },
};

const WIDTH = 560;
const HEIGHT = 120;
const GAP = 6;

interface DayChartProps {
  readonly title: string;
  readonly days: readonly DayTotals[];
  readonly currency: string;
  /** The time zone of the days. */
  readonly time_zone: string;
}

/** The completed amount per day: a bar chart, and a table for screen readers. */
export function DayChart(props: DayChartProps) {
  const messages = useTranslation(MESSAGES);
  const { language } = useLanguage();
  const id = useId();
  const { title, days, currency, time_zone } = props;
  const sums = days.map((day) => BigInt(day.amount_complete));
  const highest_sum = sums.reduce((highest, sum) => (sum > highest ? sum : highest), 0n);
  if (highest_sum === 0n) return null;
  const all = formatMoney(
    sums.reduce((one, other) => one + other, 0n),
    currency,
    language,
  );
  const step = WIDTH / days.length;
  return (
    <section className="chart" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className="quiet">
        {messages.of(all, days.length)} · {time_zone}
      </p>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" focusable="false">
        <line x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} className="chart-line" />
        {days.map((day, index) => {
          const sum = sums[index] ?? 0n;
          // Divide as BigInt, because a double would round large amounts. Thousandths are precise enough for a screen.
          const height = sum === 0n ? 0 : Math.max(2, (Number((sum * 1_000n) / highest_sum) / 1_000) * (HEIGHT - 4));
          return (
            <g key={day.day}>
              <title>{`${dayOf(day, language)}: ${formatMoney(sum, currency, language)}`}</title>
              <rect x={index * step} y="0" width={step} height={HEIGHT} fill="transparent" />
              <rect
                className={index === days.length - 1 ? "chart-bar chart-today" : "chart-bar"}
                x={index * step + GAP / 2}
                y={HEIGHT - height}
                width={step - GAP}
                height={height}
                rx="2"
              />
            </g>
          );
        })}
      </svg>
      <p className="chart-days" aria-hidden="true">
        {[days[0], days.at(-1)].map((day) => day && <span key={day.day}>{dayOf(day, language)}</span>)}
      </p>
      <table className="hidden">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{messages.day}</th>
            <th scope="col">{messages.sum}</th>
            <th scope="col">{messages.count}</th>
          </tr>
        </thead>
        <tbody>
          {days.map((day, index) => (
            <tr key={day.day}>
              <th scope="row">{dayOf(day, language)}</th>
              <td>{formatMoney(sums[index] ?? 0n, currency, language)}</td>
              <td>{day.complete}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function dayOf(item: DayTotals, language: Language): string {
  const date = new Date(`${item.day}T00:00:00Z`);
  return formatDate(date, language, { day: "numeric", month: "short", timeZone: "UTC" });
}
