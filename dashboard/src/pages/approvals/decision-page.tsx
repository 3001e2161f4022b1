import { Button } from "@kolo/ui/button.tsx";
import { formatMoney } from "@kolo/ui/format-money.ts";
import { useLanguage } from "@kolo/ui/language.tsx";
import { useState } from "react";
import { useApi } from "#app/api-query.ts";
import type { OrderToApprove } from "#app/api-types.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { Link } from "#app/router.tsx";
import { useApprovalMessages } from "#i18n/approval-messages.ts";
import { AccountNumber } from "#ui/account-number.tsx";
import { RejectForm, useWaitingOrders } from "#ui/approval.tsx";
import { AmountOf, ChannelName, Receiver, Time } from "#ui/cells.tsx";
import { MakerChecks } from "#ui/maker-checks.tsx";
import { Heading, Notice, QueryState } from "#ui/page-elements.tsx";
import { recordPage } from "#ui/record-link.tsx";
import { useAction } from "#ui/use-action.tsx";
import "./decision.css";

/** One order that needs a second person, on a page for a phone: who asks, how much, to whom, and the two buttons. */
export function DecisionPage({ id }: { readonly id: string }) {
  const messages = useApprovalMessages();
  const query = useApi("GET /{environment}/approvals/{id}", { params: { id } });
  const order = query.data?.approval;
  return (
    <div className="decision">
      <Heading title={order ? messages.kinds[order.kind] : messages.one_title} />
      <QueryState query={query} />
      {order && <Order order={order} onDone={query.reload} />}
    </div>
  );
}

function Order({ order, onDone }: { readonly order: OrderToApprove; readonly onDone: () => void }) {
  const messages = useApprovalMessages();
  const context = useMerchantContext();
  const is_waiting = order.state === "waiting";
  const [name, number, channel] = [order.name ?? "", order.number ?? "", order.channel ?? ""];
  const is_bulk = order.kind === "bulk_transfer";
  const payee = is_bulk || order.kind === "refund" || !is_waiting ? null : { name, number, channel };
  return (
    <>
      <p className="decision-sum">
        <AmountOf amount={order.amount} currency={order.currency} />
      </p>
      <div className="decision-payee">
        {is_bulk ? (
          <p>{[messages.transfers(order.transfers), name].filter(Boolean).join(", ")}</p>
        ) : (
          <>
            <p>
              <Receiver receiver={order} number={<AccountNumber id={order.id} number={number} />} />
            </p>
            <p className="quiet">
              <ChannelName id={channel} />
            </p>
          </>
        )}
      </div>
      <p className="quiet">
        {messages.requested_by(order.requested_by || messages.by_key)}, <Time at={order.requested_at} />
      </p>
      <MakerChecks checks={order.seen} payee={payee} />
      {is_bulk && <Entries id={order.id} />}
      <p>
        <Link to={context.pagePath(recordPage(order.id) ?? "")}>{messages.all_details}</Link>
      </p>
      {is_waiting ? <Decision order={order} onDone={onDone} /> : <Outcome order={order} />}
    </>
  );
}

const ENTRIES_SHOWN = 10;

/** The first entries of a bulk, with the receivers to be paid. */
function Entries({ id }: { readonly id: string }) {
  const messages = useApprovalMessages();
  const { bulk_transfer: bulk } = useApi("GET /{environment}/transfers/bulk/{id}", { params: { id } }).data ?? {};
  if (!bulk) return null;
  const shown = bulk.transfers.slice(0, ENTRIES_SHOWN);
  return (
    <>
      <ul className="decision-entries" aria-label={messages.receivers}>
        {shown.map((entry) => (
          <li key={entry.id}>
            <span>
              <Receiver receiver={entry.receiver} />
            </span>
            <AmountOf amount={entry.amount} currency={bulk.currency} />
          </li>
        ))}
      </ul>
      {bulk.total_transfers > shown.length && (
        <p className="quiet">{messages.first_of(shown.length, bulk.total_transfers)}</p>
      )}
    </>
  );
}

function Decision({ order, onDone }: { readonly order: OrderToApprove; readonly onDone: () => void }) {
  const messages = useApprovalMessages();
  const context = useMerchantContext();
  const { language } = useLanguage();
  const action = useAction();
  const [is_busy, setBusy] = useState(false);
  const [is_rejecting, setRejecting] = useState(false);
  if (!context.hasRight("pay")) return <Notice>{messages.no_right}</Notice>;
  const params = { id: order.id };
  async function approve(): Promise<void> {
    if (is_busy) return;
    setBusy(true);
    const { is_ok } = await action.run(() => context.send("POST /{environment}/approvals/{id}/approve", { params }));
    setBusy(false);
    if (is_ok) onDone();
  }
  if (is_rejecting) return <RejectForm id={order.id} onDone={onDone} onCancel={() => setRejecting(false)} />;
  return (
    <div className="decision-buttons">
      {action.error}
      {order.is_own ? (
        <Notice>{messages.own}</Notice>
      ) : (
        <>
          <p className="quiet">{messages.approve_hint}</p>
          <Button tone="main" is_busy={is_busy} onClick={() => void approve()}>
            {messages.approve_sum(formatMoney(BigInt(order.amount), order.currency, language))}
          </Button>
        </>
      )}
      <Button onClick={() => setRejecting(true)}>{messages.reject}</Button>
    </div>
  );
}

/** The decision, and the way to the orders that still wait. */
function Outcome({ order }: { readonly order: OrderToApprove }) {
  const messages = useApprovalMessages();
  const context = useMerchantContext();
  const waiting = useWaitingOrders().data?.totals ?? 0;
  return (
    <>
      <Notice tone={order.state === "rejected" ? "bad" : "plain"}>
        <p>
          <strong>{messages.states[order.state]}</strong>
          {order.decided_by && (
            <>
              {" "}
              {messages.by(order.decided_by)}, <Time at={order.decided_at ?? ""} />
            </>
          )}
        </p>
        {order.reason && <p>{order.reason}</p>}
      </Notice>
      {waiting > 0 && (
        <p>
          <Link to={context.pagePath("/approvals")}>{messages.waiting_count(waiting)}</Link>
        </p>
      )}
    </>
  );
}
