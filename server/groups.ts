import type { Config } from "#config.ts";
import { groupCommit, lookingGroupCommit } from "#db/group-commit.ts";
import type { Database } from "#db/pool.ts";
import type { Reply } from "#http/envelope.ts";
import { answeredOf } from "#http/idempotency.ts";
import { type Submission as BulkSubmission, commitBulks } from "#resources/bulk/routes.ts";
import { commitPayments, type Submission as PaymentSubmission } from "#resources/payments/routes.ts";
import { commitTransfers, lookUpTransfers } from "#resources/transfers/routes.ts";

const GROUP_MAX = 256;
const WAITING_MAX = 20_000;
const BULKS_WAITING_MAX = 50;

/** The operations whose requests share commits (group commit). */
export function openGroups(db: Database, config: Config) {
  const group = { items_max: GROUP_MAX, waiting_max: WAITING_MAX };
  const settings = { expires_after_ms: config.payment_expires_ms, public_url: config.public_url };
  return {
    transfers: lookingGroupCommit(db, { look: lookUpTransfers, run: commitTransfers, ...group }),
    bulks: groupCommit<BulkSubmission, Reply>(db, { run: commitBulks, items_max: 1, waiting_max: BULKS_WAITING_MAX }),
    payments: lookingGroupCommit(db, {
      look: (tx, submissions: readonly PaymentSubmission[]) => answeredOf(tx, submissions),
      run: (tx, submissions, answered) => commitPayments(tx, submissions, answered, settings),
      ...group,
    }),
  };
}
