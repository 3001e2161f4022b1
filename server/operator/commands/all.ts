import type { Command } from "commander";
import { addChannelCommands } from "./channels.ts";
import { addChargeCommands } from "./charges.ts";
import { addFakesCommand } from "./fakes.ts";
import { addFeedCommands } from "./feed.ts";
import { addFundsCommands } from "./funds.ts";
import { addKeyCommands } from "./keys.ts";
import { addBlockCommands, addDuplicateCommands, addLimitCommands } from "./limits.ts";
import { addMaintenanceCommands } from "./maintenance.ts";
import { addMerchantCommands } from "./merchants.ts";
import { addPlatformOperatorRoleCommands } from "./platform-operators.ts";
import { addProviderCommands } from "./providers.ts";
import { addReconcileCommands } from "./reconcile.ts";
import { addReportCommands } from "./report.ts";
import { addReviewCommands } from "./review.ts";
import { addScreeningCommands } from "./screening.ts";
import { addSecretCommands } from "./secrets.ts";
import { addAddressCommands, addFeeCommands, addRateCommands, addWebhookCommands } from "./settings.ts";
import { addUserCommands } from "./users.ts";
import { addWithdrawalCommands } from "./withdrawals.ts";

/** Adds all operator commands, in the order of the help. */
export function addPlatformOperatorCommands(program: Command): void {
  addMaintenanceCommands(program);
  addMerchantCommands(program);
  addUserCommands(program);
  addPlatformOperatorRoleCommands(program);
  addKeyCommands(program);
  addAddressCommands(program);
  addFundsCommands(program);
  addWithdrawalCommands(program);
  addFeeCommands(program);
  addChargeCommands(program);
  addLimitCommands(program);
  addDuplicateCommands(program);
  addBlockCommands(program);
  addRateCommands(program);
  addWebhookCommands(program);
  addProviderCommands(program);
  addChannelCommands(program);
  addReviewCommands(program);
  addScreeningCommands(program);
  addReconcileCommands(program);
  addReportCommands(program);
  addFeedCommands(program);
  addFakesCommand(program);
  addSecretCommands(program);
}
