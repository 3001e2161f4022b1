import { Button } from "@kolo/ui/button.tsx";
import { type ReactNode, useRef, useState } from "react";
import type { Answer } from "./api.ts";
import { useDeed } from "./deed.tsx";
import { useHandingOn } from "./focus.ts";
import { Dialog } from "./shell-parts.tsx";
import { useWords } from "./texts.ts";

interface SureProps {
  /** The question. */
  readonly title: string;
  /** The name of the affected record. */
  readonly what?: ReactNode;
  /** Further content above the buttons. */
  readonly more?: ReactNode;
  /** The consequence of the action. */
  readonly hint: string;
  /** The text of the button that confirms. */
  readonly button: string;
  /** The text of the button that cancels. */
  readonly keep?: string;
  readonly deed: () => Promise<Answer>;
  readonly onEnd: (is_done: boolean) => void;
}

/** A confirmation dialog. A failed action shows its error here and can be retried. */
export function Sure({ title, what, more, hint, button, keep, deed, onEnd }: SureProps) {
  const words = useWords();
  const { trouble, act } = useDeed();
  const [is_busy, setBusy] = useState(false);
  async function go(): Promise<void> {
    if (is_busy) return;
    setBusy(true);
    const { is_ok } = await act(deed);
    setBusy(false);
    if (is_ok) onEnd(true);
  }
  return (
    <Dialog title={title} onClose={() => onEnd(false)}>
      {what && <p className="sure-what">{what}</p>}
      {more}
      <p className="quiet">{hint}</p>
      {trouble}
      <div className="dialog-buttons">
        <Button onClick={() => onEnd(false)}>{keep ?? words.keep}</Button>
        <Button tone="main" is_busy={is_busy} onClick={() => void go()}>
          {button}
        </Button>
      </div>
    </Dialog>
  );
}

interface SureButtonProps extends Omit<SureProps, "onEnd"> {
  /** The accessible name of the button, if its text does not name the record. */
  readonly label?: string;
  readonly tone?: "plain" | "quiet";
  readonly onDone: () => void;
}

/** A button whose action needs a confirmation. */
export function SureButton({ label, tone = "quiet", onDone, ...asked }: SureButtonProps) {
  const [is_asked, setAsked] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useHandingOn(button);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={`button button-${tone}`}
        aria-label={label}
        onClick={() => setAsked(true)}
      >
        {asked.button}
      </button>
      {is_asked && (
        <Sure
          {...asked}
          onEnd={(is_done) => {
            setAsked(false);
            if (is_done) onDone();
          }}
        />
      )}
    </>
  );
}
