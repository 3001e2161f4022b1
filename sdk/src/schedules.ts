import type {
  Holidays,
  ListScheduleRunsQuery,
  ListSchedulesQuery,
  NewSchedule,
  NewSchedulePreview,
  RetrieveScheduleQuery,
  Schedule,
  ScheduleDetails,
  SchedulePreview,
  ScheduleRun,
  ScheduleUpdate,
} from "./api.ts";
import type { Call, CallOptions } from "./call.ts";
import { BULK_PATIENCE_MS, BULK_TIMEOUT_MS } from "./limits.ts";
import { everyItem, type Page, pageOf } from "./pages.ts";

const LIST_DEFAULTS: CallOptions = { timeout_ms: BULK_TIMEOUT_MS, patience_ms: BULK_PATIENCE_MS };

/**
 * Schedules: a stored list of transfers that is paid every day, week or month. Each run creates one bulk transfer.
 * Every method throws `KoloError`.
 */
export class Schedules {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /** Stores a schedule. Throws `invalid` if an entry cannot be paid, or if the schedule would never be due. */
  async create(schedule: NewSchedule, options?: CallOptions): Promise<Schedule> {
    return (await this.#call("createSchedule", { body: schedule }, { ...LIST_DEFAULTS, ...options })).schedule;
  }

  /** Computes the due times that a schedule would have. Changes nothing. */
  async preview(timing: NewSchedulePreview, options?: CallOptions): Promise<SchedulePreview> {
    return (await this.#call("previewSchedule", { body: timing }, options)).preview;
  }

  /**
   * Retrieves a schedule with its next due times and its transfers. Throws `not_found` for an unknown id.
   *
   * @param query `due_times` and `transfers` limit the two lists.
   */
  async retrieve(id: string, query: RetrieveScheduleQuery = {}, options?: CallOptions): Promise<ScheduleDetails> {
    return (await this.#call("retrieveSchedule", { params: { id }, query }, options)).schedule;
  }

  /** Changes the given fields; `transfers` replaces the whole list. */
  async update(id: string, changes: ScheduleUpdate, options?: CallOptions): Promise<Schedule> {
    const each = { ...LIST_DEFAULTS, ...options };
    return (await this.#call("updateSchedule", { params: { id }, body: changes }, each)).schedule;
  }

  /** Pauses the schedule: due times pass without a run. */
  async pause(id: string, options?: CallOptions): Promise<Schedule> {
    return this.update(id, { active: false }, options);
  }

  /** Resumes a paused schedule. The next run is at the first due time after now; missed ones are skipped. */
  async resume(id: string, options?: CallOptions): Promise<Schedule> {
    return this.update(id, { active: true }, options);
  }

  /** Deletes a schedule. Its bulk transfers remain. */
  async delete(id: string, options?: CallOptions): Promise<void> {
    await this.#call("deleteSchedule", { params: { id } }, options);
  }

  /** Makes the next run due now. Works in the test environment only. */
  async run(id: string, options?: CallOptions): Promise<Schedule> {
    return (await this.#call("runSchedule", { params: { id } }, options)).schedule;
  }

  /** Lists one page of a schedule's runs, the latest due time first. */
  async runs(id: string, query: ListScheduleRunsQuery = {}, options?: CallOptions): Promise<Page<ScheduleRun>> {
    const answer = await this.#call("listScheduleRuns", { params: { id }, query }, options);
    return pageOf(answer, answer.items);
  }

  /** Retrieves the days on which schedules with a `holiday_rule` do not pay, besides Saturdays and Sundays. */
  async holidays(options?: CallOptions): Promise<Holidays> {
    return (await this.#call("listHolidays", {}, options)).holidays;
  }

  /** Replaces the list of holidays. */
  async setHolidays(days: readonly string[], options?: CallOptions): Promise<Holidays> {
    return (await this.#call("setHolidays", { body: { days } }, options)).holidays;
  }

  /** Lists one page of schedules, newest first. */
  async list(query: ListSchedulesQuery = {}, options?: CallOptions): Promise<Page<Schedule>> {
    const answer = await this.#call("listSchedules", { query }, options);
    return pageOf(answer, answer.items);
  }

  /** Iterates over every schedule, newest first, each once (see "Lists" in the SDK guide). */
  all(query: ListSchedulesQuery = {}, options?: CallOptions): AsyncGenerator<Schedule, void, undefined> {
    return everyItem((each: ListSchedulesQuery) => this.list(each, options), query);
  }
}
