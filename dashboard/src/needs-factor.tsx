import { itemOf } from "./items.ts";
import { usePlace } from "./place.ts";
import { Link } from "./router.tsx";
import { useSelfWords } from "./self-texts.ts";
import { Notice } from "./shell-parts.tsx";

/**
 * The notice that an action requires a second factor, with a link to set one up. In test, only actions on the whole business
 * do.
 */
export function NeedsFactor({ tone = "plain" }: { readonly tone?: "plain" | "bad" }) {
  const words = useSelfWords();
  const { environment, me, to } = usePlace();
  return (
    <Notice tone={tone}>
      {environment === "test" ? words.business_needs_factor : words.live_needs_factor}{" "}
      {itemOf(me, "profile").has_second_factor === true ? (
        words.use_factor
      ) : (
        <Link is_way_out to={to("/security")}>
          {words.set_factor}
        </Link>
      )}
    </Notice>
  );
}
