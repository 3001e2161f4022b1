import type { Command } from "commander";
import { openCommandContext, parseCountry } from "#operator/command-context.ts";
import { requireMarket } from "#providers/accounts/provider-accounts.ts";
import { currencyOfMarket } from "#providers/channels.ts";
import { fakeDaraja } from "#providers/plugins/daraja/fake.ts";
import { controlServer } from "#providers/plugins/fakes/control.ts";
import { fakeMtn } from "#providers/plugins/mtn/fake.ts";
import { TARGET_ENVIRONMENTS } from "#providers/plugins/mtn/settings.ts";
import { fakeOrange } from "#providers/plugins/orange/fake.ts";
import { fakePawapay } from "#providers/plugins/pawapay/fake.ts";
import { fakeWave } from "#providers/plugins/wave/fake.ts";

const FIRST_PORT = 9_100;
const TICK_MS = 200;
// The time that the simulated payer spends on Wave's page.
const PAYER_MS = 5_000;

export function addFakesCommand(program: Command): void {
  program
    .command("fakes")
    .description("run simulators of MTN, Orange, pawaPay, M-Pesa and Wave, to try an integration without them")
    .option(
      "--port <number>",
      "the first of six ports: MTN, Orange, control, pawaPay, M-Pesa, Wave",
      String(FIRST_PORT),
    )
    .option("--log <folder>", "the folder for the logs of money movements, one line each")
    .option("--market <country>", "the market of the simulated MTN: UG; default: the first", parseCountry)
    .option("--callbacks <url>", "the address of Kolo, for the callbacks of pawaPay and Wave: http://127.0.0.1:8080")
    .action(async (options: { port: string; log?: string; market?: string; callbacks?: string }, command: Command) => {
      const port = Number(options.port);
      const market = requireMarket("mtn", options.market);
      const target_environment = TARGET_ENVIRONMENTS[market] ?? `mtn${market.toLowerCase()}`;
      const currency = currencyOfMarket("mtn", market);
      const path = (name: string) => (options.log ? { path: `${options.log}/${name}.jsonl` } : {});
      const mtn = await fakeMtn({ port, target_environment, currency, ...path("mtn") });
      const orange = await fakeOrange({ port: port + 1, ...path("orange") });
      const pawapay = await fakePawapay({ port: port + 3, signs_callbacks: true, ...path("pawapay") });
      const sandbox_rate = { requests_per_second: 5 };
      const daraja = await fakeDaraja({ port: port + 4, ...sandbox_rate, ...path("daraja") });
      const wave = await fakeWave({ port: port + 5, payer_ms: PAYER_MS, ...path("wave") });
      if (options.callbacks) {
        pawapay.setCallbackUrl(`${options.callbacks}/notices/pawapay`);
        wave.setCallbackUrl(`${options.callbacks}/notices/wave`);
      }
      // Executes due orders and callbacks, without a request of the control server.
      setInterval(() => {
        for (const { book } of [mtn, orange, pawapay, daraja, wave]) book.advance(0);
      }, TICK_MS);
      const controls = await controlServer(port + 2, {
        ...{ mtn: mtn.book, orange: orange.book, pawapay: pawapay.book, daraja: daraja.book, wave: wave.book },
      });
      const lines = [
        ...[`MTN, market ${market}`, mtn.url, ...settingsOf(`mtn --market ${market}`, mtn.settings), ""],
        ...["Orange", orange.url, ...settingsOf("orange", orange.settings), ""],
        ...["pawaPay, market UG", pawapay.url, ...settingsOf("pawapay --market UG", pawapay.settings), ""],
        ...["M-Pesa, market KE", daraja.url, ...settingsOf("daraja --market KE", daraja.settings), ""],
        ...["Wave, market SN", wave.url, ...settingsOf("wave --market SN", wave.settings), ""],
        `Control: ${controls.url} (GET /mtn/log, POST /mtn/faults, /mtn/fates, /mtn/advance)`,
      ];
      openCommandContext(command).writeOut(`${lines.join("\n")}\n`);
    });
}

function settingsOf(account: string, settings: Readonly<Record<string, string>>): readonly string[] {
  const pairs = Object.entries(settings).filter(([, value]) => value !== "");
  return [`  kolo providers connect ${account} --secrets - <<END`, ...pairs.map((pair) => pair.join("=")), "END"];
}
