import type { Database } from "#db/pool.ts";
import type { Tx } from "#db/tx.ts";
import { assert, invalid, ServiceError } from "#kernel/errors.ts";
import { type Id, newId } from "#kernel/ids.ts";
import type { Environment } from "#kernel/scope.ts";
import type { AccountCredentials, Provider } from "#providers/provider.ts";
import {
  type AccountSettings,
  find,
  insert,
  lockCurrent,
  openSettings,
  type ProviderAccountRow,
  retire,
  sealSettings,
  update,
} from "./provider-account-store.ts";

/** The owner of a provider account. */
export interface AccountOwner {
  readonly provider: Provider;
  readonly environment: Environment;
  /** Null: the platform operator's own account, used for every merchant without one. */
  readonly merchant: Id<"mer"> | null;
}

/**
 * Stores an account's settings, encrypted. Omitted settings keep their value. If a setting marked `is_identity`
 * changes, the old account is retired and finishes its orders under way. Throws `invalid` by the setting's name.
 */
export async function connectAccount(
  tx: Tx,
  owner: AccountOwner,
  new_settings: AccountSettings,
  actor: string,
): Promise<ProviderAccountRow> {
  const { provider, environment, merchant } = owner;
  const current = await lockCurrent(tx, { provider: provider.id, environment, merchant });
  const settings = completeSettings(provider, { ...(current ? openSettings(current) : {}), ...new_settings });
  const identity = identityOf(provider, settings);
  if (current?.identity === identity) {
    const sealed = sealSettings(current.id, settings);
    await update(tx, current.id, sealed, actor);
    return { ...current, settings: sealed, updated_at: tx.now, updated_by: actor };
  }
  if (current) await retire(tx, current.id, actor);
  const id = newId("con", tx.now);
  const row: ProviderAccountRow = {
    ...{ id, provider: provider.id, environment, merchant, identity, settings: sealSettings(id, settings) },
    ...{ created_at: tx.now, created_by: actor, updated_at: tx.now, updated_by: actor, retired_at: null },
  };
  await insert(tx, row);
  return row;
}

/** Retires the account: it takes no new orders. Throws `not_found`. */
export async function disconnectAccount(tx: Tx, owner: AccountOwner, actor: string): Promise<ProviderAccountRow> {
  const { provider, environment, merchant } = owner;
  const current = await lockCurrent(tx, { provider: provider.id, environment, merchant });
  if (!current) throw new ServiceError("provider_account_not_found", `${provider.id} is not connected there`);
  await retire(tx, current.id, actor);
  return current;
}

function completeSettings(provider: Provider, new_settings: AccountSettings): AccountSettings {
  const settings: Record<string, string> = {};
  for (const name of Object.keys(new_settings)) {
    if (!provider.settings.some((setting) => setting.name === name)) {
      const setting_names = provider.settings.map((setting) => setting.name);
      throw invalid(
        name,
        "unknown_setting",
        `${provider.id} has no such setting. It has: ${setting_names.join(", ")}`,
        { values: setting_names },
      );
    }
  }
  for (const { name, fallback, format: form } of provider.settings) {
    const value = new_settings[name] === undefined || new_settings[name] === "" ? fallback : new_settings[name];
    if (value === undefined) throw invalid(name, "setting_required", "This setting is required");
    if (form && value !== fallback && !form.pattern.test(value))
      throw invalid(name, "setting_invalid", form.description);
    settings[name] = value;
  }
  return settings;
}

function identityOf(provider: Provider, settings: AccountSettings): string {
  const parts = provider.settings.filter((setting) => setting.is_identity).map(({ name }) => settings[name] ?? "");
  return parts.join(" ");
}

/** The settings for display, with `(set)` in place of each secret. */
export function maskSettings(provider: Provider, row: ProviderAccountRow): AccountSettings {
  const settings = openSettings(row);
  return Object.fromEntries(
    provider.settings.map(({ name, is_secret }) => [
      name,
      is_secret && settings[name] !== "" ? "(set)" : (settings[name] ?? ""),
    ]),
  );
}

/** Reads and decrypts the settings of this installation's provider accounts. */
export interface AccountCache {
  account(id: Id<"con"> | null): Promise<AccountCredentials | null>;
}

// The cache lifetime: new credentials take effect in every process after at most this time.
const CACHE_MS = 5_000;

/** Reads and decrypts accounts on demand, and caches them for `CACHE_MS`. */
export function accountCache(db: Database): AccountCache {
  const cache = new Map<Id<"con">, { readonly account: Promise<AccountCredentials>; readonly until_ms: number }>();
  return {
    async account(id) {
      if (id === null) return null;
      const cached = cache.get(id);
      if (cached && cached.until_ms > performance.now()) return cached.account;
      const account = db.engine((tx) => readAccount(tx, id));
      cache.set(id, { account, until_ms: performance.now() + CACHE_MS });
      account.catch(() => cache.delete(id));
      return account;
    },
  };
}

/** Throws for a missing account: an account is never deleted while an attempt refers to it. */
async function readAccount(tx: Tx, id: Id<"con">): Promise<AccountCredentials> {
  const row = await find(tx, id);
  assert(row, "the provider account of an attempt exists");
  return { id, settings: openSettings(row) };
}
