// npm run crash -- [--kills 200] [--events 100000] [--json]: runs the crash campaign for target W1.
import { parseArgs } from "node:util";
import { build } from "#tools/build.mjs";
import { CONCURRENCY, runCampaign } from "./campaign.ts";

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "200" },
    events: { type: "string" },
    json: { type: "boolean", default: false },
  },
});
build();
const kills = Number(values.kills);
const EVENTS_PER_KILL = 500;
const verdict = await runCampaign({
  kills,
  events: Number(values.events ?? kills * EVENTS_PER_KILL),
  report: (text) => void process.stderr.write(`crash: ${text}\n`),
});
const in_flight_max = 2 * CONCURRENCY;
const holds =
  verdict.lost + verdict.stuck + verdict.missing + verdict.broken.length === 0 &&
  verdict.duplicates_per_kill <= in_flight_max;
const W1 = {
  value: verdict.lost + verdict.stuck,
  unit: "events lost or stuck",
  target: 0,
  holds,
  in_flight_max,
  runs: [verdict],
};
process.stdout.write(`${JSON.stringify({ W1 }, null, 2)}\n`);
process.exitCode = holds ? 0 : 1;
