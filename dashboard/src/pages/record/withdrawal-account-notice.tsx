import { Button } from "@kolo/ui/button.tsx";
import { formatDate } from "@kolo/ui/format-date.ts";
import { useLanguage } from "@kolo/ui/language.tsx";
import { useState, useSyncExternalStore } from "react";
import { useApi } from "#app/api-query.ts";
import { onTick } from "#app/clock.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import type { RecordFields } from "#app/records.ts";
import { Link } from "#app/router.tsx";
import { useWithdrawalMessages, type WithdrawalMessages } from "#i18n/withdrawal-messages.ts";
import { useTimeZone } from "#ui/cells.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Notice } from "#ui/page-elements.tsx";

interface WithdrawalAccountProps {
  readonly account: RecordFields;
  readonly reload: () => void;
}

/** The next step for an account: who must confirm it, the end of its cooling time, or a withdrawal to it. */
export function WithdrawalAccountNotice({ account, reload }: WithdrawalAccountProps) {
  const messages = useWithdrawalMessages();
  const context = useMerchantContext();
  const { language } = useLanguage();
  const timeZone = useTimeZone();
  const { id = "", state, usable_at } = account;
  const is_cooling = useSyncExternalStore(onTick, () => Date.parse(usable_at ?? "") > Date.now());
  if (state === "pending") return <PendingConfirmation account={account} reload={reload} />;
  if (state !== "active") return null;
  if (is_cooling && usable_at) {
    const from = formatDate(new Date(usable_at), language, { dateStyle: "long", timeStyle: "short", timeZone });
    return (
      <Notice>
        {messages.cooling} <time dateTime={usable_at}>{from}</time>.
      </Notice>
    );
  }
  if (!context.hasRight("pay")) return null;
  return (
    <p className="actions">
      <Link className="button button-main" to={context.pagePath(`/withdrawals/new?account=${id}`)}>
        {messages.withdraw_here}
      </Link>
    </p>
  );
}

function PendingConfirmation({ account, reload }: WithdrawalAccountProps) {
  const messages = useWithdrawalMessages();
  const context = useMerchantContext();
  const [is_open, setOpen] = useState(false);
  const { members = [] } = useApi("GET /{merchant}/people", {}).data ?? {};
  const { id = "", name, number, first_confirmed_by: first = null } = account;
  const is_own = first === context.me.profile.id;
  const first_name = members.find((member) => member.id === first)?.name ?? messages.somebody;
  return (
    <Notice>
      <p>{pendingText(messages, context.environment, { first, is_own, first_name })}</p>
      {!is_own && context.hasRight("pay") && (
        <Button tone="main" onClick={() => setOpen(true)}>
          {messages.confirm}
        </Button>
      )}
      {is_open && (
        <ConfirmDialog
          {...{ title: messages.confirm_sure, subject: `${name} ${number}`, hint: messages.confirm_hint }}
          button={messages.confirm}
          action={() => context.send("POST /{environment}/withdrawal-accounts/{id}/confirm", { params: { id } })}
          onEnd={(is_done) => {
            setOpen(false);
            if (is_done) reload();
          }}
        />
      )}
    </Notice>
  );
}

interface FirstConfirmation {
  readonly first: string | null;
  readonly is_own: boolean;
  readonly first_name: string;
}

function pendingText(
  messages: WithdrawalMessages,
  environment: "test" | "live",
  { first, is_own, first_name }: FirstConfirmation,
): string {
  if (environment === "test") return messages.confirm_test;
  if (first === null) return messages.confirm_first;
  return is_own ? messages.confirm_own : messages.confirm_second(first_name);
}
