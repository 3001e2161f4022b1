import type { FieldErrors } from "#kernel/errors.ts";
import type { Environment } from "#kernel/scope.ts";
import { NewSchedule, ScheduleUpdate } from "./schema.ts";
import { foreseePayees, sortFieldErrors, validateNewSchedule, validateUpdate } from "./validate.ts";

const FIELDS_NAMED_MAX = 20_000;

interface ScheduleInput {
  readonly body: unknown;
  readonly input: unknown;
  readonly environment: Environment | null;
}

const common_rules = {
  fields_max: FIELDS_NAMED_MAX,
  foresee: ({ body, environment }: ScheduleInput): FieldErrors =>
    environment === null ? {} : foreseePayees(body, environment),
  sortErrors: sortFieldErrors,
};

/** The bodies of the operations on schedules, for the routes and for the thread that parses large ones. */
export const SCHEDULE_BODIES = {
  "new schedule": {
    schema: NewSchedule,
    rules: {
      ...common_rules,
      validate: ({ body, input, environment }: ScheduleInput): FieldErrors =>
        validateNewSchedule(body, input, environment),
    },
  },
  "schedule update": {
    schema: ScheduleUpdate,
    rules: {
      ...common_rules,
      validate: ({ body, input, environment }: ScheduleInput): FieldErrors => validateUpdate(body, input, environment),
    },
  },
};
