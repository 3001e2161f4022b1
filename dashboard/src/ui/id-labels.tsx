import { createContext, type ReactNode, useContext } from "react";
import { type Item, itemsOf, textOf } from "#app/items.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { useCachedApiQuery } from "#app/use-query.ts";

/** The fields that hold the id of a payer or payee. */
export const PARTY_FIELDS: readonly string[] = ["beneficiary", "customer"];

const IdLabelsContext = createContext<ReadonlyMap<string, string> | null>(new Map());

interface IdLabelsProps {
  readonly items: readonly Item[];
  readonly children: ReactNode;
}

/** Loads the names of all payers and payees in these records with one request. */
export function IdLabels({ items, children }: IdLabelsProps) {
  const ids = new Set(
    items.flatMap((item) => PARTY_FIELDS.map((field) => textOf(item, field))).filter((id) => id !== ""),
  );
  return ids.size === 0 ? children : <LoadIdLabels ids={[...ids].sort().join()}>{children}</LoadIdLabels>;
}

function LoadIdLabels({ ids, children }: { readonly ids: string; readonly children: ReactNode }) {
  const context = useMerchantContext();
  const path = `/names?ids=${ids}`;
  const { response } = useCachedApiQuery(context.pagePath(path), () => context.request("GET", path));
  const entries =
    response && itemsOf(response.body, "items").map((one) => [textOf(one, "id"), textOf(one, "name")] as const);
  return <IdLabelsContext value={entries && new Map(entries)}>{children}</IdLabelsContext>;
}

/** Names by id; null while they load. */
export function useIdLabels(): ReadonlyMap<string, string> | null {
  return useContext(IdLabelsContext);
}
