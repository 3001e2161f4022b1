import type { Tx } from "#db/tx.ts";
import { assert, invalid, ServiceError } from "#kernel/errors.ts";
import { convert, isCurrency } from "#kernel/money.ts";
import type { Scope } from "#kernel/scope.ts";
import { findChannel, type ReceiverType } from "#providers/channels.ts";
import { presentApproval } from "#resources/approvals/present.ts";
import { find as findApproval } from "#resources/approvals/store.ts";
import { findEvenDeleted } from "#resources/beneficiaries/store.ts";
import { find as findMerchant } from "#resources/merchants/store.ts";
import { rateBetween } from "#resources/rates/rules.ts";
import { list as listRates } from "#resources/rates/store.ts";
import { presentTransfer } from "./present.ts";
import { findReceivers } from "./receivers.ts";
import type { TransferDetails } from "./schema.ts";
import { find } from "./store.ts";

const CHANNEL_TYPES: Readonly<Record<ReceiverType, string>> = {
  mobile_money: "mobile",
  bank_account: "bank",
  cash_pickup: "cash",
};

/**
 * Returns a transfer with its merchant and its recipient (shape B). `converted_amount` is the amount in `currency`, or
 * the amount itself if that is null. Throws `not_found`, and `invalid` if there is no exchange rate to `currency`.
 */
export async function retrieveTransfer(
  tx: Tx,
  scope: Scope,
  id_or_reference: string,
  currency: string | null,
): Promise<TransferDetails> {
  const transfer = await find(tx, scope, id_or_reference);
  if (!transfer) throw new ServiceError("transfer_not_found", "Transfer not found");
  const [merchant, beneficiary, receivers, approval, converted_amount] = await Promise.all([
    findMerchant(tx, scope.merchant),
    findEvenDeleted(tx, scope, transfer.beneficiary),
    findReceivers(tx, scope, [transfer]),
    transfer.approval === null ? null : findApproval(tx, scope, transfer.bulk ?? transfer.id),
    currency === null ? transfer.amount : convertAmount(tx, transfer.amount, transfer.currency, currency),
  ]);
  const channel = findChannel(transfer.channel);
  const receiver = receivers.get(transfer.id);
  assert(
    merchant && beneficiary && receiver && channel,
    "a transfer's merchant, beneficiary, receiver and channel exist",
  );
  const { approval: _state, ...presented } = presentTransfer(transfer);
  const { id, country, email, phone, poster, name } = merchant;
  return {
    ...presented,
    ...presentApproval(approval, transfer.approval, receiver.name),
    converted_amount,
    business: { id, country, email, phone, poster, name },
    beneficiary: {
      id: beneficiary.id,
      phone: beneficiary.phone,
      name: beneficiary.name,
      email: beneficiary.email,
      country: beneficiary.country,
      channel: { name: channel.name, type: CHANNEL_TYPES[channel.type], id: channel.id },
      receiver: { number: receiver.number },
    },
    receiver,
    initiated_at: transfer.created_at,
  };
}

async function convertAmount(tx: Tx, amount: bigint, from: string, to: string): Promise<bigint> {
  if (!isCurrency(to))
    throw invalid("currency", "unknown_currency", `Kolo does not know the currency ${to}`, { currency: to });
  const rate = rateBetween(from, to, await listRates(tx));
  if (!rate)
    throw invalid("currency", "no_exchange_rate", `There is no exchange rate from ${from} to ${to}`, { from, to });
  return convert(amount, from, to, rate);
}
