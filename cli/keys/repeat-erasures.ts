import { join } from 'node:path';
import { repeatErasures, type RepeatedErasures } from '../../commands/persons/repeat-erasures.ts';
import type { Config } from '../../configuration/config.ts';
import { openFileStore } from '../../outside/files/index.ts';
import type { Core } from '../../service/core.ts';

/** Erases again whom the restored data has brought back, with the files of the data folder or bucket. */
export async function repeatErasuresWithFiles(
  core: Core,
  { dataDir, bucket }: Pick<Config, 'dataDir' | 'bucket'>,
): Promise<RepeatedErasures> {
  const files = openFileStore({ folder: join(dataDir, 'files'), bucket });
  try {
    return await repeatErasures({ ...core, files });
  } finally {
    await files.close();
  }
}
