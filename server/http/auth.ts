import ipaddr from "ipaddr.js";
import { cached } from "#kernel/cache.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Id } from "#kernel/ids.ts";
import { isId } from "#kernel/ids.ts";
import type { KeyRight } from "#kernel/rights.ts";
import type { Environment, Scope } from "#kernel/scope.ts";
import type { RouteDescription } from "./route.ts";

/** The owner of an API key, with the key's permissions. */
export interface Identity extends Scope {
  readonly key: Id<"key">;
  readonly kind: "public" | "private" | "publishable";
  /** Requests per second; null for the platform's default. */
  readonly rate_limit: number | null;
  /** The merchant's allow list for initiating transfers, as CIDR ranges. */
  readonly addresses: readonly string[];
  /** The rights of a restricted private key; null: unrestricted. */
  readonly rights: ReadonlySet<KeyRight> | null;
  /** The allow list of a private key, as CIDR ranges; null: any address. */
  readonly own_addresses: readonly string[] | null;
  /** The origins and app schemes of a publishable key (`kernel/origins.ts`); null for other keys. */
  readonly origins: readonly string[] | null;
  /** Whether the key's merchant requires the private key for every operation. */
  readonly is_grant_required: boolean;
}

/** The lookups behind authentication. A result may be up to one second old. */
export interface CredentialStore {
  /** Returns the owner of the key with this text; null if the key is unknown, expired or revoked. */
  identify(key: string): Promise<Identity | null>;
  /** Cache-only lookup; null on a miss. */
  identifyCached(key: string): Identity | null;
  /** Whether the key was valid within the last hour. */
  wasValidRecently(key: string): boolean;
  /** The link by which a merchant may act for another in the same environment; null without one. */
  findMerchantLink(scope: Scope, linked_merchant: Id<"mer">): Promise<MerchantLinkGrant | null>;
}

/** The rights granted by a merchant link, and the rules of the merchant whose money moves. */
export interface MerchantLinkGrant extends Pick<Identity, "is_grant_required" | "rate_limit" | "addresses"> {
  readonly rights: readonly KeyRight[];
}

/** The authenticated caller of a request. */
export interface Caller {
  readonly identity: Identity;
  /** The private key sent with the public one, if they are a pair. */
  readonly grant: Identity | null;
  /** The merchant and environment of the request: the key's own, or the linked merchant's. */
  readonly scope: Scope;
  /** The link used by the request; null for a merchant's own request. */
  readonly link: MerchantLinkGrant | null;
}

