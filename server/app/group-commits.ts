import type { Config } from "#config.ts";
import { groupCommit, groupCommitWithReads } from "#db/group-commit.ts";
import type { Database } from "#db/pool.ts";
import type { Reply } from "#http/envelope.ts";
import { findAnswered } from "#http/idempotency.ts";
import { type BulkSubmission, commitBulks } from "#resources/bulk/routes.ts";
import { commitPayments, type PaymentSubmission } from "#resources/payments/routes.ts";
import { commitTransfers, loadTransferContext } from "#resources/transfers/routes.ts";

const GROUP_ITEMS_MAX = 256;
const WAITING_ITEMS_MAX = 20_000;
const WAITING_BULKS_MAX = 50;

/** The operations whose requests share commits (group commit). */
export function openGroupCommits(db: Database, config: Config) {
  const group = { items_max: GROUP_ITEMS_MAX, waiting_max: WAITING_ITEMS_MAX };
  const settings = { expires_after_ms: config.payment_expires_ms, public_url: config.public_url };
  return {
    transfers: groupCommitWithReads(db, { read: loadTransferContext, run: commitTransfers, ...group }),
    bulks: groupCommit<BulkSubmission, Reply>(db, { run: commitBulks, items_max: 1, waiting_max: WAITING_BULKS_MAX }),
    payments: groupCommitWithReads(db, {
      read: (tx, submissions: readonly PaymentSubmission[]) => findAnswered(tx, submissions),
      run: (tx, submissions, answered) => commitPayments(tx, submissions, answered, settings),
      ...group,
    }),
  };
}
