import { rebuildReadTables } from '../../projections/engine/rebuild.ts';
import { rebuildCompanyFile } from '../../projections/engine/rebuild-file.ts';
import { readLiveShape, type LiveShape } from '../../projections/engine/shapes.ts';
import { MOST_PARTITIONS } from '../../projections/engine/table-statements.ts';
import { isProjectorRunning } from '../../workers/projector-lock.ts';
import type { Core } from '../../service/core.ts';
import { printResult, reportFailure, UserMistake } from '../script.ts';
import { runTool } from '../tool.ts';

export interface RebuildValues {
  readonly 'adopt-log': boolean;
  readonly company: string | undefined;
  readonly json: boolean;
  readonly partitions: string | undefined;
}

/**
 * Rebuilds every read table from the log, while the service keeps running. With `--adopt-log`, from the log of the
 * settings, whichever log the tables belonged to: for a lost log, and only while no service is running.
 */
export const rebuildTables = (values: RebuildValues): Promise<void> => {
  const partitions = values.partitions === undefined ? undefined : readPartitionNumber(values.partitions);
  return runTool(
    async ({ relaxedPool, log }) => {
      const { kind } = await readLiveShape(relaxedPool);
      if (values.company !== undefined) return rebuildOneFile({ relaxedPool, log }, kind, values.company, values.json);
      if (kind === 'usable' && (await isProjectorRunning(relaxedPool)))
        throw new UserMistake(
          'The service is already building the read tables of this version: wait until they are in use',
        );
      if ((kind === 'newer' || kind === 'older') && (await isProjectorRunning(relaxedPool)))
        throw new UserMistake(
          'A service of another version of Grandlivre is running on this database: use the tools of that version, or stop it first',
        );
      const onProgress = (events: number): void => {
        if (process.stderr.isTTY) process.stderr.write(`\r${events} events`);
      };
      const report = await rebuildReadTables(relaxedPool, log, onProgress, partitions);
      for (const { stream, position, error } of report.halted)
        reportFailure(`${stream} is halted at position ${position}: ${error}`);
      const { events, milliseconds } = report;
      printResult(values.json, report, `The read tables are rebuilt from ${events} events in ${milliseconds} ms.`);
    },
    { isRebuilding: true, runsProjector: false, isAdopting: values['adopt-log'] },
  );
};

/** @throws UserMistake */
function readPartitionNumber(text: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < 1 || number > MOST_PARTITIONS)
    throw new UserMistake(`--partitions must be a number from 1 to ${MOST_PARTITIONS}`);
  return number;
}

async function rebuildOneFile(
  { relaxedPool, log }: Pick<Core, 'relaxedPool' | 'log'>,
  kind: LiveShape['kind'],
  token: string,
  isJson: boolean,
): Promise<void> {
  if (kind !== 'own') throw new UserMistake('The read tables are not those of this version: rebuild all of them');
  const { rows } = await relaxedPool.query<{ id: number }>('SELECT id FROM read.companies WHERE public_token = $1', [
    token,
  ]);
  if (!rows[0]) throw new UserMistake(`No company file has the public token ${token}`);
  const report = await rebuildCompanyFile(relaxedPool, log, rows[0].id);
  for (const { stream, position, error } of report.halted)
    reportFailure(`${stream} is halted at position ${position}: ${error}`);
  const { events, milliseconds } = report;
  printResult(isJson, report, `The company file is rebuilt from ${events} events in ${milliseconds} ms.`);
}
