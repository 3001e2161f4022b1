import { AmountField } from "@kolo/ui/amount-field.tsx";
import { formatAmount, formatMoney, parseTypedAmount } from "@kolo/ui/format-money.ts";
import { useLanguage } from "@kolo/ui/language.tsx";
import { useState } from "react";
import { useApi } from "#app/api-query.ts";
import type { ApprovalRule, WaitingOrder } from "#app/api-types.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { Link } from "#app/router.tsx";
import { useApprovalMessages } from "#i18n/approval-messages.ts";
import { AccountNumber } from "#ui/account-number.tsx";
import { DecisionButtons, useApprovalRule, useWaitingOrders } from "#ui/approval.tsx";
import { AmountOf, Receiver, Time } from "#ui/cells.tsx";
import { Form } from "#ui/form.tsx";
import { MakerChecks } from "#ui/maker-checks.tsx";
import { Heading, Notice, QueryState } from "#ui/page-elements.tsx";
import { recordPage } from "#ui/record-link.tsx";

/** The orders that wait for approval, and the approval rule. */
export function ApprovalsPage() {
  const messages = useApprovalMessages();
  const query = useWaitingOrders();
  const { items = [], totals: all = 0 } = query.data ?? {};
  return (
    <>
      <Heading title={messages.title} />
      <QueryState query={query} />
      {query.data && items.length === 0 && (
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
              <WaitingOrderItem key={item.id} item={item} onDone={query.reload} />
            ))}
          </ul>
          {all > items.length && <p className="quiet">{messages.first_of(items.length, all)}</p>}
        </section>
      )}
      <ApprovalRuleSection />
    </>
  );
}

function WaitingOrderItem({ item, onDone }: { readonly item: WaitingOrder; readonly onDone: () => void }) {
  const messages = useApprovalMessages();
  const context = useMerchantContext();
  const is_bulk = item.kind === "bulk_transfer";
  const id = item.id;
  const [name, number, channel] = [item.name ?? "", item.number ?? "", item.channel ?? ""];
  // A refund returns to the payer, whose name needs no look-up.
  const payee = is_bulk || item.kind === "refund" ? null : { name, number, channel };
  return (
    <li className="order">
      <div>
        <p className="order-sum">
          <Link to={context.pagePath(recordPage(id) ?? "")}>
            <AmountOf amount={item.amount} currency={item.currency} />
          </Link>
        </p>
        <p>
          {item.kind === "refund" && `${messages.refund_to} `}
          {item.kind === "withdrawal" && `${messages.withdrawal_to} `}
          {is_bulk ? (
            `${name} (${messages.transfers(item.transfers)})`
          ) : (
            <Receiver receiver={item} number={<AccountNumber id={id} number={number} />} />
          )}
        </p>
        <p className="quiet">
          {messages.requested_by(item.requested_by || messages.by_key)}, <Time at={item.requested_at} />
        </p>
        <MakerChecks checks={item.seen} payee={null} />
      </div>
      <DecisionButtons
        order={{ ...item, title: name }}
        more={<MakerChecks checks={item.seen} payee={payee} />}
        onDone={onDone}
      />
    </li>
  );
}

function ApprovalRuleSection() {
  const messages = useApprovalMessages();
  const context = useMerchantContext();
  const rule = useApprovalRule();
  const { language } = useLanguage();
  const { currency } = context.business;
  if (rule === undefined) return null;
  const limit = limitOf(rule);
  const moneyText = (amount: number | bigint): string => formatMoney(BigInt(amount), rule?.currency ?? "", language);
  const parts = [
    limit === null ? "" : messages.rule_amount(moneyText(limit)),
    rule?.every_bulk ? messages.rule_bulk : "",
  ].filter((part) => part !== "");
  return (
    <section aria-labelledby="rule">
      <h2 id="rule">{messages.rule}</h2>
      <p>{parts.length > 0 ? parts.join(" ") : messages.rule_none}</p>
      {limit !== null && <p>{messages.rule_sent(moneyText(rule?.sent ?? 0))}</p>}
      {context.hasRight("manage") ? (
        <RuleForm key={`${limit} ${rule?.every_bulk}`} rule={rule} currency={currency} />
      ) : (
        <p className="quiet">{messages.only_owners}</p>
      )}
    </section>
  );
}

interface RuleFormProps {
  readonly rule: ApprovalRule | null;
  readonly currency: string;
}

function limitOf(rule: ApprovalRule | null): bigint | null {
  return rule?.amount_above === undefined ? null : BigInt(rule.amount_above);
}

function RuleForm({ rule, currency }: RuleFormProps) {
  const messages = useApprovalMessages();
  const context = useMerchantContext();
  const { language } = useLanguage();
  const limit = limitOf(rule);
  const [amount, setAmount] = useState(limit === null ? "" : formatAmount(limit, currency, language));
  const [every_bulk, setEvery] = useState(rule?.every_bulk === true);
  const [is_saved, setSaved] = useState(false);
  const parsed_amount = parseTypedAmount(amount, currency);
  const is_wrong = amount.trim() !== "" && parsed_amount === null;
  const field_errors: Readonly<Record<string, string>> = is_wrong ? { amount_above: messages.amount_wrong } : {};
  const { members = [] } = useApi("GET /{merchant}/people", {}).data ?? {};
  const payers = members.filter(({ role }) => role === "owner" || role === "finance");
  return (
    <div className="narrow">
      <p className="quiet">{messages.rule_help}</p>
      {payers.length === 1 && <Notice>{messages.rule_alone}</Notice>}
      {is_saved && <Notice>{messages.saved}</Notice>}
      <Form
        {...{ label: messages.rule, button: messages.save, tone: "plain" }}
        check={() => field_errors}
        send={() =>
          context.send("PUT /{environment}/approval-rule", {
            body: { ...(parsed_amount !== null ? { amount_above: Number(parsed_amount) } : {}), every_bulk },
          })
        }
        onDone={() => setSaved(true)}
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
