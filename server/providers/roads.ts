import { ENVIRONMENTS, type Environment } from "#kernel/scope.ts";

/** A provider in one environment. */
export interface Road {
  readonly provider: string;
  readonly environment: Environment;
}

/** How many more orders each road can take now. */
export interface Rooms {
  /** Roads with too few free slots for a claim. */
  readonly full: readonly Road[];
  of(road: Road): number;
}

/**
 * The capacity of each road in this process: orders under way, and free slots. A provider that hangs fills its own
 * slots only, and delays no orders to another.
 */
export interface Roads {
  /** The number of orders under way when every road is full. */
  readonly room_max: number;
  rooms(): Rooms;
  begin(road: Road): void;
  end(road: Road): void;
  /** Records the roads on which the last claim may have left orders. */
  left(roads: readonly Road[]): void;
  /** Whether one of those roads has free slots again. */
  isMore(): boolean;
}

// Some dozens of connections lead to a provider, and the wait for one has a timeout: more orders under way would time
// out.
export const UNDER_WAY_MAX = 500;
// Claiming a row or two at a time would cost more than processing them.
const CLAIM_AT_LEAST = UNDER_WAY_MAX / 4;

export function openRoads(providers: readonly string[]): Roads {
  const all = providers.flatMap((provider) => ENVIRONMENTS.map((environment): Road => ({ provider, environment })));
  const under_way = new Map<string, number>();
  let left: readonly Road[] = [];

  function roomOf(road: Road): number {
    const room = UNDER_WAY_MAX - (under_way.get(roadKey(road)) ?? 0);
    return room < CLAIM_AT_LEAST ? 0 : room;
  }

  function count(road: Road, more: number): void {
    const key = roadKey(road);
    under_way.set(key, (under_way.get(key) ?? 0) + more);
  }

  return {
    room_max: all.length * UNDER_WAY_MAX,
    rooms: () => ({ full: all.filter((road) => roomOf(road) === 0), of: roomOf }),
    begin: (road) => count(road, 1),
    end: (road) => count(road, -1),
    left(roads) {
      left = roads;
    },
    isMore: () => left.some((road) => roomOf(road) > 0),
  };
}

export function roadKey({ provider, environment }: Road): string {
  return `${environment} ${provider}`;
}
