import { rebuildReadTables } from '../../projections/engine/rebuild.ts';
import { readLiveShape } from '../../projections/engine/shapes.ts';
import { isProjectorRunning } from '../../workers/projector-lock.ts';
import { printResult, reportFailure, UserMistake } from '../script.ts';
import { runTool } from '../tool.ts';

export interface RebuildValues {
  readonly 'adopt-log': boolean;
  readonly json: boolean;
}

/**
 * Rebuilds every read table from the log, while the service keeps running. With `--adopt-log`, from the log of the
 * settings, whichever log the tables belonged to: for a lost log, and only while no service is running.
 */
export const rebuildTables = (values: RebuildValues): Promise<void> =>
  runTool(
    async ({ relaxedPool, log }) => {
      const { kind } = await readLiveShape(relaxedPool);
      if (kind === 'usable' && (await isProjectorRunning(relaxedPool)))
        throw new UserMistake(
          'The service is already building the read tables of this version: wait until they are in use',
        );
      if ((kind === 'newer' || kind === 'older') && (await isProjectorRunning(relaxedPool)))
        throw new UserMistake(
          'A service of another version of Grandlivre is running on this database: use the tools of that version, or stop it first',
        );
      const report = await rebuildReadTables(relaxedPool, log, (events) => {
        if (process.stderr.isTTY) process.stderr.write(`\r${events} events`);
      });
      for (const { stream, position, error } of report.halted)
        reportFailure(`${stream} is halted at position ${position}: ${error}`);
      const { events, milliseconds } = report;
      printResult(values.json, report, `The read tables are rebuilt from ${events} events in ${milliseconds} ms.`);
    },
    { isRebuilding: true, runsProjector: false, isAdopting: values['adopt-log'] },
  );
