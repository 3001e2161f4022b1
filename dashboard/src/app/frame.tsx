import { LanguageSwitch } from "@kolo/ui/language.tsx";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useMessages } from "#i18n/messages.ts";
import { useSearchMessages } from "#i18n/search-messages.ts";
import { SearchDialog } from "#pages/search/search-dialog.tsx";
import { WaitingBadge } from "#ui/approval.tsx";
import { useAction } from "#ui/use-action.tsx";
import { sendOperation } from "./api.ts";
import type { Business } from "./api-types.ts";
import { useMerchantContext } from "./merchant-context.ts";
import { GROUPS, isPageShown } from "./navigation.ts";
import { Link, navigate } from "./router.tsx";
import { UnsavedChangesDialog } from "./unsaved-changes.tsx";

interface FrameProps {
  readonly page: string;
  readonly businesses: readonly Business[];
  readonly onSignedOut: () => void;
  readonly children: ReactNode;
}

/** The parts that stay while pages change: the test banner, the navigation and the user. */
export function Frame({ page, businesses, onSignedOut, children }: FrameProps) {
  const messages = useMessages();
  const { environment } = useMerchantContext();
  const [is_searching, setSearching] = useSearch();
  const search_button = <SearchButton onOpen={() => setSearching(true)} />;
  return (
    <Shell
      top={search_button}
      bar={environment === "test" && { label: messages.test, note: messages.test_note }}
      side={(close) => (
        <>
          <BusinessSwitch businesses={businesses} />
          <EnvironmentSwitch page={page} />
          {search_button}
          <Navigation page={page} onGo={close} />
          <UserMenu onSignedOut={onSignedOut}>
            <PlatformOperatorLink />
          </UserMenu>
        </>
      )}
    >
      {children}
      {is_searching && <SearchDialog onClose={() => setSearching(false)} />}
    </Shell>
  );
}

interface ShellProps {
  /** The banner over every page; false for none. */
  readonly bar: false | { readonly label: string; readonly note: string };
  /** On narrow windows, what the top bar shows beside the menu. */
  readonly top?: ReactNode;
  /** Renders the sidebar. On narrow windows the sidebar is a drawer, which `close` closes. */
  readonly side: (close: () => void) => ReactNode;
  readonly children: ReactNode;
}

/** The banner, the sidebar (a drawer on narrow windows) and the page. */
export function Shell({ bar, top, side, children }: ShellProps) {
  const messages = useMessages();
  const [is_open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // The pressed link disappears with the drawer: focus the button that opened it, until a page takes the focus.
  const close = useCallback(() => {
    setOpen(false);
    button.current?.focus();
  }, []);
  useEffect(() => {
    function handleKey(event: KeyboardEvent): void {
      if (event.key === "Escape") close();
    }
    if (!is_open) return undefined;
    window.addEventListener("keydown", handleKey);
    return () => window.removeEventListener("keydown", handleKey);
  }, [is_open, close]);
  return (
    <>
      <a className="skip" href="#content">
        {messages.skip}
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
            {is_open ? messages.close : messages.menu}
          </button>
          <p className="mark">Kolo</p>
          {top}
        </header>
        <section id="sidebar" aria-label={messages.menu} className={is_open ? "sidebar sidebar-open" : "sidebar"}>
          {side(close)}
        </section>
        <main id="content">{children}</main>
      </div>
      <UnsavedChangesDialog />
    </>
  );
}

function BusinessSwitch({ businesses }: { readonly businesses: readonly Business[] }) {
  const messages = useMessages();
  const { business, environment } = useMerchantContext();
  if (businesses.length === 1) return <p className="business">{business.name}</p>;
  return (
    <select
      className="business"
      aria-label={messages.business}
      value={business.id}
      onChange={(event) => navigate(`/dashboard/${environment}/${event.currentTarget.value}`)}
    >
      {businesses.map((one) => (
        <option key={one.id} value={one.id}>
          {one.name}
        </option>
      ))}
    </select>
  );
}

function EnvironmentSwitch({ page }: { readonly page: string }) {
  const messages = useMessages();
  const { business, environment } = useMerchantContext();
  return (
    <nav className="switch" aria-label={messages.environment}>
      {(["test", "live"] as const).map((name) => (
        <Link key={name} to={`/dashboard/${name}/${business.id}/${page}`} is_current={name === environment}>
          {messages[name]}
        </Link>
      ))}
    </nav>
  );
}

/** Whether the search over everything is open. Ctrl or Command with K opens it, and / on pages without a search field. */
function useSearch(): readonly [is_open: boolean, setOpen: (is_open: boolean) => void] {
  const [is_open, setOpen] = useState(false);
  useEffect(() => {
    function handleKey(event: KeyboardEvent): void {
      const is_typing = event.target instanceof HTMLElement && /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
      const is_command = (event.metaKey || event.ctrlKey) && event.key.toLowerCase() === "k";
      const is_slash = event.key === "/" && !is_typing && document.querySelector(".filter-search") === null;
      if (!(is_command || is_slash) || document.querySelector("dialog[open]") !== null) return;
      event.preventDefault();
      setOpen(true);
    }
    window.addEventListener("keydown", handleKey);
    return () => window.removeEventListener("keydown", handleKey);
  }, []);
  return [is_open, setOpen];
}

/** The button that opens the search over everything. */
function SearchButton({ onOpen }: { readonly onOpen: () => void }) {
  const messages = useSearchMessages();
  return (
    <button type="button" className="find-button" onClick={onOpen}>
      {messages.title}
      <kbd>{IS_APPLE ? "⌘K" : "Ctrl K"}</kbd>
    </button>
  );
}

const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.userAgent);

