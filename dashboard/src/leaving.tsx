import { Button } from "@kolo/ui/button.tsx";
import { type ReactNode, useEffect, useState } from "react";
import { go } from "./router.tsx";
import { Dialog } from "./shell-parts.tsx";
import { useWords } from "./texts.ts";

/** What is filled in and not sent, on the page that is shown. */
const begun = new Set<symbol>();

/** Says of a form, or of what was checked in one, that something would be lost with it. */
export function useBegun(is_begun: boolean): void {
  useEffect(() => {
    if (!is_begun) return undefined;
    const mine = Symbol("begun");
    begun.add(mine);
    return () => void begun.delete(mine);
  }, [is_begun]);
}

/** Goes to the same page of another place; asks first where something is filled in that would not come along. */
export function useLeaving(): { readonly question: ReactNode; leave(path: string): void } {
  const words = useWords();
  const [wanted, setWanted] = useState("");
  const close = (): void => setWanted("");
  const leave = (path: string): void => (begun.size > 0 ? setWanted(path) : go(path));
  if (wanted === "") return { question: null, leave };
  const question = (
    <Dialog title={words.leave_sure} onClose={close}>
      <p className="quiet">{words.leave_hint}</p>
      <div className="dialog-buttons">
        <Button onClick={close}>{words.stay}</Button>
        <Button
          tone="main"
          onClick={() => {
            close();
            go(wanted);
          }}
        >
          {words.leave}
        </Button>
      </div>
    </Dialog>
  );
  return { question, leave };
}
