import { Button } from "@kolo/ui/button.tsx";
import { Field } from "@kolo/ui/field.tsx";
import { useLanguage } from "@kolo/ui/language.tsx";
import { Money } from "@kolo/ui/money.tsx";
import { Status } from "@kolo/ui/status.tsx";
import { useState } from "react";
import { useApi } from "#app/api-query.ts";
import type { ChannelHealth, ProviderAccount } from "#app/api-types.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { Link } from "#app/router.tsx";
import { useMessages } from "#i18n/messages.ts";
import { type PlatformOperatorMessages, usePlatformOperatorMessages } from "#i18n/platform-operator-messages.ts";
import { pauseText } from "#i18n/provider-cause-messages.ts";
import { useBreakpoint } from "#ui/breakpoints.ts";
import { Time } from "#ui/cells.tsx";
import { Form } from "#ui/form.tsx";
import { CodeBlock, Dialog, Heading, QueryState } from "#ui/page-elements.tsx";
import { Table } from "#ui/table.tsx";

/** Every provider account, with the health of its channels, its balance, and the two actions on a channel. */
export function ChannelsPage() {
  const messages = usePlatformOperatorMessages();
  const query = useApi("GET /operator/channels", {});
  const { data } = query;
  const items = data?.items ?? [];
  return (
    <>
      <Heading title={messages.pages.channels} />
      <QueryState query={query} />
      {data && items.length === 0 && (
        <div className="empty">
          <h2>{messages.no_accounts}</h2>
          <p className="quiet">{messages.no_accounts_hint}</p>
          <CodeBlock label={messages.no_accounts_hint}>kolo providers connect mtn --secrets mtn.env</CodeBlock>
        </div>
      )}
      {items.map((account) => (
        <Account key={account.id} account={account} reload={query.reload} />
      ))}
    </>
  );
}

interface AccountProps {
  readonly account: ProviderAccount;
  readonly reload: () => void;
}

function Account({ account, reload }: AccountProps) {
  const messages = usePlatformOperatorMessages();
  const context = useMerchantContext();
  const all = useMessages();
  const id = account.id;
  const provider_balances = account.held;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>
        {account.name} · {account.merchant_name || messages.own_account}
      </h2>
      <p className="quiet account">
        {account.environment === "live" ? all.live : all.test} · {account.provider.toUpperCase()} {account.market} ·{" "}
        {account.identity} · <code>{id}</code>
      </p>
      <p>
        {provider_balances.length === 0 && <span className="quiet">{messages.balance_unknown}</span>}
        {provider_balances.map((one) => (
          <span key={one.currency} className="line">
            {messages.holds} <Money amount={BigInt(one.provider_balance)} currency={one.currency} />{" "}
            <span className="quiet">
              ({messages.balance_checked} <Time at={one.checked_at} />)
            </span>
          </span>
        ))}
      </p>
      {account.drifts_open > 0 && (
        <p>
          <Link className="caution" to={context.pagePath("/reconciliation")}>
            {messages.drifted(account.drifts_open)}
          </Link>
        </p>
      )}
      <Channels account={account} reload={reload} />
    </section>
  );
}

function Channels({ account, reload }: AccountProps) {
  const messages = usePlatformOperatorMessages();
  const is_narrow = useBreakpoint() === "phone";
  return (
    <Table<ChannelHealth>
      label={messages.pages.channels}
      rows={account.channels}
      rowKey={(channel) => channel.channel}
      columns={[
        {
          name: "channel",
          header: messages.channel,
          cell: (channel) => channelName(channel, messages),
          ...(is_narrow ? { secondary: (channel) => <ChannelState channel={channel} /> } : {}),
        },
        {
          name: "state",
          header: messages.state,
          hidden_below_px: 600,
          cell: (channel) => <ChannelState channel={channel} />,
        },
        {
          name: "succeeded",
          header: messages.succeeded,
          align: "end",
          hidden_below_px: 900,
          cell: (channel) => <ChannelSuccessRate channel={channel} />,
        },
        {
          name: "reason",
          header: messages.reason,
          hidden_below_px: 900,
          cell: (channel) => (channel.status === "paused" ? <PauseReason channel={channel} /> : "–"),
        },
        {
          name: "pause",
          header: messages.pause,
          is_header_hidden: true,
          align: "end",
          cell: (channel) => <PauseButton account={account.id} channel={channel} reload={reload} />,
        },
      ]}
    />
  );
}

