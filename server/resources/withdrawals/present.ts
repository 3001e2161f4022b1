import { serializer } from "#kernel/json.ts";
import { Withdrawal, type WithdrawalRow } from "./schema.ts";

export function presentWithdrawal(row: WithdrawalRow): Withdrawal {
  return {
    ...{ id: row.id, reference: row.reference, account: row.account, amount: row.amount, currency: row.currency },
    ...{ status: row.status, channel: row.channel, description: row.description, metadata: row.metadata ?? {} },
    ...(row.rule === null ? {} : { rule: row.rule }),
    ...(row.bank_reference === null ? {} : { bank_reference: row.bank_reference }),
    ...(row.approval === null ? {} : { approval: { state: row.approval } }),
    ...{ sandbox: row.environment === "test", created_at: row.created_at, updated_at: row.updated_at },
    ...(row.completed_at === null ? {} : { completed_at: row.completed_at }),
    ...(row.failure_reason === null || row.failure_code === null
      ? {}
      : { failure_code: row.failure_code, failure_reason: row.failure_reason }),
  };
}

const serialize = serializer(Withdrawal);

export function eventData(row: WithdrawalRow): string {
  return serialize(presentWithdrawal(row));
}
