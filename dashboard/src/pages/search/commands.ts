import { useMerchantContext } from "#app/merchant-context.ts";
import { GROUPS, isPageShown } from "#app/navigation.ts";
import { useFormMessages } from "#i18n/form-messages.ts";
import { useMessages } from "#i18n/messages.ts";
import { useSearchMessages } from "#i18n/search-messages.ts";
import { LISTS } from "#ui/list-definitions.ts";
import type { Command } from "./matching-commands.ts";

/** The commands that the person may use: the main action of each list, the other environment, and every page. */
export function useCommands(): readonly Command[] {
  const { pages } = useMessages();
  const { starts } = useFormMessages();
  const { switch_to } = useSearchMessages();
  const context = useMerchantContext();
  const actions = LISTS.flatMap(({ start }) => (start !== null && context.hasRight(start.right) ? [start] : []));
  const other = context.environment === "test" ? "live" : "test";
  const shown_pages = GROUPS.flatMap(([, names]) => names).filter((name) => isPageShown(name, context));
  return [
    ...actions.map(({ label, page }) => ({ label: starts[label], path: context.pagePath(page) })),
    ...shown_pages.map((name) => ({
      label: pages[name],
      path: context.pagePath(name === "overview" ? "" : `/${name}`),
    })),
    { label: switch_to[other], path: `/dashboard/${other}/${context.business.id}` },
  ];
}
