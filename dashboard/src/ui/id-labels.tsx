import { createContext, type ReactNode, useContext } from "react";
import { useApi } from "#app/api-query.ts";

/** The fields that hold the id of a payer, a payee, or an account for withdrawals. */
export const PARTY_FIELDS: readonly string[] = ["beneficiary", "customer", "account"];

interface WithParties {
  /** The id, or the party itself on a record's own page. */
  readonly beneficiary?: string | object | null | undefined;
  readonly customer?: string | object | null | undefined;
  readonly account?: string | null | undefined;
}

const IdLabelsContext = createContext<ReadonlyMap<string, string> | null>(new Map());

interface IdLabelsProps {
  readonly items: readonly WithParties[];
  readonly children: ReactNode;
}

/** Loads the names of all payers, payees and accounts in these records with one request. */
export function IdLabels({ items, children }: IdLabelsProps) {
  const ids = new Set(
    items
      .flatMap(({ beneficiary, customer, account }) => [beneficiary, customer, account])
      .filter((id) => typeof id === "string")
      .filter((id) => id !== ""),
  );
  return ids.size === 0 ? children : <LoadIdLabels ids={[...ids].sort().join()}>{children}</LoadIdLabels>;
}

function LoadIdLabels({ ids, children }: { readonly ids: string; readonly children: ReactNode }) {
  const { data, failure } = useApi("GET /{environment}/names", { query: { ids } });
  const entries = (data?.items ?? []).map(({ id, name }) => [id, name] as const);
  return <IdLabelsContext value={data || failure ? new Map(entries) : null}>{children}</IdLabelsContext>;
}

/** Names by id; null while they load. */
export function useIdLabels(): ReadonlyMap<string, string> | null {
  return useContext(IdLabelsContext);
}
