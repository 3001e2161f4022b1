import ipaddr from "ipaddr.js";
import { ServiceError } from "#kernel/errors.ts";
import type { Id } from "#kernel/ids.ts";
import { isId } from "#kernel/ids.ts";
import { remembering } from "#kernel/remember.ts";
import type { KeyRight } from "#kernel/rights.ts";
import type { Environment, Scope } from "#kernel/scope.ts";
import type { Description } from "./route.ts";

/** Whose key it is and what may be done with it. */
export interface Identity extends Scope {
  readonly key: Id<"key">;
  readonly kind: "public" | "private";
  /** Requests a second; null is the operator's setting. */
  readonly rate_limit: number | null;
  /** From where this merchant initiates transfers, as CIDR ranges. */
  readonly addresses: readonly string[];
  /** What a private key may do; null is everything. */
  readonly rights: ReadonlySet<KeyRight> | null;
  /** From where alone a private key may be used, as CIDR ranges; null is from everywhere. */
  readonly own_addresses: readonly string[] | null;
  /** Whether its merchant has every operation take the private key. */
  readonly is_grant_required: boolean;
}

/** What authentication asks the rest of the service. Answers may be a second old, no more. */
export interface Directory {
  /** The key with this text, if it exists, has not expired and has not been revoked. */
  identify(key: string): Promise<Identity | null>;
  /** The same where it is remembered; null: it must be asked. */
  recall(key: string): Identity | null;
  /** Whether the key was right within the last hour. */
  wasRight(key: string): boolean;
  /** The link by which a merchant may act for another in the same environment; null where it may not. */
  connection(scope: Scope, other: Id<"mer">): Promise<Link | null>;
}

/** What a merchant link grants, and the rules of the merchant whose money moves. */
export interface Link extends Pick<Identity, "is_grant_required" | "rate_limit" | "addresses"> {
  readonly rights: readonly KeyRight[];
}

/** Who calls, and for whom. */
export interface Caller {
  readonly identity: Identity;
  /** The private key that came with the public one, if it is its pair. */
  readonly grant: Identity | null;
  /** The merchant and environment the request acts on: the key's, or the connected merchant's. */
  readonly scope: Scope;
  /** The link that it acts by; null for a merchant's own request. */
  readonly link: Link | null;
}

/** What a request shows of who it is. */
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
 * Who calls, in the order of interface-decisions 7. A grant that came where none is needed counts if it is one: a key that
 * may not do this does not do it anywhere. Who is acted for may require one, too, which is known once it is known who that
 * is. Throws `unauthorized`, `forbidden` (grant) or `not_found` (X-Sync).
 */
export async function authenticate(directory: Directory, given: Credentials, asked: Asked): Promise<Caller> {
  if (!given.authorization) throw new ServiceError("unauthorized", "API key is missing");
  const identity = await directory.identify(given.authorization);
  const grant = identity && given.grant ? await directory.identify(given.grant) : null;
  const caller = callerOf(identity, grant, given, asked);
  return given.sync ? actingFor(directory, caller, given, { ...asked, sync: given.sync }) : caller;
}

/** The same at once, where the keys are remembered; null where more must be asked, or the caller is refused. */
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

/** What an operation asks of who calls. */
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

/** A private key that is none, or not the public one's. */
class WrongGrant extends ServiceError {}

/** Whether somebody was refused who may be trying keys. */
export function isGuess(error: unknown): boolean {
  return error instanceof WrongGrant || (error instanceof ServiceError && error.kind === "unauthorized");
}

function checkRight({ rights }: Identity, right: KeyRight | "any"): void {
  if (right === "any" || rights === null || rights.has(right)) return;
  throw new ServiceError("forbidden", `This grant key lacks the right ${right}`);
}

/**
 * Throws `forbidden` unless the private key may be used from the address and, for an operation that asks for it, the address is
 * on the list of the merchant whose money moves. An empty list refuses every address.
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

// Made once for each list that is seen; a list that changes is another array.
const lists = new WeakMap<readonly string[], (address: string) => boolean>();
// Of one list. Most callers come from a few addresses, again and again.
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
  // `process` makes ::ffff:10.0.0.1 the 10.0.0.1 it is.
  const caller = ipaddr.process(address);
  return ranges.some(([range, bits]) => range.kind() === caller.kind() && caller.match(range, bits));
}

function scopeOf(merchant: Id<"mer">, environment: Environment): Scope {
  return { merchant, environment };
}

function one(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === "string" ? value : value?.[0];
}
