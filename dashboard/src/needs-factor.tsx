import { itemOf } from "./items.ts";
import { useMerchantContext } from "./place.ts";
import { Link } from "./router.tsx";
import { useAccountMessages } from "./self-texts.ts";
import { Notice } from "./shell-parts.tsx";

/**
 * The notice that an action requires a second factor, with a link to set one up. In test, only actions on the whole business
 * do.
 */
export function SecondFactorNotice({ tone = "plain" }: { readonly tone?: "plain" | "bad" }) {
  const messages = useAccountMessages();
  const { environment, me, pagePath } = useMerchantContext();
  return (
    <Notice tone={tone}>
      {environment === "test" ? messages.business_needs_factor : messages.live_needs_factor}{" "}
      {itemOf(me, "profile").has_second_factor === true ? (
        messages.use_factor
      ) : (
        <Link skips_confirmation to={pagePath("/security")}>
          {messages.set_factor}
        </Link>
      )}
    </Notice>
  );
}
