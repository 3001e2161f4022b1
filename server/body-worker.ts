// The worker thread that parses large bodies: `http/body-thread.ts` starts it.
import { serveBodies } from "#http/body-worker.ts";
import { BULK_BODIES } from "#resources/bulk/bodies.ts";
import { SCHEDULE_BODIES } from "#resources/schedules/bodies.ts";

serveBodies({ ...BULK_BODIES, ...SCHEDULE_BODIES });
