import { type GuideLanguage, type GuidePage, pagesIn, SECTIONS, type SectionName, translationOf } from "./pages.ts";
import { escapeHtml } from "./render.ts";

interface GuideTexts {
  readonly documentation: string;
  readonly skip: string;
  readonly search: string;
  readonly menu: string;
  readonly neighbours: string;
  readonly reference: string;
  readonly sign_in: string;
  readonly other_language: string;
  readonly only_english: string;
  readonly lead: string;
  readonly lead_more: string;
  readonly read: string;
  readonly not_found: string;
  readonly not_found_hint: string;
  readonly sections: Readonly<Record<SectionName, string>>;
}

const TEXTS: Readonly<Record<GuideLanguage, GuideTexts>> = {
  en: {
    documentation: "Documentation",
    skip: "Skip to the content",
    search: "Search",
    menu: "All pages",
    neighbours: "Previous and next page",
    reference: "API reference",
    sign_in: "Sign in",
    other_language: "Français",
    only_english: "in English",
    lead: "Payments and transfers by mobile money",
    lead_more:
      "Kolo collects payments and sends money for merchants. This is its service: people work in the dashboard, programs call the API.",
    read: "Read the documentation",
    not_found: "There is no such page",
    not_found_hint: "The page may have another name now: search for it, or choose one from the list.",
    sections: {
      start: "Start",
      guides: "Guides",
      sdk: "Clients",
      operating: "Operating",
      reference: "Reference",
      concepts: "Concepts",
      decisions: "Decisions",
      project: "Project",
    },
  },
  fr: {
    documentation: "Documentation",
    skip: "Aller au contenu",
    search: "Rechercher",
    menu: "Toutes les pages",
    neighbours: "Page précédente et page suivante",
    reference: "Référence de l’API",
    sign_in: "Se connecter",
    other_language: "English",
    only_english: "en anglais",
    lead: "Paiements et transferts par mobile money",
    lead_more:
      "Kolo encaisse des paiements et envoie de l’argent pour des marchands. Vous êtes sur son service\u00a0: les personnes travaillent dans le tableau de bord, les programmes appellent l’API.",
    read: "Lire la documentation",
    not_found: "Cette page n’existe pas",
    not_found_hint: "Elle a peut-être changé de nom\u00a0: cherchez-la, ou choisissez-en une dans la liste.",
    sections: {
      start: "Démarrer",
      guides: "Guides",
      sdk: "Bibliothèques",
      operating: "Exploitation",
      reference: "Référence",
      concepts: "Notions",
      decisions: "Décisions",
      project: "Projet",
    },
  },
};

/** The addresses of the assets that every page loads. */
export interface PageAssets {
  readonly style: string;
  readonly script: string;
  readonly search_index: Readonly<Record<GuideLanguage, string>>;
}

export function rootUrl(language: GuideLanguage): string {
  return language === "en" ? "/guide" : "/guide/fr";
}

/** The page of one document, with the menu, and links to the pages before and after it. */
export function documentPage(
  page: GuidePage,
  content: string,
  pages: readonly GuidePage[],
  assets: PageAssets,
): string {
  const { language, title } = page;
  const order = pagesIn(language, pages);
  const index = order.indexOf(page);
  const neighbour = (other: GuidePage | undefined, rel: string): string =>
    other ? `<a rel="${rel}" href="${other.url}">${escapeHtml(other.title)}</a>` : "<span></span>";
  const translation = translationOf(page, pages);
  return frame({
    ...{ language, title, assets },
    other_url: translation?.url ?? rootUrl(language === "en" ? "fr" : "en"),
    body:
      `<main id="content"><article>${content}</article>` +
      `<nav class="neighbours" aria-label="${TEXTS[language].neighbours}">${neighbour(order[index - 1], "prev")}${neighbour(order[index + 1], "next")}</nav></main>` +
      menu(language, pages, page),
  });
}

