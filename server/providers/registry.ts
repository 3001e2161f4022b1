import { assert } from "#kernel/errors.ts";
import { sanitizeProvider } from "./io/sanitize.ts";
import type { Provider } from "./provider.ts";

/** The plug-ins of this installation, by id, with their texts sanitized for storage. Created once, in `app.ts`. */
export interface ProviderRegistry {
  readonly ids: readonly string[];
  get(id: string): Provider;
  has(id: string): boolean;
}

export function createRegistry(providers: readonly Provider[]): ProviderRegistry {
  const by_id = new Map(providers.map((provider) => [provider.id, sanitizeProvider(provider)]));
  return {
    ids: [...by_id.keys()],
    has: (id) => by_id.has(id),
    get(id) {
      const provider = by_id.get(id);
      assert(provider, `the provider ${id} is plugged in`);
      return provider;
    },
  };
}
