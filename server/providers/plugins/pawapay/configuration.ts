import { fromMajor } from "#kernel/money.ts";
import type { Exchange } from "#providers/io/http-client.ts";
import { isRecord, type JsonObject, listOf, textOf } from "#providers/io/json.ts";
import type { AccountCredentials, PayerAction, WalletAvailability, WalletTerms } from "#providers/provider.ts";
import { call } from "./client.ts";

const KINDS = { DEPOSIT: "collect", PAYOUT: "transfer" } as const;

const ACTIONS: Readonly<Record<string, PayerAction>> = { PREAUTH: "otp", REDIRECT_AUTH: "redirect" };

/**
 * The terms of the account in its market: wallets, limits, and how payers confirm. Null without a readable answer. The
 * list of wallets comes from here, never from code.
 */
export async function readConfiguration(
  account: AccountCredentials,
  exchange: Exchange,
): Promise<readonly WalletTerms[] | null> {
  const { country } = account.settings;
  const response = await call(account, { method: "GET", path: `/v2/active-conf?country=${country}` }, exchange);
  if (response.kind !== "answered" || response.status !== 200 || !isRecord(response.json)) return null;
  if (!Array.isArray(response.json.countries)) return null;
  return response.json.countries
    .filter(isRecord)
    .filter((one) => one.country === country)
    .flatMap(({ providers }) => listOf(providers).filter(isRecord))
    .flatMap(walletTerms);
}

function walletTerms({ provider, currencies }: JsonObject): readonly WalletTerms[] {
  const wallet = textOf(provider);
  if (wallet === null) return [];
  return listOf(currencies)
    .filter(isRecord)
    .flatMap(({ currency, operationTypes }) =>
      Object.entries(KINDS).flatMap(([name, kind]): WalletTerms[] => {
        const terms = operationOf(operationTypes, name);
        const code = textOf(currency);
        const minimum = limitOf(terms?.minAmount ?? terms?.minTransactionLimit, code);
        const maximum = limitOf(terms?.maxAmount ?? terms?.maxTransactionLimit, code);
        if (terms === null || code === null || minimum === null || maximum === null) return [];
        return [
          { wallet, kind, currency: code, minimum, maximum, action: ACTIONS[String(terms.authType)] ?? "confirm" },
        ];
      }),
    );
}

/** The state of the networks in the account's market. A network is closed if all its operations are. */
export async function readAvailability(
  account: AccountCredentials,
  exchange: Exchange,
): Promise<readonly WalletAvailability[] | null> {
  const { country } = account.settings;
  const response = await call(account, { method: "GET", path: `/v2/availability?country=${country}` }, exchange);
  if (response.kind !== "answered" || response.status !== 200 || !Array.isArray(response.json)) return null;
  return response.json
    .filter(isRecord)
    .filter((one) => one.country === country)
    .flatMap(({ providers }) => listOf(providers).filter(isRecord))
    .flatMap(({ provider, operationTypes }) => {
      const wallet = textOf(provider);
      const statuses = isRecord(operationTypes)
        ? Object.values(operationTypes)
        : listOf(operationTypes).map((one) => (isRecord(one) ? one.status : null));
      const is_closed = statuses.length > 0 && statuses.every((status) => status === "CLOSED");
      return wallet === null ? [] : [{ wallet, is_closed }];
    });
}

/** The operation types are an object by name in pawaPay's current answers, and a list in some older ones. */
function operationOf(operations: unknown, name: string): JsonObject | null {
  const found = isRecord(operations)
    ? operations[name]
    : listOf(operations).find((one) => isRecord(one) && one.operationType === name);
  return isRecord(found) ? found : null;
}

function limitOf(value: unknown, currency: string | null): bigint | null {
  const text = textOf(value);
  return text === null || currency === null ? null : fromMajor(text, currency);
}
