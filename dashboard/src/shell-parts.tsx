import { Button } from "@kolo/ui/button.tsx";
import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import type { Answer } from "./api.ts";
import { Copyable } from "./cells.tsx";
import { textOf } from "./items.ts";
import { usePlace } from "./place.ts";
import { useWords } from "./texts.ts";

/** The name of the page, which is also the window's and what is read out on arrival, and its one main action. */
export function Heading({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  const words = useWords();
  const { environment, area } = usePlace();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const before = area === "operator" ? words.operator : environment === "test" ? words.test : "";
    document.title = [before, title, "Kolo"].filter((part) => part !== "").join(" · ");
  }, [title, environment, area, words]);
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

/** On paper only: whose page it is, and what stands on it. */
export function PrintHead({ kind }: { readonly kind: string }) {
  const { business } = usePlace();
  return (
    <p className="print-head">
      <strong>{textOf(business, "name")}</strong>
      <span>{kind}</span>
    </p>
  );
}

/** What could not be shown, and the way on. */
export function Failure({ answer, again }: { readonly answer: Answer; readonly again: () => void }) {
  const words = useWords();
  const is_absent = answer.status === 404;
  return (
    <div className="empty" role="alert">
      <h2>{is_absent ? words.not_found : answer.status === 0 ? words.lost : words.failed_load}</h2>
      <p className="quiet">{is_absent ? words.not_found_hint : answer.message}</p>
      {!is_absent && <Button onClick={again}>{words.again}</Button>}
      {!is_absent && answer.request_id !== "" && (
        <p className="quiet">
          {words.request} <Copyable text={answer.request_id} />
        </p>
      )}
    </div>
  );
}

const LINES = [1, 2, 3, 4, 5, 6];

/** The shape of what comes, after a moment. */
export function Skeleton() {
  return (
    <div className="skeleton" aria-hidden="true">
      {LINES.map((line) => (
        <div key={line} className="bone" />
      ))}
    </div>
  );
}

/** Something to know before going on. */
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

/** A window above the page for one question. Escape and a button close it, and the focus goes back to where it was. */
export function Dialog(props: { readonly title: string; readonly children: ReactNode; readonly onClose: () => void }) {
  const words = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  const is_gone = useRef(false);
  useLayoutEffect(() => {
    const shown = dialog.current;
    is_gone.current = false;
    shown?.showModal();
    return () => {
      // Nobody is told that it closes who took it away.
      is_gone.current = true;
      shown?.close();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-label={props.title}
      onCancel={(event) => {
        // What closes by itself says so a moment later: whoever has opened it again by then would find it closed.
        event.preventDefault();
        props.onClose();
      }}
      onClose={() => {
        if (!is_gone.current) props.onClose();
      }}
    >
      <h2>{props.title}</h2>
      {props.children}
      {/* Last, so that the first thing to fill in or press has the focus. */}
      <button type="button" className="dialog-close" aria-label={words.close} onClick={props.onClose}>
        <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false">
          <path d="m3.5 3.5 9 9m0-9-9 9" fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
        </svg>
      </button>
    </dialog>
  );
}

/** Text as a machine writes it; where it is wider than the page it scrolls, by keyboard too. */
export function Code({ label, children }: { readonly label: string; readonly children: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard (WCAG 2.1.1)
    <section className="code" tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
