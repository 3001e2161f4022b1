import type { Command } from "commander";
import { addFakes } from "./fakes.ts";
import { addFeed } from "./feed.ts";
import { addKeys } from "./keys.ts";
import { addMerchants } from "./merchants.ts";
import { addOperators } from "./operators.ts";
import { addPeople } from "./people.ts";
import { addProviders } from "./providers.ts";
import { addReconcile } from "./reconcile.ts";
import { addReview } from "./review.ts";
import { addSecrets } from "./secrets.ts";
import { addAddresses, addFees, addFundsCommands, addRates, addWebhooks } from "./settings.ts";
import { addUpkeep } from "./upkeep.ts";

/** Adds all operator commands, in the order of the help. */
export function addCommands(program: Command): void {
  addUpkeep(program);
  addMerchants(program);
  addPeople(program);
  addOperators(program);
  addKeys(program);
  addAddresses(program);
  addFundsCommands(program);
  addFees(program);
  addRates(program);
  addWebhooks(program);
  addProviders(program);
  addReview(program);
  addReconcile(program);
  addFeed(program);
  addFakes(program);
  addSecrets(program);
}