/** The credentials in a request's headers. */
export interface Credentials {
  readonly authorization: string | undefined;
  readonly grant: string | undefined;
  readonly sync: string | undefined;
  /** The origin of the page that sends the request; programs and apps send none. */
  readonly origin: string | undefined;
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Reads the headers of `interface.md` section 5; `Grant-Authorization` is the older name of `X-Grant`. */
export function readCredentials(headers: Headers): Credentials {
  return {
    authorization: firstValue(headers.authorization),
    grant: firstValue(headers["x-grant"]) ?? firstValue(headers["grant-authorization"]),
    sync: firstValue(headers["x-sync"]),
    origin: firstValue(headers.origin),
  };
}

/**
 * Authenticates a request, in the order of interface-decisions 7. Throws `unauthorized`, `forbidden` (grant) or
 * `not_found` (X-Sync). A private key is checked even if the operation does not require one: its restrictions apply to
 * every operation. The linked merchant may require a private key, too, which is known only after the link is found.
 */
export async function authenticate(
  directory: CredentialStore,
  credentials: Credentials,
  requirement: AccessRequirement,
): Promise<Caller> {
  if (!credentials.authorization) throw new ServiceError("key_missing", "API key is missing");
  rejectScheme(credentials);
  const identity = await directory.identify(credentials.authorization);
  const grant = identity && credentials.grant ? await directory.identify(credentials.grant) : null;
  const caller = checkKeys(identity, grant, credentials, requirement);
  return credentials.sync
    ? resolveLinkedCaller(directory, caller, credentials, { ...requirement, sync: credentials.sync })
    : caller;
}

// A key has no spaces, so no valid key looks like this.
const SCHEME = /^(Bearer|Basic|Token)\s/i;

/** Refuses a key behind the name of an HTTP authentication scheme, and says so: most HTTP clients add one by default. */
function rejectScheme({ authorization = "", grant = "" }: Credentials): void {
  const [, scheme] = SCHEME.exec(authorization) ?? [];
  if (scheme) throw new ServiceError("key_with_scheme", `Invalid API key: send the key alone, without "${scheme}"`);
  const [, grant_scheme] = SCHEME.exec(grant) ?? [];
  if (!grant_scheme) return;
  throw new WrongGrantError("grant_with_scheme", `Invalid grant key: send the key alone, without "${grant_scheme}"`);
}

/** Authenticates from the cache alone; null on a cache miss, or if the caller is refused. */
export function authenticateCached(
  directory: CredentialStore,
  credentials: Credentials,
  requirement: AccessRequirement,
): Caller | null {
  if (!credentials.authorization || credentials.sync) return null;
  const identity = directory.identifyCached(credentials.authorization);
  const grant = credentials.grant ? directory.identifyCached(credentials.grant) : null;
  if (!identity || (credentials.grant && !grant)) return null;
  try {
    return checkKeys(identity, grant, credentials, requirement);
  } catch {
    return null;
  }
}

/** The requirements of an operation on its caller. */
type AccessRequirement = Pick<RouteDescription, "access" | "right" | "is_publishable">;

function checkKeys(
  identity: Identity | null,
  grant_key: Identity | null,
  credentials: Credentials,
  requirement: AccessRequirement,
): Caller {
  const { access, right } = requirement;
  if (identity === null) throw new ServiceError("key_invalid", "Invalid API key");
  if (identity.origins) return publishableCaller(identity, identity.origins, credentials, requirement);
  if (identity.kind === "private") throw new ServiceError("key_is_private", PRIVATE_KEY_MESSAGE);
  const grant = grant_key && isKeyPair(identity, grant_key) ? grant_key : null;
  if (!grant && (access === "private" || identity.is_grant_required)) throw grantError(credentials, grant_key);
  if (grant) requireRight(grant, right);
  return { identity, grant, scope: scopeOf(identity.merchant, identity.environment), link: null };
}

/**
 * A publishable key is no secret. So it opens the operations made for it only, acts for no other merchant, and pages of
 * other origins are refused. The merchant's rule that every operation requires the private key does not apply: the
 * merchant has created the key for browsers, where no private key may be.
 */
function publishableCaller(
  identity: Identity,
  origins: readonly string[],
  { grant, sync, origin }: Credentials,
  { is_publishable = false }: AccessRequirement,
): Caller {
  if (!is_publishable) {
    throw new ServiceError("publishable_key_refused", "A publishable key can only create a payment and follow it");
  }
  if (grant !== undefined || sync !== undefined) {
    const header = grant === undefined ? "X-Sync" : "X-Grant";
    throw new ServiceError("publishable_key_refused", `Do not send ${header} with a publishable key`);
  }
  if (origin !== undefined && !origins.includes(origin)) {
    throw new ServiceError("key_origin_not_allowed", "This key may not be used on pages of this origin");
  }
  return { identity, grant: null, scope: scopeOf(identity.merchant, identity.environment), link: null };
}

async function resolveLinkedCaller(
  directory: CredentialStore,
  { identity, grant }: Caller,
  credentials: Credentials,
  { sync, right }: AccessRequirement & { readonly sync: string },
): Promise<Caller> {
  const linked_merchant = isId("mer", sync) ? sync : null;
  const link = linked_merchant && (await directory.findMerchantLink(identity, linked_merchant));
  if (!link) throw new ServiceError("linked_merchant_not_found", "Sync account not found");
  if (!grant && link.is_grant_required) throw grantError(credentials);
  if (right !== "any" && !link.rights.includes(right)) {
    throw new ServiceError("link_right_missing", `The link to this merchant lacks the right ${right}`, {
      params: { right },
    });
  }
  return { identity, grant, scope: scopeOf(linked_merchant, identity.environment), link };
}

/** Whether `grant` is the private key of the same merchant and environment. */
function isKeyPair({ merchant, environment }: Identity, grant: Identity): boolean {
  return grant.kind === "private" && grant.merchant === merchant && grant.environment === environment;
}

const PRIVATE_KEY_MESSAGE =
  "Invalid API key: this is a private key. Send the public key in Authorization, and the private key in X-Grant";

function grantError({ grant }: Credentials, grant_key: Identity | null = null): ServiceError {
  if (grant_key?.kind === "public") {
    const message = "Invalid grant key: this is a public key. Send the private key in X-Grant";
    return new WrongGrantError("grant_is_public", message);
  }
  if (grant) return new WrongGrantError("grant_invalid", "Invalid grant key");
  return new ServiceError("grant_required", "This endpoint requires additional authentication");
}

/** The private key in X-Grant is invalid, or belongs to another merchant or environment. */
class WrongGrantError extends ServiceError {}

/** Whether the refusal counts as a wrong key: the caller may be guessing keys. */
export function isWrongKeyError(error: unknown): boolean {
  return error instanceof WrongGrantError || (error instanceof ServiceError && error.kind === "unauthorized");
}

function requireRight({ rights }: Identity, right: KeyRight | "any"): void {
  if (right === "any" || rights === null || rights.has(right)) return;
  throw new ServiceError("right_missing", `This grant key lacks the right ${right}`, { params: { right } });
}

/**
 * Throws `forbidden` unless the private key may be used from the address. If the operation checks the address, it must
 * also be on the list of the merchant whose money moves. An empty list refuses every address.
 */
export function checkAddress(
  { identity, grant, link }: Caller,
  { is_address_checked }: Pick<RouteDescription, "is_address_checked">,
  address: string,
): void {
  if (grant?.own_addresses && !isAddressListed(address, grant.own_addresses)) {
    throw new ServiceError("grant_ip_not_allowed", "This grant key may not be used from your IP address");
  }
  if (is_address_checked && !isAddressListed(address, (link ?? identity).addresses)) {
    throw new ServiceError("ip_not_allowed", "Your IP address is not allowed to initiate transfers");
  }
}

// The parsed ranges per array. They cannot become stale: a changed list is always a new array.
const address_matchers = new WeakMap<readonly string[], (address: string) => boolean>();
// Cached addresses per list. Most callers use the same few addresses repeatedly.
const ADDRESS_CACHE_MAX = 1_000;

/** Whether an address is in one of these CIDR ranges. */
export function isAddressListed(address: string, ranges: readonly string[]): boolean {
  let matches = address_matchers.get(ranges);
  if (!matches) {
    const parsed = ranges.map((range) => ipaddr.parseCIDR(range));
    matches = cached(ADDRESS_CACHE_MAX, (client_address) => isInRanges(client_address, parsed));
    address_matchers.set(ranges, matches);
  }
  return matches(address);
}

function isInRanges(address: string, ranges: readonly ReturnType<typeof ipaddr.parseCIDR>[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  // `ipaddr.process` maps the IPv6 form ::ffff:10.0.0.1 to 10.0.0.1.
  const caller = ipaddr.process(address);
  return ranges.some(([range, bits]) => range.kind() === caller.kind() && caller.match(range, bits));
}

function scopeOf(merchant: Id<"mer">, environment: Environment): Scope {
  return { merchant, environment };
}

function firstValue(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === "string" ? value : value?.[0];
}
