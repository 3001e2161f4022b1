// Runs in a network namespace that routes every address to this machine, so that every connection arrives and is
// counted.
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { ATTEMPTS_PER_NAME, DNS_NAMES, LITERALS, REDIRECTS } from "./vectors.ts";

const [counter, sender] = await Promise.all(
  [
    ["counter.ts", REDIRECTS.join(" ")],
    ["sender.ts", ""],
  ].map(async ([file = "", argument = ""]) => {
    const child = fork(join(import.meta.dirname, file), [argument], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
    await once(child, "message");
    return child;
  }),
);

async function request(child: typeof counter, message: object): Promise<Record<string, unknown>> {
  const answered = once(child ?? process, "message");
  child?.send(message);
  const [answer] = await answered;
  return answer;
}

async function round(urls: readonly string[], is_open: boolean): Promise<object> {
  const { results } = await request(sender, { urls, is_open });
  const { connected } = await request(counter, { count: true });
  return { results, connected };
}

const literals = LITERALS.flatMap((host) => [`http://${host}/`, `http://${host}:9000/`]);
const name_urls = Object.keys(DNS_NAMES).flatMap((name) =>
  Array.from({ length: ATTEMPTS_PER_NAME }, () => `http://${name}/`),
);
const redirects = REDIRECTS.map((_, number) => `http://8.8.8.8/redirect?${number}`);
const results_by_kind = {
  literals: await round(literals, false),
  tls: await round(["https://127.0.0.1/", "https://loopback.example/", "https://[::1]:8443/"], false),
  names: await round(name_urls, false),
  redirects: await round(redirects, false),
  // The control run without the guard returns the addresses that the guard must protect.
  unguarded: await round(
    LITERALS.map((host) => `http://${host}/`),
    true,
  ),
};
process.stdout.write(`${JSON.stringify(results_by_kind)}\n`);
for (const child of [counter, sender]) child?.disconnect();
process.exit(0);
