import { type ReactNode, useEffect, useRef } from "react";

/** A menu behind a button. Escape, a press outside and Tab close it; Escape returns the focus to the button. */
export function Menu({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    function pressed(event: KeyboardEvent): void {
      if (event.key !== "Escape" || !menu.current?.open) return;
      menu.current.open = false;
      menu.current.querySelector("summary")?.focus();
    }
    function pointed({ target }: PointerEvent): void {
      if (menu.current && target instanceof Node && !menu.current.contains(target)) menu.current.open = false;
    }
    window.addEventListener("keydown", pressed);
    window.addEventListener("pointerdown", pointed);
    return () => {
      window.removeEventListener("keydown", pressed);
      window.removeEventListener("pointerdown", pointed);
    };
  }, []);
  return (
    <details
      className="menu"
      ref={menu}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) currentTarget.open = false;
      }}
    >
      <summary className="button button-quiet">{label}</summary>
      <div className="menu-items">{children}</div>
    </details>
  );
}
