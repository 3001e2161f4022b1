/**
 * The numbers of PostgreSQL's advisory locks, in one list so that no two locks share one. A new lock needs no number:
 * `lease.ts` locks by name.
 */
export const ADVISORY_LOCKS = {
  platform_operator_audit_log: 7_003,
  invitations: 7_004,
  embedded_service: 5_657_301,
  migrations: 5_657_302,
  list_counters: 5_657_310,
  // The triggers that mark the rows of renamed people as stale take the same lock, shared.
  search_indexer: 5_657_311,
  test_template: 5_657_399,
} as const;
