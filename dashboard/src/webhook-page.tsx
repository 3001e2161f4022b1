import { Button } from "@kolo/ui/button.tsx";
import { useState } from "react";
import { Cell, Time } from "./cells.tsx";
import { useDeed } from "./deed.tsx";
import { type Item, itemOf, textOf } from "./items.ts";
import { ListOf } from "./list-page.tsx";
import { deliveryList } from "./lists.ts";
import { type Place, usePlace } from "./place.ts";
import { Actions, Facts } from "./record-parts.tsx";
import { Link } from "./router.tsx";
import { Failure, Heading, Notice, Skeleton } from "./shell-parts.tsx";
import { useWords } from "./texts.ts";
import { useSeenAnswer } from "./use-answer.ts";
import { ReplayDialog, RotateDialog } from "./webhook-dialogs.tsx";
import { SecretShown } from "./webhook-form.tsx";
import { useWebhookWords } from "./webhook-texts.ts";

/** A webhook: its health, its actions and its deliveries. */
export function WebhookPage({ id }: { readonly id: string }) {
  const { pages } = useWords();
  const words = useWebhookWords();
  const place = usePlace();
  const { answer, again } = useSeenAnswer(
    place.to(`/webhooks/${id}`),
    () => place.ask("GET", `/webhooks/${encodeURIComponent(id)}`),
    ({ body }) => textOf(itemOf(itemOf(body, "data"), "health"), "state") !== "well",
    ["whk_"],
  );
  const back = (
    <Link className="back" to={place.to("/webhooks")}>
      ← {pages.webhooks}
    </Link>
  );
  if (answer === null || !answer.is_ok) {
    return (
      <>
        {back}
        <Heading title={id} />
        {answer === null ? <Skeleton /> : <Failure answer={answer} again={again} />}
      </>
    );
  }
  const { health, ...webhook } = itemOf(answer.body, "data");
  return (
    <>
      {back}
      <Heading title={textOf(webhook, "url")} />
      <div className="summary">
        <Cell item={webhook} column="active" />
        <Health webhook={webhook} health={itemOf({ health }, "health")} />
      </div>
      <Deeds webhook={webhook} again={again} />
      <section aria-labelledby="deliveries">
        <h2 id="deliveries">{words.deliveries}</h2>
        <ListOf list={deliveryList(id)} />
      </section>
      <Facts item={webhook} />
    </>
  );
}

function Health({ webhook, health }: { readonly webhook: Item; readonly health: Item }) {
  const words = useWebhookWords();
  if (webhook.active !== true) {
    const why = { gone: words.off_gone, failing: words.off_failing }[textOf(webhook, "disabled_reason")] ?? words.off;
    return <p>{why}</p>;
  }
  const [failing_since, paused_until] = [textOf(health, "failing_since"), textOf(health, "paused_until")];
  if (health.state === "paused") {
    return (
      <p>
        {words.paused} <Time at={paused_until} is_ahead />
      </p>
    );
  }
  if (health.state === "failing") {
    return (
      <p>
        {words.failing} <Time at={failing_since} />
      </p>
    );
  }
  return <p className="quiet">{words.well}</p>;
}

type Open = "rotate" | "replay" | null;

/** The actions of a webhook, and their results. */
function Deeds({ webhook, again }: { readonly webhook: Item; readonly again: () => void }) {
  const words = useWebhookWords();
  const place = usePlace();
  const [open, setOpen] = useState<Open>(null);
  const [secret, setSecret] = useState("");
  const [said, setSaid] = useState("");
  const deed = useDeed();
  const path = `/webhooks/${textOf(webhook, "id")}`;
  const is_on = webhook.active === true;
  async function act(what: string, text: string): Promise<void> {
    const { is_ok } = await deed.act(() => place.ask("POST", `${path}${what}`, {}));
    setSaid(is_ok ? text : "");
    again();
  }
  return (
    <>
      {secret !== "" && <SecretShown secret={secret} />}
      <Overlap webhook={webhook} place={place} act={act} />
      {said !== "" && <Notice>{said}</Notice>}
      {deed.trouble}
      <Actions page="webhooks" item={webhook} again={again}>
        {place.may("develop") && (
          <>
            <Link className="button" to={place.to(`${path}/edit`)}>
              {words.edit}
            </Link>
            {is_on && <Button onClick={() => void act("/test", words.test_sent)}>{words.test}</Button>}
            <Button onClick={() => setOpen("replay")}>{words.replay}</Button>
            {textOf(webhook, "next_secret_from") === "" && (
              <Button onClick={() => setOpen("rotate")}>{words.rotate}</Button>
            )}
          </>
        )}
      </Actions>
      {open === "rotate" && (
        <RotateDialog
          path={path}
          onClose={() => setOpen(null)}
          onSecret={(text) => {
            setSecret(text);
            setOpen(null);
            again();
          }}
        />
      )}
      {open === "replay" && <ReplayDialog path={path} onClose={() => setOpen(null)} />}
    </>
  );
}

interface OverlapProps {
  readonly webhook: Item;
  readonly place: Place;
  readonly act: (what: string, said: string) => Promise<void>;
}

/** The notice during a rotation: the end of the overlap, and the buttons that end it. */
function Overlap({ webhook, place, act }: OverlapProps) {
  const words = useWebhookWords();
  const until = textOf(webhook, "next_secret_from");
  if (until === "") return null;
  return (
    <Notice>
      <p>
        {words.overlap} <Time at={until} is_ahead />
      </p>
      {place.may("develop") && (
        <div className="actions">
          <Button onClick={() => void act("/rotate/confirm", "")}>{words.confirm}</Button>
          <Button onClick={() => void act("/rotate/cancel", "")}>{words.cancel_rotation}</Button>
        </div>
      )}
    </Notice>
  );
}
