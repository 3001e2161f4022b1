import { Button } from "@kolo/ui/button.tsx";
import { useContext, useLayoutEffect } from "react";
import { useMessages } from "#i18n/messages.ts";
import { Dialog } from "#ui/page-elements.tsx";
import { MerchantReactContext } from "./merchant-context.ts";
import { registerUnsavedInput, usePendingNavigation } from "./router.tsx";

/**
 * Registers unsaved input of a form. On pages without a signed-in user, such as the sign-in page, it does nothing.
 */
export function useUnsavedChanges(has_changes: boolean): void {
  const is_signed_in = useContext(MerchantReactContext) !== null;
  // A layout effect, because the user may press Back before the next paint.
  useLayoutEffect(
    () => (has_changes && is_signed_in ? registerUnsavedInput() : undefined),
    [has_changes, is_signed_in],
  );
}

/** Asks the user before a navigation that would lose unsaved input. */
export function UnsavedChangesDialog() {
  const messages = useMessages();
  const { is_pending, confirm } = usePendingNavigation();
  if (!is_pending) return null;
  return (
    <Dialog title={messages.leave_sure} onClose={() => confirm(false)}>
      <p className="quiet">{messages.leave_hint}</p>
      <div className="dialog-buttons">
        <Button onClick={() => confirm(false)}>{messages.stay}</Button>
        <Button tone="main" onClick={() => confirm(true)}>
          {messages.leave}
        </Button>
      </div>
    </Dialog>
  );
}
