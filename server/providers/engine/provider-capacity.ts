import { ENVIRONMENTS, type Environment } from "#kernel/scope.ts";

/** A provider in one environment. */
export interface ProviderKey {
  readonly provider: string;
  readonly environment: Environment;
}

/** How many more orders each provider can take now. */
export interface FreeCapacity {
  /** Providers with too few free slots for a claim. */
  readonly full: readonly ProviderKey[];
  freeSlots(provider_key: ProviderKey): number;
}

/**
 * The capacity of each provider in this process: orders in flight, and free slots. A provider that hangs fills its own
 * slots only, and delays no orders to another.
 */
export interface ProviderCapacity {
  /** The most orders in flight: as many as all providers together allow. */
  readonly in_flight_max: number;
  free(): FreeCapacity;
  begin(provider_key: ProviderKey): void;
  end(provider_key: ProviderKey): void;
  /** Stores the providers that may still have due orders after the last claim. */
  markBacklogged(provider_keys: readonly ProviderKey[]): void;
  /** Whether one of those providers has free slots again. */
  hasFreedCapacity(): boolean;
}

// The client opens some dozens of connections per provider, and the wait for one has a timeout: more orders in flight
// would time out.
export const IN_FLIGHT_MAX = 500;
// Claiming a row or two at a time would cost more than processing them.
const CLAIM_SLOTS_MIN = IN_FLIGHT_MAX / 4;

export function trackProviderCapacity(providers: readonly string[]): ProviderCapacity {
  const provider_keys = providers.flatMap((provider) =>
    ENVIRONMENTS.map((environment): ProviderKey => ({ provider, environment })),
  );
  const in_flight = new Map<string, number>();
  let backlogged: readonly ProviderKey[] = [];

  function freeSlotsOf(provider_key: ProviderKey): number {
    const free_slots = IN_FLIGHT_MAX - (in_flight.get(providerKey(provider_key)) ?? 0);
    return free_slots < CLAIM_SLOTS_MIN ? 0 : free_slots;
  }

  function count(provider_key: ProviderKey, change: number): void {
    const key = providerKey(provider_key);
    in_flight.set(key, (in_flight.get(key) ?? 0) + change);
  }

  return {
    in_flight_max: provider_keys.length * IN_FLIGHT_MAX,
    free: () => ({
      full: provider_keys.filter((provider_key) => freeSlotsOf(provider_key) === 0),
      freeSlots: freeSlotsOf,
    }),
    begin: (provider_key) => count(provider_key, 1),
    end: (provider_key) => count(provider_key, -1),
    markBacklogged(provider_keys) {
      backlogged = provider_keys;
    },
    hasFreedCapacity: () => backlogged.some((provider_key) => freeSlotsOf(provider_key) > 0),
  };
}

export function providerKey({ provider, environment }: ProviderKey): string {
  return `${environment} ${provider}`;
}