/** The first page of the documentation in a language: every page by section. */
export function indexPage(language: GuideLanguage, pages: readonly GuidePage[], assets: PageAssets): string {
  const texts = TEXTS[language];
  return frame({
    ...{ language, title: texts.documentation, assets },
    other_url: rootUrl(language === "en" ? "fr" : "en"),
    body: `<main id="content" class="contents"><h1>${texts.documentation}</h1>${lists(language, pages, null)}</main>`,
  });
}

export function notFoundPage(language: GuideLanguage, pages: readonly GuidePage[], assets: PageAssets): string {
  const { not_found, not_found_hint } = TEXTS[language];
  return frame({
    ...{ language, title: not_found, assets, other_url: rootUrl(language === "en" ? "fr" : "en") },
    body: `<main id="content"><h1>${not_found}</h1><p>${not_found_hint}</p></main>${menu(language, pages, null)}`,
  });
}

/** The page of the service itself, for a browser that opens its address. */
export function homePage(language: GuideLanguage, assets: PageAssets): string {
  const texts = TEXTS[language];
  return frame({
    ...{ language, title: "Kolo", assets, other_url: language === "en" ? "/?lang=fr" : "/?lang=en" },
    body:
      `<main id="content" class="home"><h1>${texts.lead}</h1><p>${texts.lead_more}</p><p class="actions">` +
      `<a class="button" href="/dashboard">${texts.sign_in}</a>` +
      `<a class="button quiet" href="${rootUrl(language)}">${texts.read}</a>` +
      `<a class="button quiet" href="/docs">${texts.reference}</a></p></main>`,
  });
}

function menu(language: GuideLanguage, pages: readonly GuidePage[], current: GuidePage | null): string {
  const texts = TEXTS[language];
  return `<nav id="menu" class="menu" aria-label="${texts.menu}">${lists(language, pages, current)}</nav>`;
}

function lists(language: GuideLanguage, pages: readonly GuidePage[], current: GuidePage | null): string {
  const texts = TEXTS[language];
  const shown = pagesIn(language, pages);
  return SECTIONS.map((section) => {
    const items = shown.filter((page) => page.section === section);
    // There are dozens of decisions: the menu lists them beside a decision only.
    if (items.length === 0 || (section === "decisions" && current !== null && current.section !== section)) return "";
    const links = items.map((page) => {
      const is_other = page.language !== language;
      const attributes = `${page === current ? ' aria-current="page"' : ""}${is_other ? ` lang="${page.language}"` : ""}`;
      const note = is_other ? ` <small lang="${language}">${texts.only_english}</small>` : "";
      return `<li><a href="${page.url}"${attributes}>${escapeHtml(page.title)}</a>${note}</li>`;
    });
    return `<h2>${texts.sections[section]}</h2><ul>${links.join("")}</ul>`;
  }).join("");
}

interface FrameParts {
  readonly language: GuideLanguage;
  readonly title: string;
  readonly other_url: string;
  readonly body: string;
  readonly assets: PageAssets;
}

function frame({ language, title, other_url, body, assets }: FrameParts): string {
  const texts = TEXTS[language];
  const other = language === "en" ? "fr" : "en";
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}${title === "Kolo" ? "" : " · Kolo"}</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="${assets.style}">
<script src="${assets.script}" defer></script>
</head>
<body>
<a class="skip" href="#content">${texts.skip}</a>
<header>
<a class="brand" href="/">Kolo</a>
<a href="${rootUrl(language)}">${texts.documentation}</a>
<a href="/docs">${texts.reference}</a>
<form class="search" role="search" data-index="${assets.search_index[language]}">
<label class="hidden" for="search">${texts.search}</label>
<input id="search" type="search" placeholder="${texts.search}" autocomplete="off" spellcheck="false" aria-controls="found">
<div id="found" class="found" aria-live="polite" hidden></div>
</form>
<a href="/dashboard">${texts.sign_in}</a>
<a href="${other_url}" lang="${other}" hreflang="${other}">${texts.other_language}</a>
</header>
<div class="frame">${body}</div>
</body>
</html>
`;
}
