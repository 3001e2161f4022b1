import { Button } from "@kolo/ui/button.tsx";
import { Field } from "@kolo/ui/field.tsx";
import { useLanguage } from "@kolo/ui/language.tsx";
import { Money } from "@kolo/ui/money.tsx";
import { Status } from "@kolo/ui/status.tsx";
import { useState } from "react";
import { Time } from "./cells.tsx";
import { Form } from "./form.tsx";
import { amountOf, type Item, itemsOf, numberOf, textOf } from "./items.ts";
import { type OperatorTexts, useOperatorWords } from "./operator-texts.ts";
import { usePlace } from "./place.ts";
import { useRoom } from "./room.ts";
import { Link } from "./router.tsx";
import { said } from "./said.ts";
import { Code, Dialog, Failure, Heading, Skeleton } from "./shell-parts.tsx";
import { Table } from "./table.tsx";
import { useWords } from "./texts.ts";
import { useAnswer } from "./use-answer.ts";

/** Every provider account, with the health of its channels, its balance, and the two actions on a channel. */
export function ChannelsPage() {
  const words = useOperatorWords();
  const place = usePlace();
  // The health of a channel changes without user action, so the page polls.
  const asked = useAnswer(
    "channels",
    () => place.ask("GET", "/channels"),
    () => true,
  );
  const { answer } = asked;
  const items = itemsOf(answer?.body ?? {}, "items");
  return (
    <>
      <Heading title={words.pages.channels} />
      {answer === null && <Skeleton />}
      {answer && !answer.is_ok && <Failure answer={answer} again={asked.again} />}
      {answer?.is_ok && items.length === 0 && (
        <div className="empty">
          <h2>{words.no_accounts}</h2>
          <p className="quiet">{words.no_accounts_hint}</p>
          <Code label={words.no_accounts_hint}>kolo providers connect mtn --secrets mtn.env</Code>
        </div>
      )}
      {items.map((account) => (
        <Account key={textOf(account, "id")} account={account} again={asked.again} />
      ))}
    </>
  );
}

interface AccountProps {
  readonly account: Item;
  readonly again: () => void;
}

function Account({ account, again }: AccountProps) {
  const words = useOperatorWords();
  const place = usePlace();
  const all = useWords();
  const id = textOf(account, "id");
  const held = itemsOf(account, "held");
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>
        {textOf(account, "provider").toUpperCase()} · {textOf(account, "merchant_name") || words.own_account}
      </h2>
      <p className="quiet account">
        {account.environment === "live" ? all.live : all.test} · {textOf(account, "identity")} · <code>{id}</code>
      </p>
      <p>
        {held.length === 0 && <span className="quiet">{words.never_asked}</span>}
        {held.map((one) => (
          <span key={textOf(one, "currency")} className="line">
            {words.holds} <Money amount={amountOf(one, "provider_balance") ?? 0n} currency={textOf(one, "currency")} />{" "}
            <span className="quiet">
              ({words.asked} <Time at={textOf(one, "checked_at")} />)
            </span>
          </span>
        ))}
      </p>
      {numberOf(account, "drifts_open") > 0 && (
        <p>
          <Link className="caution" to={place.to("/reconciliation")}>
            {words.drifted(numberOf(account, "drifts_open"))}
          </Link>
        </p>
      )}
      <Channels account={account} again={again} />
    </section>
  );
}

function Channels({ account, again }: AccountProps) {
  const words = useOperatorWords();
  const is_narrow = useRoom() === "telephone";
  return (
    <Table
      label={words.pages.channels}
      rows={itemsOf(account, "channels")}
      rowKey={(channel) => textOf(channel, "channel")}
      columns={[
        {
          name: "channel",
          header: words.channel,
          cell: (channel) => nameOf(channel, words),
          ...(is_narrow ? { secondary: (channel) => <State channel={channel} /> } : {}),
        },
        {
          name: "state",
          header: words.state,
          hidden_below_px: 600,
          cell: (channel) => <State channel={channel} />,
        },
        {
          name: "succeeded",
          header: words.succeeded,
          align: "end",
          hidden_below_px: 900,
          cell: (channel) => <Succeeded channel={channel} />,
        },
        {
          name: "reason",
          header: words.reason,
          hidden_below_px: 900,
          cell: (channel) => (stateOf(channel) === "paused" ? <Why channel={channel} /> : "–"),
        },
        {
          name: "pause",
          header: words.pause,
          is_header_hidden: true,
          align: "end",
          cell: (channel) => <Switch account={textOf(account, "id")} channel={channel} again={again} />,
        },
      ]}
    />
  );
}

