import { Button } from "@kolo/ui/button.tsx";
import { useContext, useLayoutEffect } from "react";
import { PlaceContext } from "./place.ts";
import { begin, useWanted } from "./router.tsx";
import { Dialog } from "./shell-parts.tsx";
import { useWords } from "./texts.ts";

/** Says of a form, or of what was checked in one, that something would be lost with it. At the door nothing would. */
export function useBegun(is_begun: boolean): void {
  const is_inside = useContext(PlaceContext) !== null;
  // Before the next picture is drawn: a step back can come sooner than that.
  useLayoutEffect(() => (is_begun && is_inside ? begin() : undefined), [is_begun, is_inside]);
}

/** Asks whoever would go elsewhere whether what they have filled in may be lost. */
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
