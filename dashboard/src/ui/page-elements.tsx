import { Button } from "@kolo/ui/button.tsx";
import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import type { FailedResponse } from "#app/api.ts";
import type { ApiQuery } from "#app/api-query.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { useMessages } from "#i18n/messages.ts";
import { Copyable } from "./cells.tsx";

/**
 * The page's title with its main action. It sets the window title and takes the focus, so that screen readers announce
 * it.
 */
export function Heading({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  const messages = useMessages();
  const { environment, area } = useMerchantContext();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const before = area === "operator" ? messages.operator : environment === "test" ? messages.test : "";
    document.title = [before, title, "Kolo"].filter((part) => part !== "").join(" · ");
  }, [title, environment, area, messages]);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className="heading">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <div className="heading-actions">{children}</div>
    </div>
  );
}

/** The header of the print version: the business and the page's type. */
export function PrintHeader({ kind }: { readonly kind: string }) {
  const { business } = useMerchantContext();
  return (
    <p className="print-head">
      <strong>{business.name}</strong>
      <span>{kind}</span>
    </p>
  );
}

/** The error of a page that could not load, with a way to continue. */
export function LoadError({ response, reload }: { readonly response: FailedResponse; readonly reload: () => void }) {
  const messages = useMessages();
  const is_not_found = response.status === 404;
  return (
    <div className="empty" role="alert">
      <h2>{is_not_found ? messages.not_found : response.status === 0 ? messages.lost : messages.failed_load}</h2>
      <p className="quiet">{is_not_found ? messages.not_found_hint : response.message}</p>
      {!is_not_found && <Button onClick={reload}>{messages.again}</Button>}
      {!is_not_found && response.request_id !== "" && (
        <p className="quiet">
          {messages.request} <Copyable text={response.request_id} />
        </p>
      )}
    </div>
  );
}

const SKELETON_LINES = [1, 2, 3, 4, 5, 6];

/** The loading state, visible after a delay. */
export function Skeleton() {
  return (
    <div className="skeleton" aria-hidden="true">
      {SKELETON_LINES.map((line) => (
        <div key={line} className="bone" />
      ))}
    </div>
  );
}

/** The state of a query without data: loading, or failed. Renders nothing once there is data. */
export function QueryState({ query }: { readonly query: ApiQuery<unknown> }) {
  const { data, failure, reload } = query;
  if (failure) return <LoadError response={failure} reload={reload} />;
  return data === undefined ? <Skeleton /> : null;
}

/** A notice. */
export function Notice({
  tone = "plain",
  children,
}: {
  readonly tone?: "plain" | "quiet" | "bad";
  readonly children: ReactNode;
}) {
  return (
    <div className={`notice notice-${tone}`} role={tone === "bad" ? "alert" : "status"}>
      {children}
    </div>
  );
}

/** A modal dialog. Escape and a button close it; the focus then returns to its previous element. */
export function Dialog(props: { readonly title: string; readonly children: ReactNode; readonly onClose: () => void }) {
  const messages = useMessages();
  const dialog = useRef<HTMLDialogElement>(null);
  const is_unmounting = useRef(false);
  useLayoutEffect(() => {
    const shown = dialog.current;
    is_unmounting.current = false;
    shown?.showModal();
    return () => {
      // Closing during unmount must not call `onClose`.
      is_unmounting.current = true;
      shown?.close();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-label={props.title}
      onCancel={(event) => {
        // The browser fires its own close event later, when it could close a dialog that has been reopened.
        event.preventDefault();
        props.onClose();
      }}
      onClose={() => {
        if (!is_unmounting.current) props.onClose();
      }}
    >
      <h2>{props.title}</h2>
      {props.children}
      {/* Last in the document, so that the first field or button gets the focus. */}
      <button type="button" className="dialog-close" aria-label={messages.close} onClick={props.onClose}>
        <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false">
          <path d="m3.5 3.5 9 9m0-9-9 9" fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
        </svg>
      </button>
    </dialog>
  );
}

/** Machine-readable text. If it is wider than the page it scrolls, also by keyboard. */
export function CodeBlock({ label, children }: { readonly label: string; readonly children: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be keyboard-accessible (WCAG 2.1.1)
    <section className="code" tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
