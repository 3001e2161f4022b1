import { amountOf, type Item, textOf } from "#app/items.ts";
import type { Method, Right } from "#app/merchant-context.ts";
import type { Messages } from "#i18n/messages.ts";

/** An action on a record, possible or not. `blocked_by` is the reason if the record's state forbids it. */
export interface RecordAction {
  readonly name: keyof Messages["actions"];
  readonly method: Method;
  readonly path: string;
  readonly body?: Item;
  readonly right: Right;
  readonly blocked_by: Exclude<keyof Messages["why_not"], "role"> | null;
  /** Whether the action needs a confirmation. */
  readonly is_final: boolean;
  /** The page to open afterwards; null stays on this page. */
  readonly next_page: string | null;
  /** Whether the action opens a form first. */
  readonly has_form?: boolean;
}

/** The actions of a record, with those that its state forbids. */
export function recordActions(page: keyof Messages["pages"], item: Item): readonly RecordAction[] {
  const id = textOf(item, "id");
  const status = textOf(item, "status");
  const final = { is_final: true, next_page: null };
  switch (page) {
    case "transfers": {
      const blocked_by = status === "pending" ? null : "transfer_gone";
      return [
        { name: "cancel_transfer", method: "DELETE", path: `/transfers/${id}`, right: "pay", blocked_by, ...final },
      ];
    }
    case "payments": {
      const cancel = { method: "DELETE", path: `/payments/${id}`, right: "charge", ...final } as const;
      if (status !== "complete") {
        return [{ name: "cancel_payment", ...cancel, blocked_by: status === "pending" ? null : "payment_gone" }];
      }
      const is_refundable = (amountOf(item, "amount") ?? 0n) > (amountOf(item, "amount_refunded") ?? 0n);
      const refund = { method: "POST", path: "/refunds", right: "pay", ...final } as const;
      return [{ name: "refund", ...refund, has_form: true, blocked_by: is_refundable ? null : "all_back" }];
    }
    case "payment-links":
      if (item.active !== true) return [];
      return [
        {
          name: "deactivate",
          method: "DELETE",
          path: `/payment-links/${id}`,
          right: "charge",
          blocked_by: null,
          ...final,
        },
      ];
    case "beneficiaries":
    case "customers":
    case "webhooks":
      return storedRecordActions(page, id, item);
    default:
      return [];
  }
}

function storedRecordActions(
  page: "beneficiaries" | "customers" | "webhooks",
  id: string,
  item: Item,
): readonly RecordAction[] {
  const right = page === "beneficiaries" ? "pay" : page === "customers" ? "charge" : "develop";
  const path = `/${page}/${id}`;
  const remove: RecordAction = {
    ...{ name: "delete", method: "DELETE", path, right, blocked_by: null, is_final: true, next_page: `/${page}` },
  };
  if (page !== "webhooks") return [remove];
  const is_active = item.active === true;
  const name = is_active ? "disable" : "enable";
  const body = { active: !is_active };
  return [{ name, method: "PUT", path, body, right, blocked_by: null, is_final: false, next_page: null }, remove];
}
