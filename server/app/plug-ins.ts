import { daraja } from "#providers/plugins/daraja/daraja.ts";
import { mtn } from "#providers/plugins/mtn/mtn.ts";
import { orange } from "#providers/plugins/orange/orange.ts";
import { pawapay } from "#providers/plugins/pawapay/pawapay.ts";
import { wave } from "#providers/plugins/wave/wave.ts";
import type { Provider } from "#providers/provider.ts";

/** The plug-ins of the live environment. A new one is a folder of `providers/plugins`, and a line here. */
export function livePlugIns(): readonly Provider[] {
  return [daraja(), mtn(), orange(), pawapay(), wave()];
}
