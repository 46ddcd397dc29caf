import { requireNewFile } from '../archive/draft.ts';
import { BACKUP_KEY } from '../archive/personal-rows.ts';
import { printResult } from '../script.ts';
import { runTool } from '../tool.ts';
import { writeKeys } from './copy-keys.ts';

export interface KeysBackupValues {
  readonly out: string;
  readonly json: boolean;
}

/** Writes the keys of personal data to a file of their own, because `backup` never contains them. */
export const backUpKeys = (values: KeysBackupValues): Promise<void> =>
  runTool(async ({ log, vault, vaultPool }) => {
    const path = await requireNewFile(values.out);
    // Later backups of the books are sealed with it: one backup of the keys fits them too.
    await vault.createKeys([BACKUP_KEY]);
    const written = await writeKeys({ pool: vaultPool, position: await log.readHead() }, path);
    printResult(
      values.json,
      { file: path, ...written },
      `The keys are in ${path}: ${written.keys} keys and ${written.erasures} erasures. Keep it apart from the backup.`,
    );
  });
