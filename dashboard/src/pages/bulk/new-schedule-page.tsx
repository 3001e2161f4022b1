import { useRef, useState } from "react";
import { useApi } from "#app/api-query.ts";
import type { NewSchedule } from "#app/api-types.ts";
import { newSendAttempts } from "#app/idempotent-send.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { Link, useAddress } from "#app/router.tsx";
import { useMessages } from "#i18n/messages.ts";
import { useScheduleMessages } from "#i18n/schedule-messages.ts";
import { AmountOf } from "#ui/cells.tsx";
import { Heading, QueryState } from "#ui/page-elements.tsx";
import { CheckedFile } from "./checked-file.tsx";
import { NEW_SCHEDULE, ScheduleForm } from "./schedule-form.tsx";
import { toScheduledTransfers } from "./scheduled-transfers.ts";
import { includedRows } from "./upload-review.tsx";

/** A new schedule: its payees from a file or from the bulk transfer in the address, then its timing. */
export function NewSchedulePage() {
  const messages = useScheduleMessages();
  const { pages } = useMessages();
  const context = useMerchantContext();
  const bulk = useAddress().searchParams.get("bulk");
  // Both are kept while the file changes.
  const [draft, setDraft] = useState(NEW_SCHEDULE);
  const attempts = useRef(newSendAttempts<NewSchedule>());
  const form = { draft, onDraft: setDraft, attempts };
  return (
    <>
      <Link className="back" to={context.pagePath("/schedules")}>
        ← {pages.schedules}
      </Link>
      <Heading title={messages.new_title} />
      {bulk === null ? (
        <CheckedFile title={messages.list}>
          {({ spreadsheet, excluded_lines, query }, { currency, needs_approval }) => (
            <ScheduleForm
              {...{ ...form, currency, needs_approval }}
              transfers={toScheduledTransfers(spreadsheet, includedRows(spreadsheet, excluded_lines), query.channel)}
            />
          )}
        </CheckedFile>
      ) : (
        <FromBulk id={bulk} form={form} />
      )}
    </>
  );
}

interface FromBulkProps {
  readonly id: string;
  readonly form: Pick<Parameters<typeof ScheduleForm>[0], "draft" | "onDraft" | "attempts">;
}

/** A schedule that pays the people of a bulk transfer again. */
function FromBulk({ id, form }: FromBulkProps) {
  const messages = useScheduleMessages();
  const context = useMerchantContext();
  const query = useApi("GET /{environment}/transfers/bulk/{id}", { params: { id } }, { is_form: true });
  if (!query.data) return <QueryState query={query} />;
  const { description, total_amount, total_transfers, currency, approval, transfers } = query.data.bulk_transfer;
  return (
    <div className="narrow">
      <p>
        {messages.same_list} <Link to={context.pagePath(`/bulk/${id}`)}>{description || id}</Link>
        {" · "}
        {messages.people(total_transfers)} · <AmountOf amount={total_amount} currency={currency} />
      </p>
      <ScheduleForm
        {...{ ...form, currency, needs_approval: approval !== undefined }}
        transfers={transfers.map(({ amount, channel, beneficiary }) => ({ amount, channel, beneficiary }))}
      />
    </div>
  );
}
