import { listEnvelope as listOf, messageEnvelope, resourceEnvelope } from "#http/envelope.ts";
import type { InputRules } from "#http/input-parser.ts";
import { pageFields, readPageRequest } from "#http/pagination.ts";
import { type Route, route } from "#http/route.ts";
import { IdText, OneOf, Type } from "#kernel/fields.ts";
import { advanceSchedule } from "./advance.ts";
import { SCHEDULE_BODIES } from "./bodies.ts";
import { createSchedule } from "./create.ts";
import { deleteSchedule } from "./delete.ts";
import { readHolidays, setHolidays } from "./holidays.ts";
import { listScheduleRuns, listSchedules, previewSchedule, retrieveSchedule, showSchedule } from "./retrieve.ts";
import {
  DUE_TIMES_DEFAULT,
  detailsQuery,
  Holidays,
  NewPreview,
  NewSchedule,
  Preview,
  Run,
  SCHEDULE_STATUSES,
  Schedule,
  ScheduleDetails,
  ScheduleUpdate,
} from "./schema.ts";
import { updateSchedule } from "./update.ts";
import { validatePreview } from "./validate.ts";

const tag = "Schedules";
const params = Type.Object({ id: IdText });
/** The same as for a bulk transfer: 10,000 entries of 1.6 KiB each. */
export const SCHEDULE_BODY_BYTES = 16 * 1024 * 1024;

const listed = listOf({ message: "Schedules retrieved" }, "items", Schedule);
const created = resourceEnvelope(201, { message: "Schedule created" }, "schedule", Schedule);
const retrieved = resourceEnvelope(200, { message: "Schedule retrieved" }, "schedule", ScheduleDetails);
const updated = resourceEnvelope(200, { message: "Schedule updated" }, "schedule", Schedule);
const advanced = resourceEnvelope(202, { message: "The next run is due now" }, "schedule", Schedule);
const deleted = messageEnvelope(200, { message: "Schedule deleted" });
const runs = listOf({ message: "Runs retrieved" }, "items", Run);
const previewed = resourceEnvelope(200, { message: "Due times computed" }, "preview", Preview);
const holidays = resourceEnvelope(200, { message: "Holidays retrieved" }, "holidays", Holidays);
const holidaysSet = resourceEnvelope(200, { message: "Holidays set" }, "holidays", Holidays);

const preview_rules: InputRules = { validate: ({ body }) => validatePreview(body) };

