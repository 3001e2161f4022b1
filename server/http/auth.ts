import ipaddr from "ipaddr.js";
import { ServiceError } from "#kernel/errors.ts";
import type { Id } from "#kernel/ids.ts";
import { isId } from "#kernel/ids.ts";
import { remembering } from "#kernel/remember.ts";
import type { KeyRight } from "#kernel/rights.ts";
import type { Environment, Scope } from "#kernel/scope.ts";
import type { Description } from "./route.ts";

/** The owner of an API key, with the key's permissions. */
export interface Identity extends Scope {
  readonly key: Id<"key">;
  readonly kind: "public" | "private";
  /** Requests per second; null for the platform's default. */
  readonly rate_limit: number | null;
  /** The merchant's allow list for initiating transfers, as CIDR ranges. */
  readonly addresses: readonly string[];
  /** The rights of a restricted private key; null: unrestricted. */
  readonly rights: ReadonlySet<KeyRight> | null;
  /** The allow list of a private key, as CIDR ranges; null: any address. */
  readonly own_addresses: readonly string[] | null;
  /** Whether its merchant requires the private key for every operation. */
  readonly is_grant_required: boolean;
}

/** The lookups behind authentication. Results may be one second old, at most. */
export interface Directory {
  /** The key with this text, unless unknown, expired or revoked. */
  identify(key: string): Promise<Identity | null>;
  /** Cache-only lookup; null on a miss. */
  recall(key: string): Identity | null;
  /** Whether the key was valid within the last hour. */
  wasRight(key: string): boolean;
  /** The link by which a merchant may act for another in the same environment; null without one. */
  connection(scope: Scope, other: Id<"mer">): Promise<Link | null>;
}

/** The rights granted by a merchant link, and the rules of the merchant whose money moves. */
export interface Link extends Pick<Identity, "is_grant_required" | "rate_limit" | "addresses"> {
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
  readonly link: Link | null;
}

