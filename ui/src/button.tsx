import type { ReactNode, Ref } from "react";

interface ButtonProps {
  readonly children: ReactNode;
  /** `main` for the one action a page is for. */
  readonly tone?: "main" | "plain" | "quiet";
  readonly type?: "button" | "submit";
  /** The answer is on its way: it can still be reached and pressed, and says that it is at work. */
  readonly is_busy?: boolean;
  readonly onClick?: () => void;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A button. It is never switched off: pressing it always answers. */
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

/** A link that looks like a button: it leads somewhere. */
export function ButtonLink({ children, href, tone = "plain", onClick }: ButtonLinkProps) {
  return (
    <a className={`button button-${tone}`} href={href} onClick={onClick}>
      {children}
    </a>
  );
}
