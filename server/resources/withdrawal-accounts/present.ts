import type { WithdrawalAccount, WithdrawalAccountRow } from "./schema.ts";

export function presentWithdrawalAccount(row: WithdrawalAccountRow): WithdrawalAccount {
  const { id, type, name, country, currency, masked, bank_code, state, usable_at, created_at, updated_at } = row;
  const first_confirmed_by = row.first_confirmed_by?.replace("user:", "") ?? null;
  return {
    ...{ id, type, name, country, currency, number: masked, bank_code, state, first_confirmed_by },
    ...{ usable_at, created_at, updated_at },
  };
}
