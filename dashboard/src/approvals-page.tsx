import { AmountField } from "@kolo/ui/amount-field.tsx";
import { formatAmount, formatMoney, readTypedAmount } from "@kolo/ui/format-money.ts";
import { useLanguage } from "@kolo/ui/language.tsx";
import { useState } from "react";
import { AccountNumber } from "./account-number.tsx";
import { Decide, useRule, useWaiting } from "./approval.tsx";
import { useApprovalWords } from "./approval-texts.ts";
import { ReceiverOf, Sum, Time } from "./cells.tsx";
import { Form } from "./form.tsx";
import { amountOf, type Item, itemsOf, numberOf, textOf } from "./items.ts";
import { usePlace } from "./place.ts";
import { Link } from "./router.tsx";
import { SeenByMaker } from "./seen.tsx";
import { Failure, Heading, Notice, Skeleton } from "./shell-parts.tsx";
import { useAnswer } from "./use-answer.ts";

/** The orders that wait for approval, and the approval rule. */
export function ApprovalsPage() {
  const words = useApprovalWords();
  const { answer, items, again } = useWaiting();
  const all = numberOf(answer?.body ?? {}, "totals");
  return (
    <>
      <Heading title={words.title} />
      {answer === null && <Skeleton />}
      {answer && !answer.is_ok && <Failure answer={answer} again={again} />}
      {answer?.is_ok && items.length === 0 && (
        <div className="empty">
          <h2>{words.none_title}</h2>
          <p className="quiet">{words.none_hint}</p>
        </div>
      )}
      {items.length > 0 && (
        <section aria-labelledby="waiting">
          <h2 id="waiting">{words.waiting}</h2>
          <ul className="orders">
            {items.map((item) => (
              <Order key={textOf(item, "id")} item={item} onDone={again} />
            ))}
          </ul>
          {all > items.length && <p className="quiet">{words.first_of(items.length, all)}</p>}
        </section>
      )}
      <Rule />
    </>
  );
}

function Order({ item, onDone }: { readonly item: Item; readonly onDone: () => void }) {
  const words = useApprovalWords();
  const place = usePlace();
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
          <Link to={place.to(`/${page}/${id}`)}>
            <Sum item={item} />
          </Link>
        </p>
        <p>
          {item.kind === "refund" && `${words.refund_to} `}
          {is_bulk ? (
            `${textOf(item, "name")} (${words.transfers(numberOf(item, "transfers"))})`
          ) : (
            <ReceiverOf receiver={item} number={<AccountNumber id={id} number={textOf(item, "number")} />} />
          )}
        </p>
        <p className="quiet">
          {words.asked_by(textOf(item, "asked_by") || words.by_key)}, <Time at={textOf(item, "asked_at")} />
        </p>
        <SeenByMaker seen={item.seen} payee={null} />
      </div>
      <Decide order={item} more={<SeenByMaker seen={item.seen} payee={payee} />} onDone={onDone} />
    </li>
  );
}

function Rule() {
  const words = useApprovalWords();
  const place = usePlace();
  const { rule, is_known, again } = useRule();
  const { language } = useLanguage();
  const limit = amountOf(rule, "amount_above");
  const currency = textOf(place.business, "currency");
  const parts = [
    limit === null ? "" : words.rule_amount(formatMoney(limit, textOf(rule, "currency"), language)),
    rule.every_bulk === true ? words.rule_bulk : "",
  ].filter((part) => part !== "");
  if (!is_known) return null;
  return (
    <section aria-labelledby="rule">
      <h2 id="rule">{words.rule}</h2>
      <p>{parts.length > 0 ? parts.join(" ") : words.rule_none}</p>
      {limit !== null && (
        <p>{words.rule_sent(formatMoney(amountOf(rule, "sent") ?? 0n, textOf(rule, "currency"), language))}</p>
      )}
      {place.may("manage") ? (
        <RuleForm key={JSON.stringify(rule)} rule={rule} currency={currency} onSaved={again} />
      ) : (
        <p className="quiet">{words.only_owners}</p>
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
  const words = useApprovalWords();
  const place = usePlace();
  const { language } = useLanguage();
  const limit = amountOf(rule, "amount_above");
  const [amount, setAmount] = useState(limit === null ? "" : formatAmount(limit, currency, language));
  const [every_bulk, setEvery] = useState(rule.every_bulk === true);
  const [is_saved, setSaved] = useState(false);
  const typed = readTypedAmount(amount, currency);
  const is_wrong = amount.trim() !== "" && typed === null;
  const wrong: Readonly<Record<string, string>> = is_wrong ? { amount_above: words.amount_wrong } : {};
  const staff = useAnswer(place.to("payers"), () => place.askBusiness("GET", "/people"));
  const members = itemsOf(staff.answer?.body ?? {}, "members");
  const payers = members.filter((member) => ["owner", "finance"].includes(textOf(member, "role")));
  return (
    <div className="narrow">
      <p className="quiet">{words.rule_help}</p>
      {payers.length === 1 && <Notice>{words.rule_alone}</Notice>}
      {is_saved && <Notice>{words.saved}</Notice>}
      <Form
        {...{ label: words.rule, button: words.save, tone: "plain" }}
        check={() => wrong}
        send={() =>
          place.ask("PUT", "/approval-rule", { ...(typed !== null ? { amount_above: Number(typed) } : {}), every_bulk })
        }
        onDone={() => {
          setSaved(true);
          onSaved();
        }}
      >
        {(errors) => (
          <>
            <AmountField
              {...{ label: words.amount_above, error: errors.amount_above, name: "amount_above", currency }}
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
              {words.every_bulk}
            </label>
          </>
        )}
      </Form>
    </div>
  );
}
