import type { Command } from "commander";
import { controlServer } from "#providers/plugins/fakes/control.ts";
import { fakeMtn } from "#providers/plugins/mtn/fake.ts";
import { fakeOrange } from "#providers/plugins/orange/fake.ts";

const FIRST_PORT = 9_100;
const TICK_MS = 200;

export function addFakesCommand(program: Command): void {
  program
    .command("fakes")
    .description("run simulators of MTN and Orange, to try an integration without them")
    .option("--port <number>", "the first of three ports: MTN, Orange, control", String(FIRST_PORT))
    .option("--log <folder>", "the folder for the logs of money movements, one line each")
    .action(async (options: { port: string; log?: string }) => {
      const port = Number(options.port);
      const path = (name: string) => (options.log ? { path: `${options.log}/${name}.jsonl` } : {});
      const mtn = await fakeMtn({ port, ...path("mtn") });
      const orange = await fakeOrange({ port: port + 1, ...path("orange") });
      // Executes due orders and callbacks, without a request of the control server.
      setInterval(() => {
        for (const { book } of [mtn, orange]) book.advance(0);
      }, TICK_MS);
      const controls = await controlServer(port + 2, { mtn: mtn.book, orange: orange.book });
      const lines = [
        ...["MTN", mtn.url, ...settingsOf("mtn", mtn.settings), ""],
        ...["Orange", orange.url, ...settingsOf("orange", orange.settings), ""],
        `Control: ${controls.url} (GET /mtn/log, POST /mtn/faults, /mtn/fates, /mtn/advance)`,
      ];
      process.stdout.write(`${lines.join("\n")}\n`);
    });
}

function settingsOf(provider: string, settings: Readonly<Record<string, string>>): readonly string[] {
  const pairs = Object.entries(settings).filter(([, value]) => value !== "");
  return [`  kolo providers connect ${provider} --secrets - <<END`, ...pairs.map((pair) => pair.join("=")), "END"];
}