function Navigation({ page, onGo }: { readonly page: string; readonly onGo: () => void }) {
  const messages = useMessages();
  const context = useMerchantContext();
  const { nav, edges } = useScrollEdges(page || "overview");
  return (
    <nav ref={nav} className={`ways ${edges}`} aria-label={messages.menu}>
      {GROUPS.map(([group, pages]) => (
        <div key={group ?? ""} className="ways-group">
          {group && <p className="ways-title">{messages.groups[group]}</p>}
          <ul>
            {pages
              .filter((name) => isPageShown(name, context))
              .map((name) => (
                <li key={name} data-way={name}>
                  <Link
                    to={context.pagePath(name === "overview" ? "" : `/${name}`)}
                    is_current={(page || "overview") === name}
                    onClick={onGo}
                  >
                    {messages.pages[name]}
                    {name === "approvals" && <WaitingBadge />}
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
function useScrollEdges(page: string) {
  const nav = useRef<HTMLElement>(null);
  const [edges, setEdges] = useState("");
  useEffect(() => {
    const nav_element = nav.current;
    if (!nav_element) return undefined;
    const updateEdges = (): void => {
      const { scrollTop, scrollHeight, clientHeight } = nav_element;
      const is_below = scrollHeight - clientHeight - scrollTop > 1;
      setEdges([scrollTop > 1 && "ways-above", is_below && "ways-below"].filter(Boolean).join(" "));
    };
    // An observer, because sizes also change when the font loads and when a badge appears.
    const size_observer = new ResizeObserver(() => {
      scrollIntoFrame(nav_element, nav_element.querySelector(`[data-way="${page}"]`));
      updateEdges();
    });
    for (const element of [nav_element, ...nav_element.children]) size_observer.observe(element);
    nav_element.addEventListener("scroll", updateEdges, { passive: true });
    return () => {
      size_observer.disconnect();
      nav_element.removeEventListener("scroll", updateEdges);
    };
  }, [page]);
  return { nav, edges };
}

/** Scrolls only this element. `scrollIntoView` would also scroll the window. */
function scrollIntoFrame(frame: Element, element: Element | null): void {
  if (!element) return;
  const [outer, inner] = [frame.getBoundingClientRect(), element.getBoundingClientRect()];
  if (inner.bottom > outer.bottom - FADE_PX) frame.scrollTop += inner.bottom - outer.bottom + FADE_PX;
  else if (inner.top < outer.top + FADE_PX) frame.scrollTop -= outer.top + FADE_PX - inner.top;
}

/** The link to the platform operators' pages, for platform operators. */
function PlatformOperatorLink() {
  const messages = useMessages();
  const { me, environment } = useMerchantContext();
  if (!me.is_operator) return null;
  return (
    <Link className="to-operator" to={`/dashboard/operator${environment === "test" ? "?environment=test" : ""}`}>
      {messages.to_operator}
    </Link>
  );
}

const SESSION_ENDED_STATUSES: readonly number[] = [401, 404];

interface UserMenuProps {
  readonly onSignedOut: () => void;
  readonly children: ReactNode;
}

/** The user's name, the sign-out button and the language switch. */
export function UserMenu({ onSignedOut, children }: UserMenuProps) {
  const messages = useMessages();
  const { me } = useMerchantContext();
  const { error, run } = useAction(messages.still_in);
  async function signOut(): Promise<void> {
    const { is_ok } = await run(async () => {
      const response = await sendOperation("POST /sign-out", {});
      // The session had already ended: the sign-out succeeded.
      return SESSION_ENDED_STATUSES.includes(response.status) ? { ...response, is_ok: true } : response;
    });
    if (is_ok) onSignedOut();
  }
  return (
    <div className="who">
      {children}
      {error}
      <p className="who-name">{me.profile.email}</p>
      <div className="who-buttons">
        <button type="button" className="button button-quiet" onClick={() => void signOut()}>
          {messages.sign_out}
        </button>
        <LanguageSwitch />
      </div>
    </div>
  );
}
