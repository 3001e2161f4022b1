import { Button } from "@kolo/ui/button.tsx";
import { type ReactNode, useRef, useState } from "react";
import type { ApiResponse } from "#app/api.ts";
import { useMessages } from "#i18n/messages.ts";
import { useRestoreFocus } from "./focus.ts";
import { Dialog } from "./page-elements.tsx";
import { useAction } from "./use-action.tsx";

interface ConfirmDialogProps {
  /** The question. */
  readonly title: string;
  /** The name of the affected record. */
  readonly subject?: ReactNode;
  /** Further content above the buttons. */
  readonly more?: ReactNode;
  /** The consequence of the action. */
  readonly hint: string;
  /** The text of the button that confirms. */
  readonly button: string;
  /** The text of the button that cancels. */
  readonly cancel_text?: string;
  readonly action: () => Promise<ApiResponse<unknown>>;
  readonly onEnd: (is_done: boolean) => void;
}

/** A confirmation dialog. A failed action shows its error here and can be retried. */
export function ConfirmDialog({ title, subject, more, hint, button, cancel_text, action, onEnd }: ConfirmDialogProps) {
  const messages = useMessages();
  const { error, run } = useAction();
  const [is_busy, setBusy] = useState(false);
  async function confirm(): Promise<void> {
    if (is_busy) return;
    setBusy(true);
    const { is_ok } = await run(action);
    setBusy(false);
    if (is_ok) onEnd(true);
  }
  return (
    <Dialog title={title} onClose={() => onEnd(false)}>
      {subject && <p className="sure-what">{subject}</p>}
      {more}
      <p className="quiet">{hint}</p>
      {error}
      <div className="dialog-buttons">
        <Button onClick={() => onEnd(false)}>{cancel_text ?? messages.keep}</Button>
        <Button tone="main" is_busy={is_busy} onClick={() => void confirm()}>
          {button}
        </Button>
      </div>
    </Dialog>
  );
}

interface ConfirmButtonProps extends Omit<ConfirmDialogProps, "onEnd"> {
  /** The accessible name of the button, if its text does not name the record. */
  readonly label?: string;
  readonly tone?: "plain" | "quiet";
  readonly onDone: () => void;
}

/** A button whose action needs a confirmation. */
export function ConfirmButton({ label, tone = "quiet", onDone, ...dialog }: ConfirmButtonProps) {
  const [is_open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useRestoreFocus(button);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={`button button-${tone}`}
        aria-label={label}
        onClick={() => setOpen(true)}
      >
        {dialog.button}
      </button>
      {is_open && (
        <ConfirmDialog
          {...dialog}
          onEnd={(is_done) => {
            setOpen(false);
            if (is_done) onDone();
          }}
        />
      )}
    </>
  );
}
