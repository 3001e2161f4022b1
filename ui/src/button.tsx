import type { ReactNode, Ref } from "react";

interface ButtonProps {
  readonly children: ReactNode;
  /** `main` for the page's one main action. */
  readonly tone?: "main" | "plain" | "quiet";
  readonly type?: "button" | "submit";
  /** Whether the request is in flight. The button stays enabled and keeps the focus; it only sets `aria-busy`. */
  readonly is_busy?: boolean;
  readonly onClick?: () => void;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A button. It is never disabled, so that a press always gives feedback, such as an error message. */
export function Button({ children, tone = "plain", type = "button", is_busy = false, onClick, ref }: ButtonProps) {
  return (
    <button ref={ref} type={type} className={`button button-${tone}`} aria-busy={is_busy} onClick={onClick}>
      {children}
    </button>
  );
}

interface ButtonLinkProps {
  readonly children: ReactNode;
  readonly href: string;
  readonly tone?: "main" | "plain";
  readonly onClick?: () => void;
}

/** A link in the style of a button. */
export function ButtonLink({ children, href, tone = "plain", onClick }: ButtonLinkProps) {
  return (
    <a className={`button button-${tone}`} href={href} onClick={onClick}>
      {children}
    </a>
  );
}
