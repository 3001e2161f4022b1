import { type IndexEntry, searchIndex } from "./rank.ts";

/** The script of the documentation's pages: the search, which needs no connection once its index has been loaded. */
function startSearch(form: HTMLFormElement): void {
  const input = form.querySelector("input");
  const found = document.getElementById("found");
  const { index } = form.dataset;
  if (!input || !found || index === undefined) return;
  let loading: Promise<readonly IndexEntry[]> | null = null;

  function loadIndex(): Promise<readonly IndexEntry[]> {
    loading ??= fetch(String(index)).then((response) => {
      if (!response.ok) throw new Error(`The search index was not sent: ${response.status}`);
      return response.json();
    });
    loading.catch(() => {
      loading = null;
    });
    return loading;
  }

  async function show(): Promise<void> {
    const query = input?.value ?? "";
    const entries = query.trim() === "" ? [] : await loadIndex();
    // A later key press may have changed the query meanwhile.
    if (!found || query !== input?.value) return;
    const matches = searchIndex(entries, query);
    found.replaceChildren(
      ...matches.map(({ url, title, heading, excerpt }) => {
        const link = document.createElement("a");
        link.href = url;
        const name = document.createElement("strong");
        name.textContent = heading === title ? title : `${title} · ${heading}`;
        const text = document.createElement("span");
        text.textContent = excerpt;
        link.append(name, text);
        return link;
      }),
    );
    found.hidden = matches.length === 0;
  }

  input.addEventListener("focus", () => void loadIndex().catch(() => {}));
  input.addEventListener("input", () => void show().catch(() => {}));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    found.querySelector("a")?.click();
  });
  form.addEventListener("keydown", (event) => {
    const links = [...found.querySelectorAll("a")];
    const focused = document.activeElement;
    const place = focused instanceof HTMLAnchorElement ? links.indexOf(focused) : -1;
    if (event.key === "Escape") {
      found.hidden = true;
      input.focus();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const next = event.key === "ArrowDown" ? links[place + 1] : (links[place - 1] ?? input);
      next?.focus();
      event.preventDefault();
    }
  });
  // Many readers have slow lines: load the index when the page itself is complete. A page with pictures loads it only when
  // somebody searches.
  const has_pictures = document.querySelector("main img") !== null;
  if (!has_pictures && "requestIdleCallback" in window) requestIdleCallback(() => void loadIndex().catch(() => {}));
}

for (const form of document.querySelectorAll<HTMLFormElement>("form.search")) startSearch(form);
