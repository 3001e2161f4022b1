import { defineConfig } from "vite";

// The browsers that phones of ten years still run; colours and nesting are written down to them.
const BROWSERS = ["chrome87", "firefox78", "safari14"];

export default defineConfig({
  base: "/dashboard/",
  // Written against React, shipped on Preact: docs/decisions/0005-the-browser-pages-ship-preact.md.
  resolve: {
    alias: [
      { find: "react/jsx-runtime", replacement: "preact/jsx-runtime" },
      { find: "react/jsx-dev-runtime", replacement: "preact/jsx-runtime" },
      { find: "react-dom/client", replacement: "preact/compat/client" },
      { find: "react", replacement: "preact/compat" },
    ],
  },
  build: {
    target: BROWSERS,
    // The policy of the page allows no data: scripts and no inline ones.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
  },
});
