import { EVENT_TYPES } from "#events/events.ts";
import { assert } from "#kernel/errors.ts";
import type { Delivery } from "./schema.ts";
import type { DeliveryRow } from "./store.ts";

const ORIGINS = ["event", "replay", "test"] as const;

/** Returns the API's representation of a delivery. While its webhook is inactive, an open delivery is `held`. */
export function presentDelivery(row: DeliveryRow, is_active: boolean): Delivery {
  const { ended_as, due_at, type: type_text, origin: origin_text, position, ...rest } = row;
  const type = EVENT_TYPES.find((known_value) => known_value === type_text);
  const origin = ORIGINS.find((known_value) => known_value === origin_text);
  assert(type && origin, "a delivery is of a known type and origin");
  return {
    ...rest,
    type,
    origin,
    position: Number(position),
    state: ended_as ?? (is_active ? "pending" : "held"),
    next_attempt_at: is_active ? due_at : null,
  };
}
