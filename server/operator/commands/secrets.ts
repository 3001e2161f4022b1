import { join } from "node:path";
import type { Command } from "commander";
import { expectOneKey } from "#db/master-keys.ts";
import { newMasterKey, readKeyring } from "#kernel/secrets.ts";
import { makeKeyFile, readKeyFile, replaceKeyFile } from "#key-file.ts";
import { contextOf, withContext } from "#operator/context.ts";
import { rotateSecrets } from "#operator/rotate.ts";

export function addSecrets(program: Command): void {
  const secrets = program.command("secrets").description("the master keys, and what is sealed with them");

  secrets
    .command("add-key")
    .description("put a new master key before the others; restart every process, then rotate")
    .action((_options: object, command: Command) => {
      const { config, print } = contextOf(command);
      if (config.master_keys !== null) {
        const next = versionAfter(config.master_keys);
        print.say(`KOLO_MASTER_KEYS is set: put this before what it holds now, and a comma: ${next}`, { key: next });
        return;
      }
      const path = join(config.data_folder, "master.keys");
      const before = readKeyFile(path);
      const keys = before === null ? newMasterKey() : `${versionAfter(before)},${before}`;
      if (before === null) makeKeyFile(path, keys);
      else replaceKeyFile(path, keys);
      const version = readKeyring(keys).current;
      print.say(`Version ${version} is in ${path}. Restart every process, then: kolo secrets rotate`, { version });
    });

  secrets
    .command("rotate")
    .description("seal everything with the newest master key, and say what still needs an older one")
    .action((_options: object, command: Command) =>
      withContext(command, async (db, { print }) => {
        await db.engine(expectOneKey);
        const rotated = await rotateSecrets(db);
        print.rows(rotated, ["what", "sealed_again", "left", "version"]);
      }),
    );
}

function versionAfter(text: string): string {
  const { current } = readKeyring(text);
  return newMasterKey().replace(/^1:/, `${current + 1}:`);
}
