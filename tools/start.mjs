// npm start: installs and builds what is missing and runs the service under the project's own Node.
import { spawn } from "node:child_process";
import { build, SERVICE_MAIN } from "./build.mjs";
import { install, node, root } from "./install.mjs";

install();
build();
// What is new is cleared away at 32 MB instead of 16, which takes less time, and given back when nothing happens.
const words = ["--max-semi-space-size=32", SERVICE_MAIN, "serve", ...process.argv.slice(2)];
const service = spawn(node, words, { cwd: root, stdio: ["inherit", "inherit", "inherit", "ipc"] });
// Ctrl-C reaches the service by itself; a signal to this process alone is passed on, and both end together. So do they where
// npm is killed, which says nothing.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => service.kill("SIGTERM"));
const npm = process.ppid;
if (process.env.npm_lifecycle_event) {
  setInterval(() => {
    if (process.ppid !== npm) service.kill("SIGTERM");
  }, 1_000).unref();
}
service.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
