import { ServiceError } from "#kernel/errors.ts";
import { MERGED_MAX } from "./schema.ts";

/** The ids of two customers, or of two beneficiaries, that are one person. */
export interface PartiesToMerge {
  readonly kept: string;
  readonly merged: string;
}

interface Mergeable {
  readonly id: string;
  readonly merged_into: string | null;
  readonly is_deleted: boolean;
  readonly aliases: number;
}

/**
 * Returns the two rows of a merge. Throws `not_found` for an unknown or deleted one, `invalid` for one party twice and for
 * too many merges, and `conflict` if either was merged already.
 */
export function requireMergeable<Row extends Mergeable>(
  rows: readonly Row[],
  ids: PartiesToMerge,
): { readonly kept: Row; readonly merged: Row } {
  if (ids.kept === ids.merged) throw new ServiceError("parties_equal", "Choose another person to merge");
  const [kept, merged] = [ids.kept, ids.merged].map((id) => rows.find((row) => row.id === id));
  if (kept?.merged_into != null || merged?.merged_into != null) {
    throw new ServiceError("party_already_merged", "One of the two was merged already. Reload the page");
  }
  if (!kept || kept.is_deleted || !merged || merged.is_deleted) {
    throw partyNotFound();
  }
  if (kept.aliases + merged.aliases + 1 > MERGED_MAX) {
    throw new ServiceError("party_merges_exhausted", `At most ${MERGED_MAX} can be merged into one`);
  }
  return { kept, merged };
}

export function partyNotFound(): ServiceError {
  return new ServiceError("party_not_found", "There is no customer or beneficiary with this id");
}
