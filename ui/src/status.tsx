import type { ReactNode } from "react";

export type StatusKind = "pending" | "processing" | "complete" | "failed" | "canceled" | "expired";

/** A status as shape, colour and text, so that it never depends on colour alone (WCAG 1.4.1). */
export function Status({ kind, children }: { readonly kind: StatusKind; readonly children: ReactNode }) {
  return (
    <span className={`status status-${kind}`}>
      <StatusShape kind={kind} />
      <span>{children}</span>
    </span>
  );
}

/** The shape only, for use beside the text. */
export function StatusShape({ kind }: { readonly kind: StatusKind }) {
  return (
    <svg className={`status-shape status-${kind}`} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      {SHAPES[kind]}
    </svg>
  );
}

const DASH = (
  <>
    <circle cx="8" cy="8" r="7" fill="none" stroke="currentColor" strokeWidth="1.5" />
    <path d="M5 8h6" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
  </>
);

const SHAPES: Readonly<Record<StatusKind, ReactNode>> = {
  pending: <circle cx="8" cy="8" r="6.75" fill="none" stroke="currentColor" strokeWidth="1.75" />,
  processing: (
    <>
      <circle cx="8" cy="8" r="6.75" fill="none" stroke="currentColor" strokeWidth="1.75" />
      <path d="M8 1.25a6.75 6.75 0 0 1 0 13.5z" fill="currentColor" />
    </>
  ),
  complete: (
    <>
      <circle cx="8" cy="8" r="8" fill="currentColor" />
      <path
        className="status-mark"
        d="m4.75 8.25 2.25 2.25 4.25-4.75"
        fill="none"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
  failed: (
    <>
      <circle cx="8" cy="8" r="8" fill="currentColor" />
      <path className="status-mark" d="m5.5 5.5 5 5m0-5-5 5" fill="none" strokeWidth="1.75" strokeLinecap="round" />
    </>
  ),
  canceled: DASH,
  expired: DASH,
};
