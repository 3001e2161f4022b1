import { type Command, InvalidArgumentError } from "commander";
import { platformOperatorActor } from "#operator/actor.ts";
import { withDatabaseContext } from "#operator/command-context.ts";
import { resolveReview } from "#resources/review/resolve.ts";
import { RESOLUTIONS, type Resolution } from "#resources/review/schema.ts";
import { list } from "#resources/review/store.ts";

const REVIEWS_LISTED_MAX = 500;

export function addReviewCommands(program: Command): void {
  const review = program.command("review").description("decide manual review cases");

  review
    .command("list")
    .description("show the open cases, oldest first")
    .option("--all", "include decided cases, newest first", false)
    .action((options: { all: boolean }, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        const rows = await db.engine((tx) => list(tx, options.all, REVIEWS_LISTED_MAX));
        const columns = ["id", "kind", "subject", "merchant", "environment", "provider_answer", "opened_at"];
        print.rows(rows, [
          ...columns,
          ...(options.all ? ["resolution", "resolved_by", "note"] : ["proposed", "proposed_by"]),
        ]);
      }),
    );

  review
    .command("resolve")
    .description("decide the outcome of an order, or who bears a wrong booking")
    .argument("<id>", "the id of the case (rvw_…)")
    .requiredOption("--as <decision>", RESOLUTIONS.join(", "), parseResolution)
    .requiredOption("--reason <text>", "the reason, for the audit log")
    .action((id: string, options: { as: Resolution; reason: string }, command: Command) =>
      withDatabaseContext(command, async (db, { config, print }) => {
        const decision = {
          ...{ resolution: options.as, note: options.reason, actor: platformOperatorActor() },
          needs_two: config.review_dual_control,
        };
        const row = await db.engine((tx) => resolveReview(tx, id, decision));
        const sentence =
          row.state === "open"
            ? `${id} waits for a second platform operator, who must also decide ${options.as}`
            : `${id} is resolved: ${options.as}`;
        print.message(sentence, row);
      }),
    );
}

function parseResolution(text: string): Resolution {
  const matching_resolution = RESOLUTIONS.find((name) => name === text);
  if (!matching_resolution) throw new InvalidArgumentError(`It is one of ${RESOLUTIONS.join(", ")}.`);
  return matching_resolution;
}
