import { Button } from "@kolo/ui/button.tsx";
import { useLinkMessages } from "#i18n/link-messages.ts";
import { Copyable } from "./cells.tsx";

interface ShareProps {
  readonly url: string;
  /** The message to send, without the address. */
  readonly text: string;
  readonly title: string;
  /** The receiver's number in E.164; "" lets the sender choose the receiver. */
  readonly phone?: string;
}

/** An address to copy, and buttons that send it with a message. */
export function ShareButtons({ url, text, title, phone = "" }: ShareProps) {
  const messages = useLinkMessages();
  const message = encodeURIComponent(`${text} ${url}`);
  const mail = `subject=${encodeURIComponent(title)}&body=${message}`;
  return (
    <>
      <p>
        <Copyable text={url} />
      </p>
      <div className="actions">
        <a
          className="button button-main"
          href={`https://wa.me/${phone.replace("+", "")}?text=${message}`}
          target="_blank"
          rel="noreferrer"
        >
          {messages.whatsapp}
        </a>
        {/* With `?` alone iPhones leave the text out, with `&` alone Android phones do. */}
        <a className="button" href={`sms:${phone}?&body=${message}`}>
          {messages.sms}
        </a>
        <a className="button" href={`mailto:?${mail}`}>
          {messages.mail}
        </a>
        {"share" in navigator && (
          // Rejects if the user closes the sheet, which is no error.
          <Button onClick={() => void navigator.share({ title, text, url }).catch(() => undefined)}>
            {messages.more}
          </Button>
        )}
      </div>
    </>
  );
}
