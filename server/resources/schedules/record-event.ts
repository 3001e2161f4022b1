import type { Tx } from "#db/tx.ts";
import { type EventType, recordEvents } from "#events/events.ts";
import { eventData } from "./present.ts";
import type { RunRow, ScheduleRow } from "./schema.ts";

type ScheduleEvent = Extract<EventType, `schedule.${string}`>;

/** Records events about a schedule. Returns the row with the new sequence, which the caller must write. */
export async function recordScheduleEvents(
  tx: Tx,
  row: ScheduleRow,
  last_run: RunRow | null,
  types: readonly ScheduleEvent[],
): Promise<ScheduleRow> {
  const data = eventData(row, last_run);
  const events = types.map((type, index) => ({
    ...{ scope: row, type, resource: row.id, sequence: row.sequence + index + 1, data },
  }));
  await recordEvents(tx, events);
  return { ...row, sequence: row.sequence + types.length };
}
