import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { Kolo, KoloError, type NewSchedule, type Schedule } from "../sdk/src/index.ts";
import { readCredentials } from "./credentials.ts";
import { INTERACTIVE_PATIENCE_MS, UsageError } from "./usage.ts";

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

interface Output {
  readonly text: string;
  readonly json: unknown;
}

type Verb = (kolo: Kolo, args: readonly string[], status: string | undefined) => Promise<Output>;

/** `kolo schedules …`: every command about schedules. Throws an `Error` whose message is printed for the user. */
export async function runSchedulesCommand(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { status: { type: "string" }, json: { type: "boolean", default: false } },
  });
  const [name = "", ...rest] = positionals;
  const verb = VERBS.get(name);
  if (!verb) throw new UsageError("Say what to do with schedules");
  const kolo = new Kolo({ ...readCredentials(), patience_ms: INTERACTIVE_PATIENCE_MS });
  const { text, json } = await verb(kolo, rest, values.status).catch((error: unknown) => {
    throw error instanceof KoloError ? new Error(sentenceOf(error), { cause: error }) : error;
  });
  process.stdout.write(values.json ? `${JSON.stringify(json)}\n` : `${text}\n`);
}

const VERBS: ReadonlyMap<string, Verb> = new Map<string, Verb>([
  [
    "create",
    async (kolo, [path]) => {
      const schedule = await kolo.schedules.create(await readBody(path));
      return { text: `Stored as ${lineOf(schedule)}`, json: schedule };
    },
  ],
  [
    "preview",
    async (kolo, [path]) => {
      const { frequency, starts_on, days, time, holiday_rule, ends_on, runs_max } = await readBody(path);
      const timing = withoutAbsent({ frequency, starts_on, days, time, holiday_rule, ends_on, runs_max });
      const preview = await kolo.schedules.preview({ ...timing, frequency, time });
      return { text: [preview.time_zone, ...preview.due_times].join("\n"), json: preview };
    },
  ],
  [
    "list",
    async (kolo, _, status) => {
      const schedules: Schedule[] = [];
      for await (const each of kolo.schedules.all(statusQuery(status))) schedules.push(each);
      return { text: schedules.map(lineOf).join("\n") || "No schedules", json: schedules };
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

async function changed(change: Promise<Schedule>): Promise<Output> {
  const schedule = await change;
  return { text: lineOf(schedule), json: schedule };
}

function lineOf({ id, name, status, next_due_at, total_transfers, total_amount, currency }: Schedule): string {
  const sum = `${currency} ${total_amount.toLocaleString("en")} to ${total_transfers}`;
  return `${id}  ${name}  ${status}  ${sum}  ${next_due_at === null ? "" : `next ${next_due_at}`}`.trimEnd();
}

function idOf(id: string | undefined): string {
  if (id === undefined) throw new UsageError("Say which schedule");
  return id;
}

function statusQuery(status: string | undefined) {
  if (status === undefined) return {};
  if (status === "active" || status === "paused" || status === "ended") return { status } as const;
  throw new UsageError("Say active, paused or ended behind --status");
}

/** Reads a request body from a JSON file. The service validates it. */
async function readBody(path: string | undefined): Promise<NewSchedule> {
  if (path === undefined) throw new UsageError("Say which file");
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw new Error(`There is no file ${path} that can be read`, { cause });
  });
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${path} is not valid JSON`, { cause });
  }
}

function withoutAbsent<Fields extends object>(
  fields: Fields,
): Partial<{ [Name in keyof Fields]: NonNullable<Fields[Name]> }> {
  return JSON.parse(JSON.stringify(fields));
}

function sentenceOf(error: KoloError): string {
  const fields = Object.entries(error.errors).map(([field, messages]) => `${field}: ${messages.join("; ")}`);
  return [error.message, ...fields].join("\n");
}
