import { resolve } from 'node:path';
import { passFaultPoint } from '../../database/fault-point.ts';
import { readConfig } from '../../configuration/config.ts';
import { loadBackup, readHeader, type Loaded } from './load.ts';
import type { RepeatedErasures } from '../../commands/persons/repeat-erasures.ts';
import type { Core } from '../../service/core.ts';
import { repeatErasuresWithFiles } from '../keys/repeat-erasures.ts';
import { createProgress } from './progress.ts';
import { createKeysOpener, requireKeys } from './restored-keys.ts';
import { claimFolder, clearFolder, moveIntoPlace } from './restored-folder.ts';
import { checkTables, verifyRestored } from './verify.ts';
import { printResult, UserMistake } from '../script.ts';
import { openToolCore, requireOwnInstallation, runWithPlainErrors } from '../tool.ts';

export interface RestoreValues {
  readonly from: string;
  readonly keys: string | undefined;
  readonly 'without-keys': boolean;
  readonly erasures: readonly string[] | undefined;
  readonly json: boolean;
}

/** Fills an empty data folder from a backup, builds the read tables and verifies everything. */
export const restoreBackup = (values: RestoreValues): Promise<void> => runWithPlainErrors(() => restore(values));

async function restore(values: RestoreValues): Promise<void> {
  const { dataDir } = requireOwnInstallation('psql');
  const backup = resolve(values.from);
  const progress = createProgress();
  const workshop = await claimFolder(dataDir, backup);
  passFaultPoint('restore-begun');
  let loaded: Loaded;
  let repeated: RepeatedErasures | null;
  const config = readConfig(process.env);
  try {
    await requireKeys(await readHeader(backup), values, config);
    loaded = await loadBackup(backup, workshop, createKeysOpener(workshop, values, config), progress.report);
    repeated = await proveRestored(loaded, workshop, progress.report, (core) =>
      repeatErasuresWithFiles(core, { ...config, dataDir: workshop }),
    );
    await moveIntoPlace(dataDir);
  } catch (error) {
    // A partial restore is useless: leave the folder empty, as it was.
    await clearFolder(dataDir);
    throw error;
  }
  progress.end();
  const { events, files, header, unopened } = loaded;
  if (unopened.length > 0)
    process.stderr.write(`Left empty, because their rows need the keys: ${unopened.join(', ')}\n`);
  const erasedAgain = (repeated?.persons ?? 0) + (repeated?.accounts ?? 0);
  printResult(
    values.json,
    { dataDir, events, files, position: header.position, made_at: header.made_at, erased_again: erasedAgain },
    `The backup of ${header.made_at} is restored into ${dataDir}: ${events} events and ${files} files.` +
      (erasedAgain === 0 ? '' : ` ${erasedAgain} persons who were erased later are erased again.`),
  );
}

/** Builds the read tables and checks everything. @throws UserMistake if the backup is not valid */
export async function proveRestored(
  loaded: Loaded,
  folder: string,
  onProgress: (text: string) => void,
  repeat?: (core: Core) => Promise<RepeatedErasures>,
): Promise<RepeatedErasures | null> {
  onProgress('building the read tables');
  const core = await openToolCore({ dataDir: folder, isRestoring: true });
  try {
    const wrong = await verifyRestored({ core, dataDir: folder, loaded }, onProgress);
    if (wrong.length > 0) throw new UserMistake(`The backup is not valid: ${wrong.join('; ')}`);
    if (repeat === undefined) return null;
    onProgress('repeating erasures');
    const repeated = await repeat(core);
    const differing = repeated.persons + repeated.accounts === 0 ? null : await checkTables({ core });
    if (differing !== null) throw new UserMistake(`Erasures could not be repeated: ${differing}`);
    return repeated;
  } finally {
    await core.stop();
  }
}
