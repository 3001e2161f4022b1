import { Button } from "@kolo/ui/button.tsx";
import { useTranslation } from "@kolo/ui/language.tsx";
import { useState } from "react";
import { MESSAGES } from "#i18n/messages.ts";

/** Buttons that keep the receipt: printed or saved as a PDF by the browser, or as the link of this page. */
export function Receipt({ onUse }: { readonly onUse: () => void }) {
  const messages = useTranslation(MESSAGES);
  const [is_copied, setCopied] = useState(false);
  async function shareLink(): Promise<void> {
    onUse();
    try {
      if (typeof navigator.share === "function") await navigator.share({ title: document.title, url: location.href });
      else {
        await navigator.clipboard.writeText(location.href);
        setCopied(true);
      }
    } catch {
      // The payer closed the sheet, or the browser refused: the address is still in its bar.
    }
  }
  return (
    <div className="receipt">
      {/* Browsers inside chats cannot print. */}
      {typeof window.print === "function" && (
        <Button
          onClick={() => {
            onUse();
            window.print();
          }}
        >
          {messages.receipt_save}
        </Button>
      )}
      <Button onClick={() => void shareLink()}>
        <span aria-live="polite">{is_copied ? messages.receipt_copied : messages.receipt_link}</span>
      </Button>
      <p className="fine">{messages.receipt_help}</p>
    </div>
  );
}
