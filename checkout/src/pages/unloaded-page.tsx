import { useTranslation } from "@kolo/ui/language.tsx";
import { Shell, Skeleton } from "#app/shell.tsx";
import { MESSAGES } from "#i18n/messages.ts";
import { NotFound } from "./payment-ended.tsx";

/** A page whose data are not loaded yet. */
export function LoadingPage({ is_offline }: { readonly is_offline: boolean }) {
  return (
    <Shell is_test={false} business={null} title={null} is_offline={is_offline}>
      <Skeleton />
    </Shell>
  );
}

/** The page of a link or an invoice that does not exist. */
export function AbsentPage() {
  const messages = useTranslation(MESSAGES);
  return (
    <Shell is_test={false} business={null} title={messages.titles.link_absent} is_offline={false}>
      <NotFound title={messages.link_absent_title} help={messages.absent_help} />
    </Shell>
  );
}
