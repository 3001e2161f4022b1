import type { Database } from "#db/pool.ts";
import type { Tx } from "#db/tx.ts";
import { assert, invalid, ServiceError } from "#kernel/errors.ts";
import { type Id, newId } from "#kernel/ids.ts";
import type { Environment } from "#kernel/scope.ts";
import {
  type ConnectionRow,
  find,
  insert,
  lockCurrent,
  openSettings,
  retire,
  type Settings,
  sealSettings,
  update,
} from "./connection-store.ts";
import type { Account, Provider } from "./provider.ts";

/** The owner of a provider account. */
export interface Owner {
  readonly provider: Provider;
  readonly environment: Environment;
  /** Null: the operator's own account, for every merchant without one. */
  readonly merchant: Id<"mer"> | null;
}

/**
 * Stores an account's settings, sealed. Omitted settings keep their value. If a setting marked `is_identity` changes,
 * the old account is retired and finishes its orders under way. Throws `invalid` by the setting's name.
 */
export async function connect(tx: Tx, owner: Owner, given: Settings, actor: string): Promise<ConnectionRow> {
  const { provider, environment, merchant } = owner;
  const current = await lockCurrent(tx, { provider: provider.id, environment, merchant });
  const settings = complete(provider, { ...(current ? openSettings(current) : {}), ...given });
  const identity = identityOf(provider, settings);
  if (current?.identity === identity) {
    const sealed = sealSettings(current.id, settings);
    await update(tx, current.id, sealed, actor);
    return { ...current, settings: sealed, updated_at: tx.now, updated_by: actor };
  }
  if (current) await retire(tx, current.id, actor);
  const id = newId("con", tx.now);
  const row: ConnectionRow = {
    ...{ id, provider: provider.id, environment, merchant, identity, settings: sealSettings(id, settings) },
    ...{ created_at: tx.now, created_by: actor, updated_at: tx.now, updated_by: actor, retired_at: null },
  };
  await insert(tx, row);
  return row;
}

/** Retires the account: no new order goes over it. Throws `not_found`. */
export async function disconnect(tx: Tx, owner: Owner, actor: string): Promise<ConnectionRow> {
  const { provider, environment, merchant } = owner;
  const current = await lockCurrent(tx, { provider: provider.id, environment, merchant });
  if (!current) throw new ServiceError("not_found", `${provider.id} is not connected there`);
  await retire(tx, current.id, actor);
  return current;
}

function complete(provider: Provider, given: Settings): Settings {
  const settings: Record<string, string> = {};
  for (const name of Object.keys(given)) {
    if (!provider.settings.some((setting) => setting.name === name)) {
      const known = provider.settings.map((setting) => setting.name).join(", ");
      throw invalid(name, `${provider.id} has no such setting. It has: ${known}`);
    }
  }
  for (const { name, fallback, form } of provider.settings) {
    const value = given[name] === undefined || given[name] === "" ? fallback : given[name];
    if (value === undefined) throw invalid(name, "This setting is required");
    if (form && value !== fallback && !form.pattern.test(value)) throw invalid(name, form.said);
    settings[name] = value;
  }
  return settings;
}

function identityOf(provider: Provider, settings: Settings): string {
  const parts = provider.settings.filter((setting) => setting.is_identity).map(({ name }) => settings[name] ?? "");
  return parts.join(" ");
}

/** The settings for display, with `(set)` in place of a secret. */
export function shownSettings(provider: Provider, row: ConnectionRow): Settings {
  const settings = openSettings(row);
  return Object.fromEntries(
    provider.settings.map(({ name, is_secret }) => [
      name,
      is_secret && settings[name] !== "" ? "(set)" : (settings[name] ?? ""),
    ]),
  );
}

/** Opens the settings of this installation's provider accounts. */
export interface Vault {
  account(id: Id<"con"> | null): Promise<Account | null>;
}

// New credentials are used everywhere after this time.
const REMEMBERED_MS = 5_000;

/** Opens accounts on demand, and caches them for a moment. */
export function vault(db: Database): Vault {
  const remembered = new Map<Id<"con">, { readonly account: Promise<Account>; readonly until_ms: number }>();
  return {
    async account(id) {
      if (id === null) return null;
      const known = remembered.get(id);
      if (known && known.until_ms > performance.now()) return known.account;
      const account = db.engine((tx) => readAccount(tx, id));
      remembered.set(id, { account, until_ms: performance.now() + REMEMBERED_MS });
      account.catch(() => remembered.delete(id));
      return account;
    },
  };
}

/** Throws for a missing account: an account is never deleted while an attempt refers to it. */
async function readAccount(tx: Tx, id: Id<"con">): Promise<Account> {
  const row = await find(tx, id);
  assert(row, "an attempt's connection exists");
  return { id, settings: openSettings(row) };
}
