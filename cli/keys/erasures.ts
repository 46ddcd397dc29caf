import { requireNewFile } from '../archive/draft.ts';
import { printResult } from '../script.ts';
import { runTool } from '../tool.ts';
import { writeErasures } from './copy-keys.ts';

export interface ErasureListValues {
  readonly out: string;
  readonly json: boolean;
}

/** Writes the list of erasures, for safe keeping apart from the vault. */
export const writeErasureList = (values: ErasureListValues): Promise<void> =>
  runTool(async ({ log, vaultPool }) => {
    const path = await requireNewFile(values.out);
    const { erasures, made_at } = await writeErasures({ pool: vaultPool, position: await log.readHead() }, path);
    printResult(values.json, { file: path, erasures, made_at }, `${erasures} erasures are listed in ${path}.`);
  });
