import { type Columns, rowsFrom, sql, type Tx } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";

// Change detection for tables without events. These queries read tables of other folders. Each returned value changes
// whenever its rows change.

const scope_columns: Columns<keyof Scope> = { merchant: "text", environment: "text" };

export interface ScopeMarks extends Scope {
  /** The number of the last entry in the merchant's audit log. */
  readonly audit_number: bigint;
  readonly webhook: string | null;
  readonly payment_link: string | null;
  readonly withdrawal_account: string | null;
  readonly withdrawal_rule: string | null;
  readonly request: string | null;
}

/** Returns the marks of these merchants and environments. */
export async function findScopeMarks(tx: Tx, scopes: readonly Scope[]): Promise<readonly ScopeMarks[]> {
  return tx.rows<ScopeMarks>(sql`
    select
      merchant, environment,
      coalesce((select max(number) from audit_log where audit_log.merchant = i.merchant), 0) as audit_number,
      concat(
        (
          select concat(count(*), max(updated_at)) from webhooks
          where (webhooks.merchant, webhooks.environment) = (i.merchant, i.environment)
        ),
        (
          select string_agg(concat(webhook, failing_since, open_until, openings), ' ' order by webhook)
          from webhook_health
          where (webhook_health.merchant, webhook_health.environment) = (i.merchant, i.environment)
        )
      ) as webhook,
      (
        select max(updated_at)::text from payment_links
        where (payment_links.merchant, payment_links.environment) = (i.merchant, i.environment)
      ) as payment_link,
      (
        select concat(count(*), max(updated_at)) from withdrawal_accounts a
        where (a.merchant, a.environment) = (i.merchant, i.environment)
      ) as withdrawal_account,
      (
        select concat(count(*), max(updated_at)) from withdrawal_rules r
        where (r.merchant, r.environment) = (i.merchant, i.environment)
      ) as withdrawal_rule,
      (
        select max(id) from request_log
        where (request_log.merchant, request_log.environment) = (i.merchant, i.environment)
      ) as request
    from ${rowsFrom(scopes, scope_columns, "i")}`);
}

/**
 * Returns the marks that every page follows: the number of the last entry in the platform operators' log, and the
 * channels.
 */
export async function findChannelMarks(
  tx: Tx,
): Promise<{ readonly audit_number: bigint; readonly channel: string | null }> {
  return tx.row(sql`
    select
      coalesce((select max(number) from platform_operator_audit_log), 0) as audit_number,
      (
        select string_agg(concat(provider_account, channel, state, paused_until, reason), ' ' order by provider_account, channel)
        from channel_health
      ) as channel`);
}

export interface PlatformMarks {
  readonly merchant: string | null;
  readonly correction: string | null;
  readonly provider: string | null;
  readonly review: string | null;
  readonly withdrawal: string | null;
  readonly statement: string | null;
  readonly reconciliation: string | null;
}

/** Returns the marks for the platform operators' pages. */
export async function findPlatformMarks(tx: Tx): Promise<PlatformMarks> {
  return tx.row<PlatformMarks>(sql`
    select
      (select max(id) from merchants) as merchant,
      concat(
        (select max(id) from corrections),
        ' ',
        (select string_agg(id, ' ' order by id) from corrections where state = 'proposed')
      ) as correction,
      (select string_agg(concat(id, updated_at, retired_at), ' ' order by id) from provider_accounts) as provider,
      (
        select string_agg(concat(id, proposed, proposed_by), ' ' order by id) from reviews where state = 'open'
      ) as review,
      (
        select string_agg(concat(id, status, proposed, proposed_by), ' ' order by id)
        from withdrawals
        where channel is null and status in ('pending', 'processing') and approval is distinct from 'waiting'
      ) as withdrawal,
      (select concat(count(*), max(imported_at)) from statements) as statement,
      concat(
        (select count(*) from statement_lines where exception is not null and resolution is null),
        ' ',
        (select string_agg(id, ' ' order by id) from balance_drifts where resolved_at is null)
      ) as reconciliation`);
}
