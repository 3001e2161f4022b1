import { formatMoney } from "@kolo/ui/format-money.ts";
import { useLanguage, useTexts } from "@kolo/ui/language.tsx";
import { StatusShape } from "@kolo/ui/status.tsx";
import { useEffect, useState } from "react";
import { lookAtLink } from "./api.ts";
import type { Link } from "./checkout.ts";
import { Absent } from "./ending.tsx";
import { LinkForm } from "./link-form.tsx";
import { Order, Shell, Skeleton, StepTitle } from "./shell.tsx";
import { TEXTS } from "./texts.ts";

const RETRY_MS = 3_000;

/** The page of a payment link: takes the amount if the payer chooses it, then redirects to the payment's own page. */
export function LinkPage({ id }: { readonly id: string }) {
  const texts = useTexts(TEXTS);
  const { language } = useLanguage();
  const { link, is_absent, is_lost, lookAgain } = useLink(id);
  if (is_absent) {
    return (
      <Shell is_test={false} business={null} title={texts.titles.link_absent} is_lost={false}>
        <Absent title={texts.link_absent_title} help={texts.absent_help} />
      </Shell>
    );
  }
  if (link === null) {
    return (
      <Shell is_test={false} business={null} title={null} is_lost={is_lost}>
        <Skeleton />
      </Shell>
    );
  }
  const sum = link.amount === null ? null : formatMoney(link.amount, link.currency, language);
  const title = link.active ? texts.titles.form(sum ?? link.name) : texts.titles.link_closed;
  return (
    <Shell is_test={link.sandbox} business={link.business} title={title} is_lost={is_lost}>
      <Order amount={link.amount} currency={link.currency} description={link.name} />
      {link.description !== null && <p className="order-more">{link.description}</p>}
      {link.active ? <LinkForm id={id} link={link} onRefused={lookAgain} /> : <Closed business={link.business} />}
    </Shell>
  );
}

function useLink(id: string) {
  const [link, setLink] = useState<Link | null>(null);
  const [is_absent, setAbsent] = useState(false);
  const [is_lost, setLost] = useState(false);
  const [look_number, setLookNumber] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new number triggers a new request
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let is_stopped = false;
    async function look(): Promise<void> {
      const answer = await lookAtLink(id);
      if (is_stopped) return;
      if (answer.kind === "given") setLink(answer.value);
      const is_over = answer.kind === "given" || answer.kind === "absent" || answer.kind === "refused";
      setAbsent(answer.kind === "absent" || answer.kind === "refused");
      setLost(!is_over);
      if (!is_over) timer = setTimeout(() => void look(), RETRY_MS);
    }
    void look();
    return () => {
      is_stopped = true;
      clearTimeout(timer);
    };
  }, [id, look_number]);
  return { link, is_absent, is_lost, lookAgain: () => setLookNumber((number) => number + 1) };
}

function Closed({ business }: { readonly business: string }) {
  const texts = useTexts(TEXTS);
  return (
    <section className="step">
      <div className="ending">
        <StatusShape kind="canceled" />
        <StepTitle is_first>{texts.link_closed_title}</StepTitle>
        <p>{texts.link_closed_help(business)}</p>
      </div>
    </section>
  );
}
