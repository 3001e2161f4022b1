import "@kolo/ui/parts.css";
import "@fontsource-variable/inter/wght.css";
import "./frame.css";
import "#ui/parts.css";
import "#ui/records.css";
import "#ui/dialogs.css";
import "#ui/controls.css";
import "#pages/approvals/approvals.css";
import "./platform-operator.css";
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
