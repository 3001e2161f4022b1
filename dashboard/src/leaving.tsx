import { Button } from "@kolo/ui/button.tsx";
import { useContext, useLayoutEffect } from "react";
import { PlaceContext } from "./place.ts";
import { begin, useWanted } from "./router.tsx";
import { Dialog } from "./shell-parts.tsx";
import { useWords } from "./texts.ts";

/** Registers unsaved input of a form or a check. Outside a business, such as on the sign-in page, nothing is registered. */
export function useBegun(is_begun: boolean): void {
  const is_inside = useContext(PlaceContext) !== null;
  // A layout effect, because the user may press Back before the next paint.
  useLayoutEffect(() => (is_begun && is_inside ? begin() : undefined), [is_begun, is_inside]);
}

/** Asks the user before a navigation that would lose unsaved input. */
export function LeavingQuestion() {
  const words = useWords();
  const { is_asked, answer } = useWanted();
  if (!is_asked) return null;
  return (
    <Dialog title={words.leave_sure} onClose={() => answer(false)}>
      <p className="quiet">{words.leave_hint}</p>
      <div className="dialog-buttons">
        <Button onClick={() => answer(false)}>{words.stay}</Button>
        <Button tone="main" onClick={() => answer(true)}>
          {words.leave}
        </Button>
      </div>
    </Dialog>
  );
}
