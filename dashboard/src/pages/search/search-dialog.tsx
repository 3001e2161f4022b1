import { type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from "react";
import { useSearchMessages } from "#i18n/search-messages.ts";
import { Dialog } from "#ui/page-elements.tsx";

// A pause in typing before the search starts, in milliseconds.
const TYPING_MS = 150;

// Loaded with the first search, so that the first page stays small. The field is there at once, and loses no key.
const SearchResults = lazy(async () => ({ default: (await import("./search-results.tsx")).SearchResults }));

interface SearchDialogProps {
  readonly onClose: () => void;
}

/** Finds records of every kind by what people have at hand, and the dashboard's pages and actions by their names. */
export function SearchDialog({ onClose }: SearchDialogProps) {
  const messages = useSearchMessages();
  const [text, setText] = useState("");
  const settled_text = useSettled(text.trim());
  const dialog = useRef<HTMLDivElement>(null);
  return (
    <Dialog title={messages.title} onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys move between the field and the links in it */}
      <div className="find" ref={dialog} onKeyDown={(event) => moveFocus(event, dialog.current)}>
        <label className="find-field">
          <span className="hidden">{messages.open}</span>
          <input
            type="text"
            inputMode="search"
            autoComplete="off"
            spellCheck={false}
            placeholder={messages.hint}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <div className="find-results">
          <Suspense fallback={null}>
            <SearchResults text={text.trim()} settled_text={settled_text} onOpen={onClose} />
          </Suspense>
        </div>
        <p className="find-keys quiet">{messages.keys}</p>
      </div>
    </Dialog>
  );
}

/** The text after a pause in typing. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** The arrow keys move between the field and the results. Enter in the field opens the first result. */
function moveFocus(event: KeyboardEvent, dialog: HTMLElement | null): void {
  const links = [...(dialog?.querySelectorAll<HTMLElement>(".find-result") ?? [])];
  const at = document.activeElement instanceof HTMLElement ? links.indexOf(document.activeElement) : -1;
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (event.key === "Enter" && at < 0 && event.target instanceof HTMLInputElement) {
    event.preventDefault();
    links[0]?.click();
  }
  if (step === 0) return;
  event.preventDefault();
  const next = at + step;
  if (next < 0) dialog?.querySelector("input")?.focus();
  else links[Math.min(next, links.length - 1)]?.focus();
}
