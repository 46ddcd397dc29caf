import { listRecordedErasures } from '../../commands/persons/repeat-erasures.ts';
import { printResult } from '../script.ts';
import { runTool } from '../tool.ts';
import { repeatErasuresWithFiles } from './repeat-erasures.ts';
import { loadKeys, type LoadedKeys } from './copy-keys.ts';

export interface KeysRestoreValues {
  readonly from: string;
  readonly erasures: readonly string[] | undefined;
  readonly json: boolean;
}

/** Adds the keys of a backup to the vault. Keys that were destroyed since stay destroyed. */
export const restoreKeys = (values: KeysRestoreValues): Promise<void> =>
  runTool(async (core, config) => {
    const { vaultPool, keyWrap } = core;
    const recorded = await listRecordedErasures(core.pool);
    const source = { keys: values.from, erasures: values.erasures ?? [], recorded };
    const loaded = await loadKeys(vaultPool, keyWrap, source);
    const repeated = await repeatErasuresWithFiles(core, config);
    process.stderr.write(`${describeUnknownErasures(loaded)}\n`);
    const { keys, left_out, erasures } = loaded;
    printResult(
      values.json,
      { ...loaded, erased_again: repeated.persons + repeated.accounts },
      `${keys} keys were added, ${left_out} stay as they are or destroyed, ${erasures} erasures were new.`,
    );
  });

/** What no file can know. */
export const describeUnknownErasures = ({ made_at, position }: Pick<LoadedKeys, 'made_at' | 'position'>): string =>
  `Erasures after ${made_at} (position ${position} of the log) are known only if the log or the vault has them: ` +
  'give every later list of erasures with --erasures FILE, or repeat the erasures of people who asked for them since';
