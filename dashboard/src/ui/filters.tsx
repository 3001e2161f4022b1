import { type ReactNode, useEffect, useRef, useState } from "react";
import { useMerchantContext } from "#app/merchant-context.ts";
import { go, useAddress } from "#app/router.tsx";
import { useMessages } from "#i18n/messages.ts";

const TYPING_MS = 250;
// The parameters for the page of a list. A changed filter removes them, which shows the first page.
const POSITION_PARAMS = ["page", "before"];

/** Returns a function that sets one query parameter, keeps the other filters, and resets the list to its first page. */
export function useSetQueryParam(): (name: string, value: string) => void {
  const { pathname, searchParams } = useAddress();
  return (name, value) => {
    const next = new URLSearchParams(searchParams);
    if (value === "") next.delete(name);
    else next.set(name, value);
    const is_position = POSITION_PARAMS.includes(name);
    if (!is_position && name !== "columns") for (const other of POSITION_PARAMS) next.delete(other);
    go(`${pathname}${next.size > 0 ? `?${next}` : ""}`, !is_position);
  };
}

interface SearchFieldProps {
  /** The placeholder: the fields that the search covers. */
  readonly hint: string;
  readonly value: string;
  readonly onValue: (text: string) => void;
}

/** A search field that submits after a pause in typing (`TYPING_MS`). The `/` key focuses it. */
export function SearchField({ hint, value, onValue }: SearchFieldProps) {
  const messages = useMessages();
  const [text, setText] = useState(value);
  const latest = useRef(onValue);
  latest.current = onValue;
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Adopts a value that changed elsewhere (a link that clears all filters, the browser's buttons), and cancels the
  // pending search.
  useEffect(() => {
    setText(value);
    return () => clearTimeout(timer.current);
  }, [value]);
  function type(typed: string): void {
    setText(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current(typed), TYPING_MS);
  }
  useEffect(() => {
    function handleKey(event: KeyboardEvent): void {
      const is_typing = event.target instanceof HTMLElement && /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
      if (event.key !== "/" || is_typing) return;
      event.preventDefault();
      input.current?.focus();
    }
    window.addEventListener("keydown", handleKey);
    return () => window.removeEventListener("keydown", handleKey);
  }, []);
  return (
    <label className="filter filter-search">
      <span className="hidden">{messages.search}</span>
      <input
        ref={input}
        type="search"
        placeholder={hint}
        value={text}
        onInput={(event) => type(event.currentTarget.value)}
      />
      <kbd>/</kbd>
    </label>
  );
}

interface SelectFilterProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** The label of the option for no filter. */
  readonly all?: string;
  /** The other options. */
  readonly children: ReactNode;
}

/** A filter with a few options, or all. */
export function SelectFilter({ label, value, onValue, all, children }: SelectFilterProps) {
  const messages = useMessages();
  return (
    <label className="filter">
      <span>{label}</span>
      <select value={value} onChange={(event) => onValue(event.currentTarget.value)}>
        <option value="">{all ?? messages.all}</option>
        {children}
      </select>
    </label>
  );
}

/** A range of days in the business's time zone, which the label names. */
export function DayRangeFilter() {
  const messages = useMessages();
  const context = useMerchantContext();
  const { searchParams } = useAddress();
  const set = useSetQueryParam();
  const zone = messages.days_of(context.business.time_zone);
  const has_range = searchParams.has("date_start") || searchParams.has("date_end");
  return (
    <>
      {(["date_start", "date_end"] as const).map((name) => (
        <label className="filter" key={name} title={zone}>
          <span>{name === "date_start" ? messages.from : messages.to}</span>
          <input
            type="date"
            value={searchParams.get(name) ?? ""}
            onChange={(event) => set(name, event.currentTarget.value)}
          />
        </label>
      ))}
      {has_range && <span className="quiet filter-zone">{zone}</span>}
    </>
  );
}