export const scheduleRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/schedules",
    access: "private",
    right: "transfers:read",
    tag,
    summary: "List schedules",
    description: "Newest first, without their transfers.",
    query: Type.Object({ ...pageFields, status: Type.Optional(OneOf(SCHEDULE_STATUSES)) }),
    reply: listed,
    async handle(tx, { scope, query }) {
      const page = readPageRequest(query);
      return listed.of({ ...page, ...(await listSchedules(tx, scope, query.status ?? null, page)) });
    },
  }),
  route({
    method: "POST",
    path: "/schedules",
    access: "private",
    right: "transfers:write",
    is_address_checked: true,
    tag,
    summary: "Create a schedule",
    description:
      "Stores a list of transfers that is paid repeatedly: each run creates one bulk transfer, with `schedule` and " +
      "`scheduled_at`. Days and times are those of the merchant's time zone. If the merchant requires a second approval, each " +
      "run waits for its own; `days_ahead` creates the bulk transfers early enough. An entry has no `reference`.",
    body_limit_bytes: SCHEDULE_BODY_BYTES,
    body: NewSchedule,
    body_rules: SCHEDULE_BODIES["new schedule"].rules,
    large_body: "new schedule",
    reply: created,
    errors: ["invalid", "too_large"],
    async handle(tx, { scope, person, body }) {
      const row = await createSchedule(tx, scope, body, person);
      return created.of(await showSchedule(tx, scope, row));
    },
  }),
  route({
    method: "POST",
    path: "/schedules/preview",
    access: "private",
    right: "transfers:write",
    tag,
    summary: "Preview a schedule",
    description: "Returns the due times that a schedule with this timing would have. Changes nothing.",
    body: NewPreview,
    body_rules: preview_rules,
    reply: previewed,
    errors: ["invalid"],
    handle: async (tx, { scope, body }) => previewed.of(await previewSchedule(tx, scope, body)),
  }),
  route({
    method: "GET",
    path: "/schedules/{id}",
    access: "private",
    right: "transfers:read",
    tag,
    summary: "Retrieve a schedule",
    description: "Returns the schedule with its next due times and its transfers.",
    params,
    query: Type.Object(detailsQuery),
    reply: retrieved,
    errors: ["not_found"],
    handle: async (tx, { scope, params, query }) =>
      retrieved.of(
        await retrieveSchedule(tx, scope, params.id, {
          due_times: query.due_times ?? DUE_TIMES_DEFAULT,
          transfers: query.transfers ?? null,
        }),
      ),
  }),
  route({
    method: "PUT",
    path: "/schedules/{id}",
    access: "private",
    right: "transfers:write",
    is_address_checked: true,
    tag,
    summary: "Update a schedule",
    description:
      "Changes the fields that are sent; `transfers` replaces the whole list. `active: false` pauses the schedule: due times pass " +
      "without a run. Bulk transfers that exist already are unaffected.",
    params,
    body_limit_bytes: SCHEDULE_BODY_BYTES,
    body: ScheduleUpdate,
    body_rules: SCHEDULE_BODIES["schedule update"].rules,
    large_body: "schedule update",
    reply: updated,
    errors: ["not_found", "invalid", "too_large"],
    async handle(tx, { scope, person, params, body }) {
      const row = await updateSchedule(tx, scope, params.id, body, person);
      return updated.of(await showSchedule(tx, scope, row));
    },
  }),
  route({
    method: "DELETE",
    path: "/schedules/{id}",
    access: "private",
    right: "transfers:write",
    tag,
    summary: "Delete a schedule",
    description: "It has no further runs. Its bulk transfers remain: cancel them separately.",
    params,
    reply: deleted,
    errors: ["not_found"],
    async handle(tx, { scope, person, params }) {
      await deleteSchedule(tx, scope, params.id, person);
      return deleted.of(null);
    },
  }),
  route({
    method: "GET",
    path: "/schedules/{id}/runs",
    access: "private",
    right: "transfers:read",
    tag,
    summary: "List a schedule's runs",
    description: "The latest due time first. Each due time has one run, which created a bulk transfer or failed.",
    params,
    query: Type.Object(pageFields),
    reply: runs,
    errors: ["not_found"],
    async handle(tx, { scope, params, query }) {
      const page = readPageRequest(query);
      return runs.of({ ...page, ...(await listScheduleRuns(tx, scope, params.id, page)) });
    },
  }),
  route({
    method: "POST",
    path: "/schedules/{id}/run",
    access: "private",
    right: "transfers:write",
    is_address_checked: true,
    tag,
    summary: "Run a schedule",
    description: "Makes the next run due now, in the sandbox only. The schedule then continues with the following run.",
    params,
    reply: advanced,
    errors: ["not_found", "invalid"],
    async handle(tx, { scope, params }) {
      const row = await advanceSchedule(tx, scope, params.id);
      return advanced.of(await showSchedule(tx, scope, row));
    },
  }),
  route({
    method: "GET",
    path: "/holidays",
    access: "private",
    right: "transfers:read",
    tag,
    summary: "List holidays",
    description: "The days on which schedules with a `holiday_rule` do not pay, besides Saturdays and Sundays.",
    reply: holidays,
    handle: async (tx, { scope }) => holidays.of(await readHolidays(tx, scope)),
  }),
  route({
    method: "PUT",
    path: "/holidays",
    access: "private",
    right: "transfers:write",
    is_address_checked: true,
    tag,
    summary: "Set holidays",
    description: "Replaces the whole list, and computes the due times of active schedules anew.",
    body: Holidays,
    reply: holidaysSet,
    handle: async (tx, { scope, person, body }) => holidaysSet.of(await setHolidays(tx, scope, body.days, person)),
  }),
];
