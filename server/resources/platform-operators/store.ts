import { type Columns, emptySql, rowsFrom, type Sql, sql, type Tx } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import type { Environment, Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";

/** A person's right to read and change the data of all merchants. */
export interface OperatorRow {
  readonly person: Id<"per">;
  readonly granted_at: Instant;
  readonly granted_by: string;
}

/** Grants the right. Returns false if the person has it already. */
export async function insert(tx: Tx, { person, granted_at, granted_by }: OperatorRow): Promise<boolean> {
  const written = await tx.run(sql`
    insert into platform_operators (person, granted_at, granted_by)
    values (${person}, ${granted_at}, ${granted_by})
    on conflict do nothing`);
  return written > 0;
}

/** Removes the right. Returns false if the person does not have it. */
export async function remove(tx: Tx, person: string): Promise<boolean> {
  return (await tx.run(sql`delete from platform_operators where person = ${person}`)) > 0;
}

export async function isPlatformOperator(tx: Tx, person: string): Promise<boolean> {
  return (await tx.maybeRow(sql`select 1 from platform_operators where person = ${person}`)) !== null;
}

/**
 * Like `isPlatformOperator`, and locks the row until this transaction ends, so that a withdrawal of the right waits for
 * the actions in flight.
 */
export async function lockPlatformOperator(tx: Tx, person: string): Promise<boolean> {
  return (await tx.maybeRow(sql`select 1 from platform_operators where person = ${person} for share`)) !== null;
}

export interface OperatorView {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly has_second_factor: boolean;
  readonly granted_at: Instant;
  readonly granted_by: string;
}

export async function list(tx: Tx): Promise<readonly OperatorView[]> {
  return tx.rows<OperatorView>(sql`
    select
      p.id, p.email, p.name, o.granted_at, o.granted_by,
      p.totp_confirmed_at is not null or exists (select from passkeys k where k.person = p.id) as has_second_factor
    from platform_operators o
    join users p on p.id = o.person
    order by o.granted_at, p.id`);
}

/** Returns the names of these people, by id. */
export async function findNames(tx: Tx, people: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.rows<{ id: string; name: string }>(sql`
    select id, name from users where id = any(${[...new Set(people)]})`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export interface MerchantSummary {
  readonly id: Id<"mer">;
  readonly name: string;
  readonly email: string;
  readonly country: string;
  readonly currency: string;
  readonly created_at: Instant;
}

interface MerchantSearch {
  readonly search: string;
  readonly limit: number;
  readonly offset: number;
}

/** Returns merchants sorted by name. The filter matches a text in their name, address or id. */
export async function listMerchants(
  tx: Tx,
  { search, limit, offset }: MerchantSearch,
): Promise<readonly MerchantSummary[]> {
  return tx.rows<MerchantSummary>(sql`
    select id, name, email, country, currency, created_at
    from merchants
    ${filterSql(search)}
    order by lower(name), id
    limit ${limit} offset ${offset}`);
}

export async function countMerchants(tx: Tx, search: string): Promise<number> {
  const { total } = await tx.row<{ total: bigint }>(sql`select count(*) as total from merchants ${filterSql(search)}`);
  return Number(total);
}

function filterSql(search: string): Sql {
  if (search === "") return emptySql;
  return sql`
    where strpos(kolo_search_form(concat_ws(chr(31), name, email)), (select kolo_search_form(${search}))) > 0
      or id = ${search}`;
}

/** Returns the environments in which these merchants have a valid key. */
export async function findActiveEnvironments(
  tx: Tx,
  merchants: readonly string[],
): Promise<readonly { readonly merchant: string; readonly environment: Environment }[]> {
  return tx.rows(sql`
    select distinct merchant, environment
    from keys
    where merchant = any(${merchants}) and revoked_at is null and (expires_at is null or expires_at > ${tx.now})
    order by merchant, environment desc`);
}

/** The open problems of a merchant: open reviews, withdrawals to pay through a bank, and failing webhooks. */
export interface OpenProblems {
  readonly merchant: string;
  readonly reviews_open: bigint;
  readonly withdrawals_waiting: bigint;
  readonly webhooks_failing: bigint;
}

export async function countOpenProblems(
  tx: Tx,
  environment: Environment,
  merchants: readonly string[],
): Promise<readonly OpenProblems[]> {
  return tx.rows<OpenProblems>(sql`
    select
      merchant,
      count(*) filter (where kind = 'review') as reviews_open,
      count(*) filter (where kind = 'withdrawal') as withdrawals_waiting,
      count(*) filter (where kind = 'webhook') as webhooks_failing
    from (
      select merchant, 'review' as kind from reviews where state = 'open' and environment = ${environment}
      union all
      select merchant, 'withdrawal'
      from withdrawals
      where channel is null and status in ('pending', 'processing') and approval is distinct from 'waiting'
        and environment = ${environment}
      union all
      select w.merchant, 'webhook'
      from webhooks w
      left join webhook_health h on (h.merchant, h.environment, h.webhook) = (w.merchant, w.environment, w.id)
      where w.environment = ${environment} and w.deleted_at is null
        and ((w.active and h.failing_since is not null) or w.disabled_reason is not null)
    ) one
    where merchant = any(${merchants})
    group by merchant`);
}

/** The kind, channel, provider and amount of an attempt. */
export interface AttemptMoney extends Scope {
  readonly attempt: string;
  readonly kind: "transfer" | "collect" | "refund" | "withdrawal";
  readonly channel: string;
  readonly provider: string;
  readonly amount: bigint;
  readonly currency: string;
}

const key_columns: Columns<keyof Scope | "attempt"> = { merchant: "text", environment: "text", attempt: "text" };

export async function findAttemptMoney(
  tx: Tx,
  keys: readonly (Scope & { readonly attempt: string })[],
): Promise<ReadonlyMap<string, AttemptMoney>> {
  const rows = await tx.rows<AttemptMoney>(sql`
    select a.merchant, a.environment, a.id as attempt, a.kind, a.channel, a.provider, a.amount, a.currency
    from ${rowsFrom(
      keys.map(({ merchant, environment, attempt }) => ({ merchant, environment, attempt })),
      key_columns,
      "input",
    )}
    join attempts a on (a.merchant, a.environment, a.id) = (input.merchant, input.environment, input.attempt)`);
  return new Map(rows.map((row) => [row.attempt, row]));
}

/** The account that receives a withdrawal. */
interface WithdrawalAccountSummary {
  readonly id: string;
  readonly name: string;
  readonly country: string;
  readonly bank_code: string | null;
}

const account_columns: Columns<keyof Scope | "account"> = { merchant: "text", environment: "text", account: "text" };

/** Returns the accounts of these withdrawals, by id. */
export async function findWithdrawalAccounts(
  tx: Tx,
  withdrawals: readonly (Scope & { readonly account: string })[],
): Promise<ReadonlyMap<string, WithdrawalAccountSummary>> {
  const rows = await tx.rows<WithdrawalAccountSummary>(sql`
    select distinct a.id, a.name, a.country, a.bank_code
    from ${rowsFrom(
      withdrawals.map(({ merchant, environment, account }) => ({ merchant, environment, account })),
      account_columns,
      "input",
    )}
    join withdrawal_accounts a on (a.merchant, a.environment, a.id) = (input.merchant, input.environment, input.account)`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the number of differing lines of these statements: the open ones, and all of them. */
export async function countExceptions(
  tx: Tx,
  statements: readonly string[],
): Promise<ReadonlyMap<string, { readonly open: number; readonly all: number }>> {
  const rows = await tx.rows<{ statement: string; open: bigint; all: bigint }>(sql`
    select statement, count(*) filter (where resolution is null) as open, count(*) as all
    from statement_lines
    where statement = any(${statements}) and exception is not null
    group by statement`);
  return new Map(rows.map(({ statement, open, all }) => [statement, { open: Number(open), all: Number(all) }]));
}
