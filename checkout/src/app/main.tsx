import "@kolo/ui/parts.css";
import "./shell.css";
import "#pages/payment-steps.css";
import { LanguageProvider } from "@kolo/ui/language.tsx";
import { createRoot } from "react-dom/client";
import { InvoicePage } from "#pages/invoice-page.tsx";
import { LinkPage } from "#pages/link-page.tsx";
import { PaymentPage } from "#pages/payment-page.tsx";

const LINK = /^\/pay\/link\/([^/]+)\/?$/;
const INVOICE = /^\/pay\/invoice\/([^/]+)\/?$/;
const SKELETON_AFTER_MS = 150;
const PAYMENT = /^\/pay\/([^/]+)\/?$/;

const page = document.getElementById("page");
if (page) {
  // index.html shows its own skeleton, whose delay started at navigation. Subtract the time since then from ours.
  const left_ms = Math.max(0, SKELETON_AFTER_MS - performance.now());
  document.documentElement.style.setProperty("--skeleton-after", `${left_ms}ms`);
  page.textContent = "";
  createRoot(page).render(<LanguageProvider>{pageAt(location.pathname)}</LanguageProvider>);
}

function pageAt(path: string) {
  const link = LINK.exec(path)?.[1];
  const invoice = INVOICE.exec(path)?.[1];
  if (invoice) return <InvoicePage token={invoice} />;
  return link ? <LinkPage id={link} /> : <PaymentPage token={PAYMENT.exec(path)?.[1] ?? ""} />;
}
