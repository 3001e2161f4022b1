import { defineConfig } from "vite";

// The oldest browsers to support, as on ten-year-old phones. Colours and CSS nesting are compiled for them.
const BROWSERS = ["chrome87", "firefox78", "safari14"];

export default defineConfig({
  base: "/dashboard/",
  // The source imports React; the build replaces it with Preact: docs/decisions/0005-the-browser-pages-ship-preact.md.
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
    // The content security policy forbids inline and `data:` scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    rolldownOptions: {
      // TanStack Query's files contain "use client", a directive for server-side React. The warning is irrelevant here.
      onwarn(warning, warn) {
        if (warning.code !== "MODULE_LEVEL_DIRECTIVE") warn(warning);
      },
    },
  },
});
