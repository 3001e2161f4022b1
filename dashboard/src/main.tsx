import "@kolo/ui/parts.css";
import "@fontsource-variable/inter/wght.css";
import "./frame.css";
import "./parts.css";
import "./records.css";
import "./dialogs.css";
import "./working.css";
import "./approvals.css";
import "./operator.css";
import "./print.css";
import { LanguageProvider } from "@kolo/ui/language.tsx";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";

const page = document.getElementById("page");
if (page) {
  createRoot(page).render(
    <LanguageProvider>
      <App />
    </LanguageProvider>,
  );
}
