import "@kolo/ui/parts.css";
import "@fontsource-variable/inter/wght.css";
import "./frame.css";
import "#ui/parts.css";
import "#ui/records.css";
import "#ui/dialogs.css";
import "#ui/controls.css";
import "#pages/approvals/approvals.css";
import "#pages/search/search.css";
import "./platform-operator.css";
import "./print.css";
import { LanguageProvider } from "@kolo/ui/language.tsx";
import { QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { query_client } from "./api-query.ts";
import { App } from "./app.tsx";

const page = document.getElementById("page");
if (page) {
  createRoot(page).render(
    <LanguageProvider>
      <QueryClientProvider client={query_client}>
        <App />
      </QueryClientProvider>
    </LanguageProvider>,
  );
}
