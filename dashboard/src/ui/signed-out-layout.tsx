import { LanguageSwitch } from "@kolo/ui/language.tsx";
import { type ReactNode, useEffect } from "react";

/** A page for users who are not signed in. */
export function SignedOutLayout({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  useEffect(() => {
    const { title: title_before, documentElement } = document;
    const { environment } = documentElement.dataset;
    document.title = `${title} · Kolo`;
    delete documentElement.dataset.environment;
    // Restore the title on unmount, because the page behind this one may be visible again.
    return () => {
      document.title = title_before;
      if (environment !== undefined) documentElement.dataset.environment = environment;
    };
  }, [title]);
  return (
    <main className="signed-out">
      <div className="signed-out-head">
        <p className="mark">Kolo</p>
        <LanguageSwitch />
      </div>
      <h1>{title}</h1>
      {children}
    </main>
  );
}