const SHAPES = { operational: "complete", degraded: "processing", paused: "failed" } as const;

function stateOf(channel: Item): keyof typeof SHAPES {
  const told = textOf(channel, "status");
  return told === "paused" || told === "degraded" ? told : "operational";
}

function State({ channel }: { readonly channel: Item }) {
  const words = useOperatorWords();
  const state = stateOf(channel);
  return <Status kind={SHAPES[state]}>{words.states[state]}</Status>;
}

function Succeeded({ channel }: { readonly channel: Item }) {
  const { language } = useLanguage();
  const rate = channel.success_rate;
  return <>{typeof rate === "number" ? rate.toLocaleString(language, { style: "percent" }) : "–"}</>;
}

interface SwitchProps {
  readonly account: string;
  readonly channel: Item;
  readonly again: () => void;
}

function Switch({ account, channel, again }: SwitchProps) {
  const words = useOperatorWords();
  const [is_asked, setAsked] = useState(false);
  const is_paused = stateOf(channel) === "paused";
  return (
    <>
      <Button onClick={() => setAsked(true)}>{is_paused ? words.resume : words.pause}</Button>
      {is_asked && (
        <Change
          {...{ account, channel: textOf(channel, "channel"), is_paused }}
          onEnd={() => {
            setAsked(false);
            again();
          }}
        />
      )}
    </>
  );
}

/** The service's pseudo-channel for an account's balance: it pauses payouts when the balance is too low. */
const FLOAT = "float";

function nameOf(channel: Item, { float }: OperatorTexts): string {
  const id = textOf(channel, "channel");
  return id === FLOAT ? float : id;
}

function pauseTitle(channel: string, { pause_float, pause_title }: OperatorTexts): string {
  return channel === FLOAT ? pause_float : pause_title(channel);
}

function resumeTitle(channel: string, { resume_float, resume_title }: OperatorTexts): string {
  return channel === FLOAT ? resume_float : resume_title(channel);
}

function Why({ channel }: { readonly channel: Item }) {
  const words = useOperatorWords();
  const { language } = useLanguage();
  const until = textOf(channel, "paused_until");
  return (
    <>
      {said(textOf(channel, "reason"), language)}{" "}
      <span className="quiet">
        {until === "" ? (
          words.until_resumed
        ) : (
          <>
            {words.until} <Time at={until} is_ahead />
          </>
        )}
      </span>
    </>
  );
}

interface ChangeProps {
  readonly account: string;
  readonly channel: string;
  readonly is_paused: boolean;
  readonly onEnd: () => void;
}

function Change({ account, channel, is_paused, onEnd }: ChangeProps) {
  const words = useOperatorWords();
  const place = usePlace();
  const [reason, setReason] = useState("");
  const title = is_paused ? resumeTitle(channel, words) : pauseTitle(channel, words);
  const pause_hint = channel === FLOAT ? words.pause_float_hint : words.pause_hint;
  const button = is_paused ? words.resume : words.pause;
  const missing: Readonly<Record<string, string>> =
    is_paused || reason.trim() !== "" ? {} : { reason: words.reason_needed };
  return (
    <Dialog title={title} onClose={onEnd}>
      <p className="quiet">{is_paused ? words.resume_hint : pause_hint}</p>
      <Form
        {...{ label: title, button, onDone: onEnd }}
        check={() => missing}
        send={() =>
          place.ask(
            "POST",
            `/channels/${account}/${channel}/${is_paused ? "resume" : "pause"}`,
            is_paused ? {} : { reason },
          )
        }
      >
        {(errors) =>
          is_paused ? null : (
            <Field
              {...{ label: words.pause_reason, error: errors.reason, name: "reason", value: reason }}
              onValue={setReason}
            />
          )
        }
      </Form>
      <Button onClick={onEnd}>{words.keep}</Button>
    </Dialog>
  );
}