const SHAPES = { operational: "complete", degraded: "processing", paused: "failed" } as const;

function ChannelState({ channel }: { readonly channel: ChannelHealth }) {
  const messages = usePlatformOperatorMessages();
  const state = channel.status;
  return <Status kind={SHAPES[state]}>{messages.states[state]}</Status>;
}

function ChannelSuccessRate({ channel }: { readonly channel: ChannelHealth }) {
  const { language } = useLanguage();
  const rate = channel.success_rate;
  return <>{typeof rate === "number" ? rate.toLocaleString(language, { style: "percent" }) : "–"}</>;
}

interface PauseButtonProps {
  readonly account: string;
  readonly channel: ChannelHealth;
  readonly reload: () => void;
}

function PauseButton({ account, channel, reload }: PauseButtonProps) {
  const messages = usePlatformOperatorMessages();
  const [is_open, setOpen] = useState(false);
  const is_paused = channel.status === "paused";
  return (
    <>
      <Button onClick={() => setOpen(true)}>{is_paused ? messages.resume : messages.pause}</Button>
      {is_open && (
        <PauseDialog
          {...{ account, channel: channel.channel, is_paused }}
          onEnd={() => {
            setOpen(false);
            reload();
          }}
        />
      )}
    </>
  );
}

/** A pseudo-channel for the balance of a provider account. The service pauses it, and so payouts, at a low balance. */
const FLOAT = "float";

function channelName(channel: ChannelHealth, { float }: PlatformOperatorMessages): string {
  const id = channel.channel;
  return id === FLOAT ? float : id;
}

function pauseTitle(channel: string, { pause_float, pause_title }: PlatformOperatorMessages): string {
  return channel === FLOAT ? pause_float : pause_title(channel);
}

function resumeTitle(channel: string, { resume_float, resume_title }: PlatformOperatorMessages): string {
  return channel === FLOAT ? resume_float : resume_title(channel);
}

function PauseReason({ channel }: { readonly channel: ChannelHealth }) {
  const messages = usePlatformOperatorMessages();
  const { language } = useLanguage();
  const until = channel.paused_until;
  return (
    <>
      {pauseText(channel.reason_code ?? "", channel.reason ?? "", language)}{" "}
      <span className="quiet">
        {until === null ? (
          messages.until_resumed
        ) : (
          <>
            {messages.until} <Time at={until} is_future />
          </>
        )}
      </span>
    </>
  );
}

interface PauseDialogProps {
  readonly account: string;
  readonly channel: string;
  readonly is_paused: boolean;
  readonly onEnd: () => void;
}

function PauseDialog({ account, channel, is_paused, onEnd }: PauseDialogProps) {
  const messages = usePlatformOperatorMessages();
  const context = useMerchantContext();
  const [reason, setReason] = useState("");
  const params = { account, channel };
  const title = is_paused ? resumeTitle(channel, messages) : pauseTitle(channel, messages);
  const pause_hint = channel === FLOAT ? messages.pause_float_hint : messages.pause_hint;
  const button = is_paused ? messages.resume : messages.pause;
  const check_errors: Readonly<Record<string, string>> =
    is_paused || reason.trim() !== "" ? {} : { reason: messages.reason_needed };
  return (
    <Dialog title={title} onClose={onEnd}>
      <p className="quiet">{is_paused ? messages.resume_hint : pause_hint}</p>
      <Form
        {...{ label: title, button, onDone: onEnd }}
        check={() => check_errors}
        send={() =>
          is_paused
            ? context.send("POST /operator/channels/{account}/{channel}/resume", { params })
            : context.send("POST /operator/channels/{account}/{channel}/pause", { params, body: { reason } })
        }
      >
        {(errors) =>
          is_paused ? null : (
            <Field
              {...{ label: messages.pause_reason, error: errors.reason, name: "reason", value: reason }}
              onValue={setReason}
            />
          )
        }
      </Form>
      <Button onClick={onEnd}>{messages.keep}</Button>
    </Dialog>
  );
}
