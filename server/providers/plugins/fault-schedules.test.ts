import { describe } from "node:test";
import { faultSchedules } from "#testing/fault-schedules.ts";
import { fakeMtn } from "./mtn/fake.ts";
import { mtn } from "./mtn/mtn.ts";
import { fakeOrange } from "./orange/fake.ts";
import { orange } from "./orange/orange.ts";
import { fakePawapay } from "./pawapay/fake.ts";
import { pawapay } from "./pawapay/pawapay.ts";
import { fakeWave } from "./wave/fake.ts";
import { wave } from "./wave/wave.ts";

const SCHEDULES = { few: 100, many: 2_000 };
const CAMEROON = { country: "CM", currency: "XAF" };
const KINDS = ["transfer", "collect", "refund"] as const;

/** The same refusals for every kind of order. */
function always(codes: readonly string[]) {
  return { transfer: codes, collect: codes, refund: codes };
}

/** Numbers that begin with these digits: seven more follow. */
function numbers(calling_code: string, first_digits: string, is_international: boolean) {
  return (n: number) => {
    const national = `${first_digits}${n + 1_000_000}`;
    const full = `${calling_code}${national}`;
    return { receiver: `+${full}`, party: is_international ? full : national };
  };
}

describe("every plug-in", () => {
  faultSchedules(
    "MTN",
    async () => {
      const fake = await fakeMtn();
      return {
        ...{ provider: mtn(), fake, channel: "cm.mtn", ...CAMEROON, kinds: KINDS },
        account: { id: "con_test", settings: fake.settings },
        refusals: always(["PAYEE_NOT_FOUND", "NOT_ENOUGH_FUNDS", "EXPIRED"]),
        party: numbers("237", "67", true),
      };
    },
    SCHEDULES,
  );

  faultSchedules(
    "Orange",
    async () => {
      const fake = await fakeOrange();
      return {
        ...{ provider: orange(), fake, channel: "cm.orange", ...CAMEROON, kinds: ["transfer", "collect"] },
        account: { id: "con_test", settings: fake.settings },
        refusals: always(["NOT_FOUND", "LOW_BALANCE", "EXPIRED"]),
        party: numbers("237", "69", false),
        externalIdOf: (attempt) => attempt.slice(-20),
      };
    },
    SCHEDULES,
  );

  faultSchedules(
    "pawaPay",
    async () => {
      const fake = await fakePawapay();
      return {
        ...{ provider: pawapay(), fake, channel: "ug.mtn", wallet: "MTN_MOMO_UGA", country: "UG", currency: "UGX" },
        account: { id: "con_test", settings: { signing_key: "", signing_key_id: "", ...fake.settings } },
        kinds: ["transfer", "collect"],
        refusals: always(["RECIPIENT_NOT_FOUND", "INSUFFICIENT_BALANCE", "UNSPECIFIED_FAILURE"]),
        party: numbers("256", "77", true),
      };
    },
    SCHEDULES,
  );

  faultSchedules(
    "Wave",
    async () => {
      const fake = await fakeWave();
      const unsigned = { checkout_signing_secret: "", payout_signing_secret: "", aggregated_merchant_id: "" };
      const payouts = ["recipient-limit-exceeded", "insufficient-funds"];
      return {
        ...{ provider: wave(), fake, channel: "sn.wave", country: "SN", currency: "XOF", kinds: KINDS },
        account: { id: "con_test", settings: { ...unsigned, restrict_payer: "yes", ...fake.settings } },
        refusals: { transfer: payouts, collect: ["cancelled", "expired", "blocked-account"], refund: payouts },
        party: numbers("221", "77", true),
      };
    },
    SCHEDULES,
  );
});
