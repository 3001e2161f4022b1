import { KEY_RIGHTS } from "#kernel/rights.ts";
import { ENVIRONMENTS } from "#kernel/scope.ts";
import type { LinkGrant } from "#resources/merchants/store.ts";

/** A merchant link that grants everything. */
export const FULL_LINK_GRANT: LinkGrant = { rights: KEY_RIGHTS, environments: ENVIRONMENTS };
