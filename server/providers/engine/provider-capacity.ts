import { ENVIRONMENTS, type Environment } from "#kernel/scope.ts";

/** A provider in one environment. */
export interface ProviderKey {
  readonly provider: string;
  readonly environment: Environment;
}

/** A provider, or one merchant's orders to it. */
export interface CapacityKey extends ProviderKey {
  readonly merchant?: string;
}

/** How many more orders each provider can take now. */
export interface FreeCapacity {
  /** Providers with too few free slots for a claim. */
  readonly full: readonly ProviderKey[];
  /** The free slots of a provider; with a merchant, those that this merchant may take of them. */
  freeSlots(key: CapacityKey): number;
}

/**
 * The capacity of each provider in this process: orders in flight, and free slots. A provider that hangs fills its own
 * slots only, and delays no orders to another. One merchant's slow orders, such as behind a slow screening, never fill
 * all slots of a provider.
 */
export interface ProviderCapacity {
  /** The most orders in flight: as many as all providers together allow. */
  readonly in_flight_max: number;
  free(): FreeCapacity;
  begin(queue: Required<CapacityKey>): void;
  end(queue: Required<CapacityKey>): void;
  /** Stores the providers and queues that may still have due orders after the last claim. */
  markBacklogged(keys: readonly CapacityKey[]): void;
  /** Whether one of those has free slots again. */
  hasFreedCapacity(): boolean;
}

// The client opens some dozens of connections per provider, and the wait for one has a timeout: more orders in flight
// would time out.
export const IN_FLIGHT_MAX = 500;
// Claiming a row or two at a time would cost more than processing them.
const CLAIM_SLOTS_MIN = IN_FLIGHT_MAX / 4;
/** The most orders of one merchant in flight at a provider: it leaves the slots of one claim to the other merchants. */
export const MERCHANT_IN_FLIGHT_MAX = IN_FLIGHT_MAX - CLAIM_SLOTS_MIN;

export function trackProviderCapacity(providers: readonly string[]): ProviderCapacity {
  const provider_keys = providers.flatMap((provider) =>
    ENVIRONMENTS.map((environment): ProviderKey => ({ provider, environment })),
  );
  const in_flight = new Map<string, number>();
  let backlogged: readonly CapacityKey[] = [];

  function freeOf(key: string, slots: number): number {
    const free_slots = slots - (in_flight.get(key) ?? 0);
    return free_slots < CLAIM_SLOTS_MIN ? 0 : free_slots;
  }

  function freeSlotsOf(key: CapacityKey): number {
    const free_slots = freeOf(providerKey(key), IN_FLIGHT_MAX);
    if (key.merchant === undefined) return free_slots;
    return Math.min(free_slots, freeOf(`${providerKey(key)} ${key.merchant}`, MERCHANT_IN_FLIGHT_MAX));
  }

  function count(queue: Required<CapacityKey>, change: number): void {
    for (const key of [providerKey(queue), `${providerKey(queue)} ${queue.merchant}`]) {
      const orders = (in_flight.get(key) ?? 0) + change;
      if (orders === 0) in_flight.delete(key);
      else in_flight.set(key, orders);
    }
  }

  return {
    in_flight_max: provider_keys.length * IN_FLIGHT_MAX,
    free: () => ({
      full: provider_keys.filter((provider_key) => freeSlotsOf(provider_key) === 0),
      freeSlots: freeSlotsOf,
    }),
    begin: (queue) => count(queue, 1),
    end: (queue) => count(queue, -1),
    markBacklogged(keys) {
      backlogged = keys;
    },
    hasFreedCapacity: () => backlogged.some((key) => freeSlotsOf(key) > 0),
  };
}

export function providerKey({ provider, environment }: ProviderKey): string {
  return `${environment} ${provider}`;
}
