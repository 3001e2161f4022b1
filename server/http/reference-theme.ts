/** Kolo's mark: a K on the accent colour. */
export const FAVICON_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#00623e"/>' +
  '<path d="M11 8v16M21.5 8 11.5 16.5 21.5 24" fill="none" stroke="#fff" stroke-width="3.5" stroke-linecap="round" ' +
  'stroke-linejoin="round"/></svg>';

/** The colours of our other pages (ui/src/tokens.css), light and dark, as the reference library's variables. */
export const REFERENCE_CSS = `
  .light-mode {
    --scalar-background-1: oklch(1 0 0);
    --scalar-background-2: oklch(0.97 0.004 160);
    --scalar-background-3: oklch(0.91 0.006 160);
    --scalar-background-accent: oklch(0.95 0.03 160);
    --scalar-border-color: oklch(0.91 0.006 160);
    --scalar-color-1: oklch(0.22 0.012 160);
    --scalar-color-2: oklch(0.46 0.012 160);
    --scalar-color-3: oklch(0.46 0.012 160);
    --scalar-color-accent: oklch(0.42 0.1 160);
    --scalar-link-color: oklch(0.42 0.1 160);
    --scalar-color-green: oklch(0.5 0.12 155);
    --scalar-color-red: oklch(0.5 0.18 27);
    --scalar-color-blue: oklch(0.5 0.14 255);
    --scalar-button-1: oklch(0.45 0.1 160);
    --scalar-button-1-hover: oklch(0.39 0.09 160);
    --scalar-button-1-color: oklch(1 0 0);
  }
  .dark-mode {
    --scalar-background-1: oklch(0.19 0.008 160);
    --scalar-background-2: oklch(0.235 0.009 160);
    --scalar-background-3: oklch(0.32 0.01 160);
    --scalar-background-accent: oklch(0.28 0.04 160);
    --scalar-border-color: oklch(0.32 0.01 160);
    --scalar-color-1: oklch(0.94 0.006 160);
    --scalar-color-2: oklch(0.73 0.01 160);
    --scalar-color-3: oklch(0.73 0.01 160);
    --scalar-color-accent: oklch(0.79 0.12 160);
    --scalar-link-color: oklch(0.79 0.12 160);
    --scalar-color-green: oklch(0.76 0.14 155);
    --scalar-color-red: oklch(0.74 0.14 25);
    --scalar-color-blue: oklch(0.76 0.11 250);
    --scalar-button-1: oklch(0.74 0.13 160);
    --scalar-button-1-hover: oklch(0.8 0.12 160);
    --scalar-button-1-color: oklch(0.18 0.03 160);
  }
  .light-mode, .dark-mode {
    --scalar-border-width: 1px;
    --scalar-font: ui-sans-serif, system-ui, sans-serif;
    --scalar-font-code: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
    --scalar-sidebar-color-active: var(--scalar-color-accent);
    --scalar-sidebar-item-active-background: var(--scalar-background-accent);
  }
  /* The target of a link receives focus, but nobody types into it. */
  .section[tabindex="-1"]:focus-visible {
    outline: none;
  }
  /* Both keys' names, beside the heading. */
  .scalar-app .text-base[class~="group/combobox-button"] {
    font-size: 0.6875rem;
  }
`;
