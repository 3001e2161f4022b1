import { Button } from "@kolo/ui/button.tsx";
import { Field } from "@kolo/ui/field.tsx";
import { Money } from "@kolo/ui/money.tsx";
import { Status, type StatusKind } from "@kolo/ui/status.tsx";
import { useState } from "react";
import { useApi } from "#app/api-query.ts";
import type { OperatorCorrection } from "#app/api-types.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { Link, useAddress } from "#app/router.tsx";
import { usePlatformOperatorMessages } from "#i18n/platform-operator-messages.ts";
import { Time } from "#ui/cells.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Form } from "#ui/form.tsx";
import { Dialog, Heading, QueryState } from "#ui/page-elements.tsx";
import { useCorrectionMessages } from "./correction-messages.ts";
import { TestLabel } from "./reviews-page.tsx";

/** The corrections that wait for a second platform operator, or all. */
export function CorrectionsPage() {
  const messages = useCorrectionMessages();
  const { pages } = usePlatformOperatorMessages();
  const context = useMerchantContext();
  const is_all = useAddress().searchParams.get("all") === "true";
  const query = useApi("GET /operator/corrections", { query: is_all ? { all: true } : {} });
  const items = query.data?.items ?? [];
  return (
    <>
      <Heading title={pages.corrections}>
        <nav className="switch figures" aria-label={messages.show}>
          <Link to={context.pagePath("/corrections")} is_current={!is_all}>
            {messages.open}
          </Link>
          <Link to={context.pagePath("/corrections?all=true")} is_current={is_all}>
            {messages.all}
          </Link>
        </nav>
      </Heading>
      <QueryState query={query} />
      {query.data && items.length === 0 && (
        <div className="empty">
          <h2>{is_all ? messages.none_all : messages.none}</h2>
          <p className="quiet">{messages.none_hint}</p>
        </div>
      )}
      <ul className="orders">
        {items.map((item) => (
          <CorrectionItem key={item.id} item={item} reload={query.reload} />
        ))}
      </ul>
    </>
  );
}

const SHAPES = { proposed: "pending", booked: "complete", rejected: "canceled" } as const satisfies Readonly<
  Record<OperatorCorrection["state"], StatusKind>
>;

interface CorrectionProps {
  readonly item: OperatorCorrection;
  readonly reload: () => void;
}

function CorrectionItem({ item, reload }: CorrectionProps) {
  const messages = useCorrectionMessages();
  const context = useMerchantContext();
  const query = item.environment === "test" ? "?environment=test" : "";
  const { entry, decided_by, decided_at, rejection } = item;
  return (
    <li className="order">
      <div>
        <p className="order-sum">
          <Money amount={BigInt(item.amount)} currency={item.currency} />
        </p>
        <p>
          {messages.kinds[item.kind]}
          {entry !== null && ` ${messages.of_entry(entry)}`}, {messages.from_to(item.debit, item.credit)}
        </p>
        <p>
          <Link to={context.pagePath(`/merchants/${item.merchant}/entries${query}`)}>{item.merchant_name}</Link>
          {item.environment === "test" && <TestLabel />}
        </p>
        <p>
          {messages.reason_is(item.reason)}
          <br />
          {messages.document_is(item.document)}
        </p>
        <p className="quiet">
          {messages.requested_by(item.requested_by)}, <Time at={item.requested_at} />
        </p>
        {decided_by !== null && (
          <p className="quiet">
            {messages.decided_by(decided_by)}, <Time at={decided_at ?? ""} />
            {rejection !== null && `. ${rejection}`}
          </p>
        )}
      </div>
      <div>
        {item.state === "proposed" ? (
          <Decision item={item} reload={reload} />
        ) : (
          <Status kind={SHAPES[item.state]}>{messages.states[item.state]}</Status>
        )}
      </div>
    </li>
  );
}

/** The buttons of the second platform operator. The proposer can only reject. */
function Decision({ item, reload }: CorrectionProps) {
  const messages = useCorrectionMessages();
  const context = useMerchantContext();
  const [open_dialog, setOpenDialog] = useState<"approve" | "reject" | null>(null);
  const [reason, setReason] = useState("");
  const params = { id: item.id };
  const end = (is_done: boolean): void => {
    setOpenDialog(null);
    if (is_done) reload();
  };
  const check_errors: Readonly<Record<string, string>> = reason.trim() === "" ? { reason: messages.needed } : {};
  return (
    <>
      <div className="actions">
        {item.is_own ? (
          <p className="quiet">{messages.own}</p>
        ) : (
          <Button tone="main" onClick={() => setOpenDialog("approve")}>
            {messages.approve}
          </Button>
        )}
        <Button onClick={() => setOpenDialog("reject")}>{messages.reject}</Button>
      </div>
      {open_dialog === "approve" && (
        <ConfirmDialog
          {...{ title: messages.approve_sure, subject: item.reason, hint: messages.approve_hint }}
          {...{ button: messages.approve, cancel_text: messages.keep, onEnd: end }}
          action={() => context.send("POST /operator/corrections/{id}/approve", { params })}
        />
      )}
      {open_dialog === "reject" && (
        <Dialog title={messages.reject_sure} onClose={() => end(false)}>
          <p className="quiet">{messages.reject_hint}</p>
          <Form
            {...{ label: messages.reject, button: messages.reject, onDone: () => end(true) }}
            check={() => check_errors}
            send={() => context.send("POST /operator/corrections/{id}/reject", { params, body: { reason } })}
          >
            {(errors) => (
              <Field
                {...{ label: messages.reason, error: errors.reason, name: "reason", value: reason }}
                onValue={setReason}
              />
            )}
          </Form>
          <Button onClick={() => end(false)}>{messages.keep}</Button>
        </Dialog>
      )}
    </>
  );
}
