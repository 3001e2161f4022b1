import { LanguageSwitch } from "@kolo/ui/language.tsx";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { ask } from "./api.ts";
import { WaitingCount } from "./approval.tsx";
import { useDeed } from "./deed.tsx";
import { type Item, itemOf, textOf } from "./items.ts";
import { LeavingQuestion } from "./leaving.tsx";
import { usePlace } from "./place.ts";
import { Link, leave } from "./router.tsx";
import { type Texts, useWords } from "./texts.ts";

type PageName = keyof Texts["pages"];

const GROUPS: readonly (readonly [group: keyof Texts["groups"] | null, pages: readonly PageName[]])[] = [
  [null, ["overview"]],
  ["in", ["payments", "payment-links", "refunds", "customers"]],
  ["out", ["transfers", "bulk", "approvals", "beneficiaries"]],
  ["books", ["balance", "fees"]],
  ["build", ["webhooks", "events", "developers"]],
  ["settings", ["business", "people", "connections", "security", "log"]],
];

interface FrameProps {
  readonly page: string;
  readonly businesses: readonly Item[];
  readonly signedOut: () => void;
  readonly children: ReactNode;
}

/** The parts that stay while pages change: the test banner, the navigation and the user. */
export function Frame({ page, businesses, signedOut, children }: FrameProps) {
  const words = useWords();
  const { environment } = usePlace();
  return (
    <Shell
      bar={environment === "test" && { label: words.test, note: words.test_note }}
      side={(close) => (
        <>
          <Businesses businesses={businesses} />
          <EnvironmentSwitch page={page} />
          <Ways page={page} onGo={close} />
          <Who signedOut={signedOut}>
            <ToOperator />
          </Who>
        </>
      )}
    >
      {children}
    </Shell>
  );
}

interface ShellProps {
  /** The banner over every page; false for none. */
  readonly bar: false | { readonly label: string; readonly note: string };
  /** The content of the sidebar. `close` closes it while it is a drawer. */
  readonly side: (close: () => void) => ReactNode;
  readonly children: ReactNode;
}

