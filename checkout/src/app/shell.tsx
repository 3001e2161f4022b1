import { formatDate } from "@kolo/ui/format-date.ts";
import { LanguageSwitch, useLanguage, useTranslation } from "@kolo/ui/language.tsx";
import { Money } from "@kolo/ui/money.tsx";
import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { MESSAGES } from "#i18n/messages.ts";
import type { Brand } from "./checkout.ts";

interface ShellProps {
  readonly is_test: boolean;
  /** The merchant's name; null until it is loaded. */
  readonly business: string | null;
  /** The window title without the merchant's name. */
  readonly title: string | null;
  readonly is_offline: boolean;
  readonly brand?: Brand;
  readonly children: ReactNode;
}

/** The frame of every page: the sandbox banner, the merchant, the language switch and the connection state. */
export function Shell({ is_test, business, title, is_offline, brand, children }: ShellProps) {
  const messages = useTranslation(MESSAGES);
  useLayoutEffect(() => {
    document.documentElement.dataset.environment = is_test ? "test" : "live";
  }, [is_test]);
  const shades = brand?.shades ?? null;
  useLayoutEffect(() => {
    if (shades === null) return;
    const { dataset, style } = document.documentElement;
    style.setProperty("--brand-light", shades.light);
    style.setProperty("--brand-dark", shades.dark);
    dataset.brand = "";
  }, [shades]);
  useEffect(() => {
    const parts = [is_test ? messages.test_word : null, title, business].filter((part) => part !== null);
    if (title !== null) document.title = parts.join(" · ");
  }, [is_test, messages, title, business]);
  return (
    <>
      {is_test && (
        <aside className="test-bar" aria-label={messages.test_word}>
          <strong>{messages.test_word}</strong> {messages.test_bar}
        </aside>
      )}
      <div className="page">
        <header className="masthead">
          {business !== null && (
            <p className="business">
              {brand?.logo ? (
                <img className="business-logo" src={brand.logo} alt="" />
              ) : (
                <span className="business-initial" aria-hidden="true">
                  {[...business][0]?.toUpperCase()}
                </span>
              )}
              <span className="business-name">{business}</span>
            </p>
          )}
          <LanguageSwitch />
        </header>
        <main>
          <p className={is_offline ? "lost" : "hidden"} role="status">
            {is_offline && (business === null ? messages.first_lost : messages.lost)}
          </p>
          {children}
        </main>
      </div>
    </>
  );
}

interface OrderSummaryProps {
  /** The meaning of the amount, if it is not the amount of the payment. */
  readonly label?: string;
  readonly amount: bigint | null;
  readonly currency: string;
  readonly description: string | null;
}

/** The amount and the description of the payment. */
export function OrderSummary({ label, amount, currency, description }: OrderSummaryProps) {
  return (
    <div className="order">
      {label !== undefined && <p className="order-label">{label}</p>}
      {amount !== null && (
        <p className="order-sum">
          <Money amount={amount} currency={currency} />
        </p>
      )}
      {description !== null && <p className="order-text">{description}</p>}
    </div>
  );
}

/**
 * The title of a step. A step that follows another moves the focus to its title, so that screen readers announce it.
 */
export function StepTitle({ is_first, children }: { readonly is_first: boolean; readonly children: ReactNode }) {
  const title = useRef<HTMLHeadingElement | null>(null);
  const takes_focus = useRef(!is_first);
  useEffect(() => {
    if (!takes_focus.current) return;
    title.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, []);
  return (
    <h1 ref={title} tabIndex={-1}>
      {children}
    </h1>
  );
}

/** A time: `14:35` for today, with the date for another day. `is_dated` adds the year, for a receipt. */
export function TimeText({ ms, is_dated = false }: { readonly ms: number; readonly is_dated?: boolean }) {
  const { language } = useLanguage();
  const is_today = new Date(ms).toDateString() === new Date().toDateString();
  const options: Intl.DateTimeFormatOptions = {
    ...(is_today && !is_dated ? {} : { day: "numeric", month: "long" }),
    ...(is_dated ? { year: "numeric" } : {}),
    ...{ hour: "2-digit", minute: "2-digit" },
  };
  const text = formatDate(ms, language === "fr" ? "fr" : "en-GB", options);
  return <time dateTime={new Date(ms).toISOString()}>{text}</time>;
}

/** The loading state in the shape of the later content; visible only after a delay. */
export function Skeleton() {
  return (
    <div className="skeleton" aria-hidden="true">
      <div className="bone bone-sum" />
      <div className="bone bone-text" />
      <div className="bone bone-field" />
      <div className="bone bone-button" />
    </div>
  );
}
