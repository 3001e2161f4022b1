import { Button } from "@kolo/ui/button.tsx";
import { formatMoney } from "@kolo/ui/format-money.ts";
import { useLanguage, useTranslation } from "@kolo/ui/language.tsx";
import { StatusShape } from "@kolo/ui/status.tsx";
import { loadLink } from "#app/api.ts";
import type { LinkState } from "#app/checkout.ts";
import { OrderSummary, Shell, StepTitle } from "#app/shell.tsx";
import { useLoaded } from "#app/use-loaded.ts";
import { MESSAGES } from "#i18n/messages.ts";
import { LinkForm } from "./link-form.tsx";
import { AbsentPage, LoadingPage } from "./unloaded-page.tsx";

/** The page of a payment link: takes the amount if the payer chooses it, then redirects to the payment's own page. */
export function LinkPage({ id }: { readonly id: string }) {
  const messages = useTranslation(MESSAGES);
  const { language } = useLanguage();
  const { value: link, is_absent, is_offline, reload } = useLoaded(id, loadLink);
  if (is_absent) return <AbsentPage />;
  if (link === null) return <LoadingPage is_offline={is_offline} />;
  const sum = link.amount === null ? null : formatMoney(link.amount, link.currency, language);
  const title = link.state === "open" ? messages.titles.form(sum ?? link.name) : messages.titles.link_closed;
  return (
    <Shell is_test={link.sandbox} business={link.business} brand={link.brand} title={title} is_offline={is_offline}>
      <OrderSummary amount={link.amount} currency={link.currency} description={link.name} />
      {link.description !== null && <p className="order-more">{link.description}</p>}
      {link.state === "open" ? (
        <LinkForm id={id} link={link} onRefused={reload} />
      ) : (
        <LinkClosed state={link.state} business={link.business} onRetry={reload} />
      )}
    </Shell>
  );
}

interface LinkClosedProps {
  readonly state: Exclude<LinkState, "open">;
  readonly business: string;
  readonly onRetry: () => void;
}

function LinkClosed({ state, business, onRetry }: LinkClosedProps) {
  const messages = useTranslation(MESSAGES);
  const { title, help } = messages.link_closed[state];
  return (
    <section className="step">
      <div className="ending">
        <StatusShape kind="canceled" />
        <StepTitle is_first>{title}</StepTitle>
        <p>{help(business)}</p>
      </div>
      {state === "rest_reserved" && <Button onClick={onRetry}>{messages.link_retry}</Button>}
    </section>
  );
}
