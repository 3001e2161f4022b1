import { type ReactNode, useEffect, useRef } from "react";

/** A menu behind a button. Escape, a press outside and Tab close it; Escape returns the focus to the button. */
export function Menu({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    function handleKey(event: KeyboardEvent): void {
      if (event.key !== "Escape" || !menu.current?.open) return;
      menu.current.open = false;
      menu.current.querySelector("summary")?.focus();
    }
    function handlePointer({ target }: PointerEvent): void {
      if (menu.current && target instanceof Node && !menu.current.contains(target)) menu.current.open = false;
    }
    window.addEventListener("keydown", handleKey);
    window.addEventListener("pointerdown", handlePointer);
    return () => {
      window.removeEventListener("keydown", handleKey);
      window.removeEventListener("pointerdown", handlePointer);
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
