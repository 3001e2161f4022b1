import { join } from "node:path";
import type { Command } from "commander";
import { requireSharedMasterKey } from "#db/master-keys.ts";
import { newMasterKey, readKeyring } from "#kernel/secrets.ts";
import { createKeyFile, readKeyFile, replaceKeyFile } from "#key-file.ts";
import { openCommandContext, withDatabaseContext } from "#operator/command-context.ts";
import { rotateSecrets } from "#operator/rotate-secrets.ts";

export function addSecretCommands(program: Command): void {
  const secrets = program.command("secrets").description("manage the master keys and the secrets encrypted with them");

  secrets
    .command("add-key")
    .description("add a new master key before the others; then restart every process and rotate")
    .action((_options: object, command: Command) => {
      const { config, print } = openCommandContext(command);
      if (config.master_keys !== null) {
        const next = nextMasterKey(config.master_keys);
        print.message(`KOLO_MASTER_KEYS is set: add this key and a comma at the start of its value: ${next}`, {
          key: next,
        });
        return;
      }
      const path = join(config.data_folder, "master.keys");
      const before = readKeyFile(path);
      const keys = before === null ? newMasterKey() : `${nextMasterKey(before)},${before}`;
      if (before === null) createKeyFile(path, keys);
      else replaceKeyFile(path, keys);
      const version = readKeyring(keys).current;
      print.message(`Added key version ${version} to ${path}. Restart every process, then run: kolo secrets rotate`, {
        version,
      });
    });

  secrets
    .command("rotate")
    .description("encrypt all secrets with the newest master key, and count those that still need an older key")
    .action((_options: object, command: Command) =>
      withDatabaseContext(command, async (db, { print }) => {
        await db.engine(requireSharedMasterKey);
        const rotated = await rotateSecrets(db);
        print.rows(rotated, ["what", "sealed_again", "left", "version"]);
      }),
    );
}

function nextMasterKey(text: string): string {
  const { current } = readKeyring(text);
  return newMasterKey().replace(/^1:/, `${current + 1}:`);
}
