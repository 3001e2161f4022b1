import { parseArgs } from "node:util";
import type { NewSchedule, Schedule } from "../sdk/src/index.ts";
import { type Output, readBody, readChoice, requireId, runVerb, type Verb } from "./verbs.ts";

/** The help text of `kolo schedules`. */
export const SCHEDULES_USAGE = `Usage: kolo schedules create <file.json>    the body of POST /schedules
       kolo schedules preview <file.json>   its next due times, without storing anything
       kolo schedules list [--status active|paused|ended]
       kolo schedules show <id>
       kolo schedules runs <id>
       kolo schedules pause|resume|delete <id>
       kolo schedules run <id>              the sandbox only: makes the next run due now
       kolo schedules holidays [<day> …]    shows the holidays, or replaces them

  --json                print JSON, for programs`;

/** `kolo schedules …`: every command about schedules. Throws an `Error` whose message is printed for the user. */
export async function runSchedulesCommand(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { status: { type: "string" }, json: { type: "boolean", default: false } },
  });
  const verbs = new Map([...VERBS, ["list", listSchedules(values.status)] as const]);
  await runVerb(verbs, positionals, { noun: "schedules", is_json: values.json });
}

const VERBS: ReadonlyMap<string, Verb> = new Map<string, Verb>([
  [
    "create",
    async (kolo, [path]) => {
      const schedule = await kolo.schedules.create(await readBody<NewSchedule>(path));
      return { text: `Stored as ${lineOf(schedule)}`, json: schedule };
    },
  ],
  [
    "preview",
    async (kolo, [path]) => {
      const { frequency, starts_on, days, time, holiday_rule, ends_on, runs_max } = await readBody<NewSchedule>(path);
      const timing = withoutAbsent({ frequency, starts_on, days, time, holiday_rule, ends_on, runs_max });
      const preview = await kolo.schedules.preview({ ...timing, frequency, time });
      return { text: [preview.time_zone, ...preview.due_times].join("\n"), json: preview };
    },
  ],
  [
    "show",
    async (kolo, [id]) => {
      const schedule = await kolo.schedules.retrieve(idOf(id));
      const due_times = schedule.next_due_times.map((at) => `  due ${at}`);
      return { text: [lineOf(schedule), ...due_times].join("\n"), json: schedule };
    },
  ],
  [
    "runs",
    async (kolo, [id]) => {
      const { items } = await kolo.schedules.runs(idOf(id), { limit: 100 });
      const lines = items.map(
        ({ due_at, status, bulk_transfer, failure_reason }) =>
          `${due_at}  ${status}  ${bulk_transfer ?? failure_reason}`,
      );
      return { text: lines.join("\n") || "No runs yet", json: items };
    },
  ],
  ["pause", (kolo, [id]) => changed(kolo.schedules.pause(idOf(id)))],
  ["resume", (kolo, [id]) => changed(kolo.schedules.resume(idOf(id)))],
  ["run", (kolo, [id]) => changed(kolo.schedules.run(idOf(id)))],
  [
    "delete",
    async (kolo, [id]) => {
      await kolo.schedules.delete(idOf(id));
      return { text: `${id} is deleted; its bulk transfers remain`, json: { id, deleted: true } };
    },
  ],
  [
    "holidays",
    async (kolo, days) => {
      const holidays = days.length === 0 ? await kolo.schedules.holidays() : await kolo.schedules.setHolidays(days);
      return { text: holidays.days.join("\n") || "No holidays", json: holidays };
    },
  ],
]);

function listSchedules(text: string | undefined): Verb {
  const status = readChoice("status", text, ["active", "paused", "ended"]);
  return async (kolo) => {
    const schedules: Schedule[] = [];
    for await (const each of kolo.schedules.all(status === undefined ? {} : { status })) schedules.push(each);
    return { text: schedules.map(lineOf).join("\n") || "No schedules", json: schedules };
  };
}

async function changed(change: Promise<Schedule>): Promise<Output> {
  const schedule = await change;
  return { text: lineOf(schedule), json: schedule };
}

function lineOf({ id, name, status, next_due_at, total_transfers, total_amount, currency }: Schedule): string {
  const sum = `${currency} ${total_amount.toLocaleString("en")} to ${total_transfers}`;
  return `${id}  ${name}  ${status}  ${sum}  ${next_due_at === null ? "" : `next ${next_due_at}`}`.trimEnd();
}

const idOf = (id: string | undefined): string => requireId(id, "schedule");

function withoutAbsent<Fields extends object>(
  fields: Fields,
): Partial<{ [Name in keyof Fields]: NonNullable<Fields[Name]> }> {
  return JSON.parse(JSON.stringify(fields));
}
