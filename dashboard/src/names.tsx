import { createContext, type ReactNode, useContext } from "react";
import { type Item, itemsOf, textOf } from "./items.ts";
import { usePlace } from "./place.ts";
import { useSeenAnswer } from "./use-answer.ts";

/** The fields that hold the id of a payer or payee. */
export const PARTIES: readonly string[] = ["beneficiary", "customer"];

const NamesContext = createContext<ReadonlyMap<string, string> | null>(new Map());

interface NamesProps {
  readonly items: readonly Item[];
  readonly children: ReactNode;
}

/** Loads the names of all payers and payees in these records with one request. */
export function Names({ items, children }: NamesProps) {
  const ids = new Set(items.flatMap((item) => PARTIES.map((field) => textOf(item, field))).filter((id) => id !== ""));
  return ids.size === 0 ? children : <Asked ids={[...ids].sort().join()}>{children}</Asked>;
}

function Asked({ ids, children }: { readonly ids: string; readonly children: ReactNode }) {
  const place = usePlace();
  const path = `/names?ids=${ids}`;
  const { answer } = useSeenAnswer(place.to(path), () => place.ask("GET", path));
  const known = answer && itemsOf(answer.body, "items").map((one) => [textOf(one, "id"), textOf(one, "name")] as const);
  return <NamesContext value={known && new Map(known)}>{children}</NamesContext>;
}

/** Names by id; null while they load. */
export function useNames(): ReadonlyMap<string, string> | null {
  return useContext(NamesContext);
}