/** The credentials in a request's headers. */
export interface Credentials {
  readonly authorization: string | undefined;
  readonly grant: string | undefined;
  readonly sync: string | undefined;
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Reads the headers of `interface.md` section 5; `Grant-Authorization` is the older name of `X-Grant`. */
export function credentials(headers: Headers): Credentials {
  return {
    authorization: one(headers.authorization),
    grant: one(headers["x-grant"]) ?? one(headers["grant-authorization"]),
    sync: one(headers["x-sync"]),
  };
}

/**
 * Authenticates a request, in the order of interface-decisions 7. Throws `unauthorized`, `forbidden` (grant) or
 * `not_found` (X-Sync). A valid private key sent without need is checked as well: its restrictions apply to every
 * operation. The linked merchant may require a private key, too, which is only known after the link is found.
 */
export async function authenticate(directory: Directory, given: Credentials, asked: Asked): Promise<Caller> {
  if (!given.authorization) throw new ServiceError("unauthorized", "API key is missing");
  const identity = await directory.identify(given.authorization);
  const grant = identity && given.grant ? await directory.identify(given.grant) : null;
  const caller = callerOf(identity, grant, given, asked);
  return given.sync ? actingFor(directory, caller, given, { ...asked, sync: given.sync }) : caller;
}

/** The same from the cache alone; null on a cache miss, or if the caller is refused. */
export function recallCaller(directory: Directory, given: Credentials, asked: Asked): Caller | null {
  if (!given.authorization || given.sync) return null;
  const identity = directory.recall(given.authorization);
  const grant = given.grant ? directory.recall(given.grant) : null;
  if (!identity || (given.grant && !grant)) return null;
  try {
    return callerOf(identity, grant, given, asked);
  } catch {
    return null;
  }
}

/** The requirements of an operation on its caller. */
type Asked = Pick<Description, "access" | "right">;

function callerOf(
  identity: Identity | null,
  granted: Identity | null,
  given: Credentials,
  { access, right }: Asked,
): Caller {
  if (identity?.kind !== "public") throw new ServiceError("unauthorized", "Invalid API key");
  const grant = granted && isPair(identity, granted) ? granted : null;
  if (!grant && (access === "private" || identity.is_grant_required)) throw refusedGrant(given);
  if (grant) checkRight(grant, right);
  return { identity, grant, scope: scopeOf(identity.merchant, identity.environment), link: null };
}

async function actingFor(
  directory: Directory,
  { identity, grant }: Caller,
  given: Credentials,
  { sync, right }: Asked & { readonly sync: string },
): Promise<Caller> {
  const other = isId("mer", sync) ? sync : null;
  const link = other && (await directory.connection(identity, other));
  if (!link) throw new ServiceError("not_found", "Sync account not found");
  if (!grant && link.is_grant_required) throw refusedGrant(given);
  if (right !== "any" && !link.rights.includes(right)) {
    throw new ServiceError("forbidden", `The link to this merchant lacks the right ${right}`);
  }
  return { identity, grant, scope: scopeOf(other, identity.environment), link };
}

/** Whether it is the private key of the same merchant and environment. */
function isPair({ merchant, environment }: Identity, grant: Identity): boolean {
  return grant.kind === "private" && grant.merchant === merchant && grant.environment === environment;
}

function refusedGrant({ grant }: Credentials): ServiceError {
  if (grant) return new WrongGrant("forbidden", "Invalid grant key");
  return new ServiceError("forbidden", "This endpoint requires additional authentication");
}

/** An invalid private key, or one of another pair. */
class WrongGrant extends ServiceError {}

/** Whether the refusal may be of somebody who guesses keys. */
export function isGuess(error: unknown): boolean {
  return error instanceof WrongGrant || (error instanceof ServiceError && error.kind === "unauthorized");
}

function checkRight({ rights }: Identity, right: KeyRight | "any"): void {
  if (right === "any" || rights === null || rights.has(right)) return;
  throw new ServiceError("forbidden", `This grant key lacks the right ${right}`);
}

/**
 * Throws `forbidden` unless the private key may be used from the address. If the operation checks the address, it must
 * also be on the list of the merchant whose money moves. An empty list refuses every address.
 */
export function checkAddress(
  { identity, grant, link }: Caller,
  { is_address_checked }: Pick<Description, "is_address_checked">,
  address: string,
): void {
  if (grant?.own_addresses && !isListed(address, grant.own_addresses)) {
    throw new ServiceError("forbidden", "This grant key may not be used from your IP address");
  }
  if (is_address_checked && !isListed(address, (link ?? identity).addresses)) {
    throw new ServiceError("forbidden", "Your IP address is not allowed to initiate transfers");
  }
}

// Parsed once per array: a changed list is another array.
const lists = new WeakMap<readonly string[], (address: string) => boolean>();
// Per list. Most callers use a few addresses, repeatedly.
const ADDRESSES_REMEMBERED = 1_000;

/** Whether an address is in one of these CIDR ranges. */
export function isListed(address: string, ranges: readonly string[]): boolean {
  let isOnIt = lists.get(ranges);
  if (!isOnIt) {
    const parsed = ranges.map((range) => ipaddr.parseCIDR(range));
    isOnIt = remembering(ADDRESSES_REMEMBERED, (given) => isIn(given, parsed));
    lists.set(ranges, isOnIt);
  }
  return isOnIt(address);
}

function isIn(address: string, ranges: readonly ReturnType<typeof ipaddr.parseCIDR>[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  // `process` maps ::ffff:10.0.0.1 to 10.0.0.1.
  const caller = ipaddr.process(address);
  return ranges.some(([range, bits]) => range.kind() === caller.kind() && caller.match(range, bits));
}

function scopeOf(merchant: Id<"mer">, environment: Environment): Scope {
  return { merchant, environment };
}

function one(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === "string" ? value : value?.[0];
}
