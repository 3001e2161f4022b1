import { AmountField } from "@kolo/ui/amount-field.tsx";
import { formatAmount, formatMoney, parseTypedAmount } from "@kolo/ui/format-money.ts";
import { useLanguage } from "@kolo/ui/language.tsx";
import { useState } from "react";
import { amountOf, type Item, itemsOf, numberOf, textOf } from "#app/items.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { Link } from "#app/router.tsx";
import { useApiQuery } from "#app/use-query.ts";
import { useApprovalMessages } from "#i18n/approval-messages.ts";
import { AccountNumber } from "#ui/account-number.tsx";
import { DecisionButtons, useApprovalRule, useWaitingOrders } from "#ui/approval.tsx";
import { AmountOf, Receiver, Time } from "#ui/cells.tsx";
import { Form } from "#ui/form.tsx";
import { MakerChecks } from "#ui/maker-checks.tsx";
import { Heading, LoadError, Notice, Skeleton } from "#ui/page-elements.tsx";

/** The orders that wait for approval, and the approval rule. */
export function ApprovalsPage() {
  const messages = useApprovalMessages();
  const { response, items, reload } = useWaitingOrders();
  const all = numberOf(response?.body ?? {}, "totals");
  return (
    <>
      <Heading title={messages.title} />
      {response === null && <Skeleton />}
      {response && !response.is_ok && <LoadError response={response} reload={reload} />}
      {response?.is_ok && items.length === 0 && (
        <div className="empty">
          <h2>{messages.none_title}</h2>
          <p className="quiet">{messages.none_hint}</p>
        </div>
      )}
      {items.length > 0 && (
        <section aria-labelledby="waiting">
          <h2 id="waiting">{messages.waiting}</h2>
          <ul className="orders">
            {items.map((item) => (
              <WaitingOrder key={textOf(item, "id")} item={item} onDone={reload} />
            ))}
          </ul>
          {all > items.length && <p className="quiet">{messages.first_of(items.length, all)}</p>}
        </section>
      )}
      <ApprovalRule />
    </>
  );
}

function WaitingOrder({ item, onDone }: { readonly item: Item; readonly onDone: () => void }) {
  const messages = useApprovalMessages();
  const context = useMerchantContext();
  const is_bulk = item.kind === "bulk_transfer";
  const page = is_bulk ? "bulk" : item.kind === "refund" ? "refunds" : "transfers";
  const id = textOf(item, "id");
  const payee = is_bulk
    ? null
    : { name: textOf(item, "name"), number: textOf(item, "number"), channel: textOf(item, "channel") };
  return (
    <li className="order">
      <div>
        <p className="order-sum">
          <Link to={context.pagePath(`/${page}/${id}`)}>
            <AmountOf item={item} />
          </Link>
        </p>
        <p>
          {item.kind === "refund" && `${messages.refund_to} `}
          {is_bulk ? (
            `${textOf(item, "name")} (${messages.transfers(numberOf(item, "transfers"))})`
          ) : (
            <Receiver receiver={item} number={<AccountNumber id={id} number={textOf(item, "number")} />} />
          )}
        </p>
        <p className="quiet">
          {messages.asked_by(textOf(item, "asked_by") || messages.by_key)}, <Time at={textOf(item, "asked_at")} />
        </p>
        <MakerChecks checks={item.seen} payee={null} />
      </div>
      <DecisionButtons order={item} more={<MakerChecks checks={item.seen} payee={payee} />} onDone={onDone} />
    </li>
  );
}

function ApprovalRule() {
  const messages = useApprovalMessages();
  const context = useMerchantContext();
  const { rule, is_loaded, reload } = useApprovalRule();
  const { language } = useLanguage();
  const limit = amountOf(rule, "amount_above");
  const currency = textOf(context.business, "currency");
  const parts = [
    limit === null ? "" : messages.rule_amount(formatMoney(limit, textOf(rule, "currency"), language)),
    rule.every_bulk === true ? messages.rule_bulk : "",
  ].filter((part) => part !== "");
  if (!is_loaded) return null;
  return (
    <section aria-labelledby="rule">
      <h2 id="rule">{messages.rule}</h2>
      <p>{parts.length > 0 ? parts.join(" ") : messages.rule_none}</p>
      {limit !== null && (
        <p>{messages.rule_sent(formatMoney(amountOf(rule, "sent") ?? 0n, textOf(rule, "currency"), language))}</p>
      )}
      {context.hasRight("manage") ? (
        <RuleForm key={JSON.stringify(rule)} rule={rule} currency={currency} onSaved={reload} />
      ) : (
        <p className="quiet">{messages.only_owners}</p>
      )}
    </section>
  );
}

interface RuleFormProps {
  readonly rule: Item;
  readonly currency: string;
  readonly onSaved: () => void;
}

function RuleForm({ rule, currency, onSaved }: RuleFormProps) {
  const messages = useApprovalMessages();
  const context = useMerchantContext();
  const { language } = useLanguage();
  const limit = amountOf(rule, "amount_above");
  const [amount, setAmount] = useState(limit === null ? "" : formatAmount(limit, currency, language));
  const [every_bulk, setEvery] = useState(rule.every_bulk === true);
  const [is_saved, setSaved] = useState(false);
  const parsed_amount = parseTypedAmount(amount, currency);
  const is_wrong = amount.trim() !== "" && parsed_amount === null;
  const field_errors: Readonly<Record<string, string>> = is_wrong ? { amount_above: messages.amount_wrong } : {};
  const members_query = useApiQuery(context.pagePath("payers"), () => context.requestForMerchant("GET", "/people"));
  const members = itemsOf(members_query.response?.body ?? {}, "members");
  const payers = members.filter((member) => ["owner", "finance"].includes(textOf(member, "role")));
  return (
    <div className="narrow">
      <p className="quiet">{messages.rule_help}</p>
      {payers.length === 1 && <Notice>{messages.rule_alone}</Notice>}
      {is_saved && <Notice>{messages.saved}</Notice>}
      <Form
        {...{ label: messages.rule, button: messages.save, tone: "plain" }}
        check={() => field_errors}
        send={() =>
          context.request("PUT", "/approval-rule", {
            ...(parsed_amount !== null ? { amount_above: Number(parsed_amount) } : {}),
            every_bulk,
          })
        }
        onDone={() => {
          setSaved(true);
          onSaved();
        }}
      >
        {(errors) => (
          <>
            <AmountField
              {...{ label: messages.amount_above, error: errors.amount_above, name: "amount_above", currency }}
              value={amount}
              onValue={setAmount}
            />
            <label className="check">
              <input
                type="checkbox"
                name="every_bulk"
                checked={every_bulk}
                onChange={(event) => setEvery(event.currentTarget.checked)}
              />
              {messages.every_bulk}
            </label>
          </>
        )}
      </Form>
    </div>
  );
}
