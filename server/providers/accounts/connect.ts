import type { Database } from "#db/pool.ts";
import type { Tx } from "#db/tx.ts";
import { assert, invalid, ServiceError } from "#kernel/errors.ts";
import { type Id, newId } from "#kernel/ids.ts";
import type { Environment } from "#kernel/scope.ts";
import type { AccountCredentials, Provider, ProviderProduct, Setting } from "#providers/provider.ts";
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
import { requireMarket } from "./provider-accounts.ts";

/** The owner of a provider account. */
export interface AccountOwner {
  readonly provider: Provider;
  readonly environment: Environment;
  /** Null: the platform operator's own account, used for every merchant without one. */
  readonly merchant: Id<"mer"> | null;
}

/** Identifies one account of an owner. */
export interface AccountTarget extends AccountOwner {
  /** The country whose channels the account carries; absent: the first market of the provider. */
  readonly market?: string | undefined;
  /** Absent: the provider and the market, as `mtn-ug`. */
  readonly name?: string | undefined;
}

/** The form of an account's name. */
export const ACCOUNT_NAME = /^[a-z\d]+(-[a-z\d]+)*$/;
export const ACCOUNT_NAME_MAX = 40;

/**
 * Stores an account's settings, encrypted. Omitted settings keep their value. If a setting marked `is_identity`
 * changes, the old account is retired and finishes its orders under way. Throws `invalid` by the setting's name, by
 * `market` or `account`.
 */
export async function connectAccount(
  tx: Tx,
  target: AccountTarget,
  new_settings: AccountSettings,
  actor: string,
): Promise<ProviderAccountRow> {
  const { provider, environment, merchant } = target;
  const market = requireMarket(provider.id, target.market);
  const name = target.name ?? accountName(provider, market);
  if (!ACCOUNT_NAME.test(name) || name.length > ACCOUNT_NAME_MAX)
    throw invalid("account", "account_name_invalid", "Enter lower-case letters, digits and hyphens, as mtn-uganda");
  const owned = await lockCurrent(tx, { environment, merchant });
  const current = owned.find((row) => row.name === name) ?? null;
  if (current && (current.provider !== provider.id || current.market !== market)) {
    const message = `The account ${name} is one of ${current.provider} in ${current.market}: choose another name`;
    throw invalid("account", "account_name_taken", message);
  }
  const stored = current ? openSettings(current) : {};
  const settings = completeSettings(provider, market, { ...stored, ...new_settings });
  const directions = directionsOf(provider, settings);
  for (const other of owned) {
    if (other === current || other.provider !== provider.id || other.market !== market) continue;
    if ((other.collects && directions.collects) || (other.pays_out && directions.pays_out)) {
      const message = `The account ${other.name} carries these orders in ${market}: change or disconnect it first`;
      throw invalid("account", "market_has_account", message);
    }
  }
  const identity = identityOf(provider, settings);
  // The comparison fills in the stored settings: they lack a setting that is newer than the account.
  if (current && identityOf(provider, fillIn(provider, market, stored)) === identity) {
    const sealed = sealSettings(current.id, settings);
    const changed = { ...current, ...directions, identity, settings: sealed, updated_at: tx.now, updated_by: actor };
    await update(tx, changed);
    return changed;
  }
  if (current) await retire(tx, current.id, actor);
  const id = newId("con", tx.now);
  const row: ProviderAccountRow = {
    ...{ id, provider: provider.id, environment, merchant, name, market, ...directions, identity },
    settings: sealSettings(id, settings),
    ...{ created_at: tx.now, created_by: actor, updated_at: tx.now, updated_by: actor, retired_at: null },
  };
  await insert(tx, row);
  return row;
}

/** Retires the account: it takes no new orders. Throws `not_found`. */
export async function disconnectAccount(tx: Tx, target: AccountTarget, actor: string): Promise<ProviderAccountRow> {
  const current = findTarget(await lockCurrent(tx, target), target);
  await retire(tx, current.id, actor);
  return current;
}

/** The account among these that the target identifies. Throws `not_found`. */
export function findTarget(rows: readonly ProviderAccountRow[], target: AccountTarget): ProviderAccountRow {
  const { provider, environment, merchant } = target;
  const name = target.name ?? accountName(provider, requireMarket(provider.id, target.market));
  const row = rows.find(
    (one) =>
      one.environment === environment &&
      one.merchant === merchant &&
      one.provider === provider.id &&
      one.name === name &&
      one.retired_at === null,
  );
  if (!row) throw new ServiceError("provider_account_not_found", `${name} is not connected there`);
  return row;
}

function accountName(provider: Provider, market: string): string {
  return `${provider.id}-${market.toLowerCase()}`;
}

function completeSettings(provider: Provider, market: string, new_settings: AccountSettings): AccountSettings {
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
  const settings = fillIn(provider, market, new_settings);
  for (const setting of provider.settings) {
    const { name, format: form } = setting;
    const value = settings[name];
    if (value === undefined) throw invalid(name, "setting_required", "This setting is required");
    if (form && value !== fallbackOf(setting, market) && !form.pattern.test(value))
      throw invalid(name, "setting_invalid", form.description);
    const [other] = Object.entries(setting.fallback_by_market ?? {}).find(([, usual]) => usual === value) ?? [market];
    if (other !== market)
      throw invalid(name, "setting_invalid", `${value} belongs to the market ${other}, and this account to ${market}`);
  }
  return settings;
}

/** The settings with the fallbacks of those that are missing or empty. */
function fillIn(provider: Provider, market: string, settings: AccountSettings): AccountSettings {
  return Object.fromEntries(
    provider.settings.flatMap((setting) => {
      const value = settings[setting.name] || fallbackOf(setting, market);
      return value === undefined ? [] : [[setting.name, value]];
    }),
  );
}

function fallbackOf({ fallback, fallback_by_market }: Setting, market: string): string | undefined {
  return fallback_by_market?.[market] ?? fallback;
}

/**
 * The directions that an account carries: those of the products whose settings it has. Throws `invalid` for a product
 * of which some settings are missing, and for an account without any product.
 */
function directionsOf(
  { products, capabilities }: Provider,
  settings: AccountSettings,
): Pick<ProviderAccountRow, "collects" | "pays_out"> {
  const kinds = products
    ? products.filter((product) => isComplete(product, settings)).flatMap((product) => product.kinds)
    : capabilities.kinds;
  const [first] = products ?? [];
  if (kinds.length === 0)
    throw invalid(first?.settings[0] ?? "settings", "setting_required", "Enter the settings of one product at least");
  return { collects: kinds.includes("collect"), pays_out: kinds.includes("transfer") };
}

function isComplete(product: ProviderProduct, settings: AccountSettings): boolean {
  const missing = product.settings.filter((name) => settings[name] === undefined || settings[name] === "");
  const [name] = missing;
  if (name === undefined) return true;
  if (missing.length < product.settings.length)
    throw invalid(name, "setting_required", `The product ${product.name} needs this setting`);
  return false;
}

function identityOf(provider: Provider, settings: AccountSettings): string {
  const parts = provider.settings.filter((setting) => setting.is_identity).map(({ name }) => settings[name] ?? "");
  return parts.filter((part) => part !== "").join(" ");
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
