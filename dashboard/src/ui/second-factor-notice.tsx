import { useMerchantContext } from "#app/merchant-context.ts";
import { Link } from "#app/router.tsx";
import { useAccountMessages } from "#i18n/account-messages.ts";
import { Notice } from "./page-elements.tsx";

/**
 * The notice that an action requires a second factor, with a link to set one up. In test, only actions on the whole
 * business do.
 */
export function SecondFactorNotice({ tone = "plain" }: { readonly tone?: "plain" | "bad" }) {
  const messages = useAccountMessages();
  const { environment, me, pagePath } = useMerchantContext();
  return (
    <Notice tone={tone}>
      {environment === "test" ? messages.business_needs_factor : messages.live_needs_factor}{" "}
      {me.profile.has_second_factor ? (
        messages.use_factor
      ) : (
        <Link skips_confirmation to={pagePath("/security")}>
          {messages.set_factor}
        </Link>
      )}
    </Notice>
  );
}