/** The banner, the sidebar (a drawer on narrow windows) and the page. */
export function Shell({ bar, side, children }: ShellProps) {
  const words = useWords();
  const [is_open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // The pressed link disappears with the drawer: focus the button that opened it, until a page takes the focus.
  const close = useCallback(() => {
    setOpen(false);
    button.current?.focus();
  }, []);
  useEffect(() => {
    function pressed(event: KeyboardEvent): void {
      if (event.key === "Escape") close();
    }
    if (!is_open) return undefined;
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, [is_open, close]);
  return (
    <>
      <a className="skip" href="#content">
        {words.skip}
      </a>
      {bar && (
        <section className="test-bar" aria-label={bar.label}>
          <strong>{bar.label}</strong> <span className="bar-note">{bar.note}</span>
        </section>
      )}
      <div className="frame">
        <header className="top">
          <button
            ref={button}
            type="button"
            className="button menu-button"
            aria-expanded={is_open}
            aria-controls="sidebar"
            onClick={() => setOpen(!is_open)}
          >
            {is_open ? words.close : words.menu}
          </button>
          <p className="mark">Kolo</p>
        </header>
        <section id="sidebar" aria-label={words.menu} className={is_open ? "sidebar sidebar-open" : "sidebar"}>
          {side(close)}
        </section>
        <main id="content">{children}</main>
      </div>
      <LeavingQuestion />
    </>
  );
}

function Businesses({ businesses }: { readonly businesses: readonly Item[] }) {
  const words = useWords();
  const { business, environment } = usePlace();
  if (businesses.length === 1) return <p className="business">{textOf(business, "name")}</p>;
  return (
    <select
      className="business"
      aria-label={words.business}
      value={textOf(business, "id")}
      onChange={(event) => leave(`/dashboard/${environment}/${event.currentTarget.value}`)}
    >
      {businesses.map((one) => (
        <option key={textOf(one, "id")} value={textOf(one, "id")}>
          {textOf(one, "name")}
        </option>
      ))}
    </select>
  );
}

function EnvironmentSwitch({ page }: { readonly page: string }) {
  const words = useWords();
  const { business, environment } = usePlace();
  return (
    <nav className="switch" aria-label={words.environment}>
      {(["test", "live"] as const).map((name) => (
        <Link key={name} to={`/dashboard/${name}/${textOf(business, "id")}/${page}`} is_current={name === environment}>
          {words[name]}
        </Link>
      ))}
    </nav>
  );
}

function Ways({ page, onGo }: { readonly page: string; readonly onGo: () => void }) {
  const words = useWords();
  const place = usePlace();
  const { nav, edges } = useEdges(page || "overview");
  const is_shown = (name: PageName): boolean =>
    (name !== "log" || place.may("manage")) && (name !== "developers" || place.may("develop"));
  return (
    <nav ref={nav} className={`ways ${edges}`} aria-label={words.menu}>
      {GROUPS.map(([group, pages]) => (
        <div key={group ?? ""} className="ways-group">
          {group && <p className="ways-title">{words.groups[group]}</p>}
          <ul>
            {pages.filter(is_shown).map((name) => (
              <li key={name} data-way={name}>
                <Link
                  to={place.to(name === "overview" ? "" : `/${name}`)}
                  is_current={(page || "overview") === name}
                  onClick={onGo}
                >
                  {words.pages[name]}
                  {name === "approvals" && <WaitingCount />}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

// The width of the fade in frame.css.
const FADE_PX = 32;

/** Computes at which edges the navigation has hidden links, and scrolls the current page's link into view. */
function useEdges(page: string) {
  const nav = useRef<HTMLElement>(null);
  const [edges, setEdges] = useState("");
  useEffect(() => {
    const ways = nav.current;
    if (!ways) return undefined;
    const look = (): void => {
      const { scrollTop, scrollHeight, clientHeight } = ways;
      const is_below = scrollHeight - clientHeight - scrollTop > 1;
      setEdges([scrollTop > 1 && "ways-above", is_below && "ways-below"].filter(Boolean).join(" "));
    };
    // Sizes also change when the font loads and when a count appears.
    const sizes = new ResizeObserver(() => {
      bringInto(ways, ways.querySelector(`[data-way="${page}"]`));
      look();
    });
    for (const part of [ways, ...ways.children]) sizes.observe(part);
    ways.addEventListener("scroll", look, { passive: true });
    return () => {
      sizes.disconnect();
      ways.removeEventListener("scroll", look);
    };
  }, [page]);
  return { nav, edges };
}

/** Scrolls only this element. `scrollIntoView` would also scroll the window. */
function bringInto(frame: Element, part: Element | null): void {
  if (!part) return;
  const [outer, inner] = [frame.getBoundingClientRect(), part.getBoundingClientRect()];
  if (inner.bottom > outer.bottom - FADE_PX) frame.scrollTop += inner.bottom - outer.bottom + FADE_PX;
  else if (inner.top < outer.top + FADE_PX) frame.scrollTop -= outer.top + FADE_PX - inner.top;
}

/** The link to the platform operators' pages, for platform operators. */
function ToOperator() {
  const words = useWords();
  const { me, environment } = usePlace();
  if (me.is_operator !== true) return null;
  return (
    <Link className="to-operator" to={`/dashboard/operator${environment === "test" ? "?environment=test" : ""}`}>
      {words.to_operator}
    </Link>
  );
}

const ENDED: readonly number[] = [401, 404];

interface WhoProps {
  readonly signedOut: () => void;
  readonly children: ReactNode;
}

/** The user's name, the sign-out button and the language switch. */
export function Who({ signedOut, children }: WhoProps) {
  const words = useWords();
  const { me } = usePlace();
  const { trouble, act } = useDeed(words.still_in);
  async function signOut(): Promise<void> {
    const { is_ok } = await act(async () => {
      const answer = await ask("POST", "/sign-out", {});
      // The session had already ended: the sign-out succeeded.
      return ENDED.includes(answer.status) ? { ...answer, is_ok: true } : answer;
    });
    if (is_ok) signedOut();
  }
  return (
    <div className="who">
      {children}
      {trouble}
      <p className="who-name">{textOf(itemOf(me, "profile"), "email")}</p>
      <div className="who-buttons">
        <button type="button" className="button button-quiet" onClick={() => void signOut()}>
          {words.sign_out}
        </button>
        <LanguageSwitch />
      </div>
    </div>
  );
}
