import { useApi } from "#app/api-query.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { useMessages } from "#i18n/messages.ts";
import { Limits } from "#ui/limits.tsx";
import { Heading, QueryState } from "#ui/page-elements.tsx";

/** The limits of the business per hour, day and month. */
export function LimitsPage() {
  const { pages } = useMessages();
  const context = useMerchantContext();
  const query = useApi("GET /{environment}/limits", {});
  return (
    <>
      <Heading title={pages.limits} />
      <QueryState query={query} />
      {query.data && (
        <Limits
          items={query.data.limits}
          currency={context.business.currency}
          author={context.hasRight("manage") ? "merchant" : null}
          set={(body) => context.send("PUT /{environment}/limits", { body })}
          remove={(id) => context.send("DELETE /{environment}/limits/{id}", { params: { id } })}
          onChange={query.reload}
        />
      )}
    </>
  );
}
