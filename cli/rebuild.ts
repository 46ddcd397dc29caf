import { parseArgs } from 'node:util';
import { rebuildReadTables } from '../projections/engine/rebuild.ts';
import { readLiveShape } from '../projections/engine/shapes.ts';
import { isProjectorRunning } from '../workers/projector-lock.ts';
import { reportFailure, runTool, UserMistake } from './tool.ts';

/**
 * Rebuilds every read table from the log, while the service keeps running. With `--adopt-log`, from the log of the
 * settings, whichever log the tables belonged to: for a lost log, and only while no service is running.
 */
const { values } = parseArgs({ options: { 'adopt-log': { type: 'boolean', default: false } } });
await runTool(
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
    process.stdout.write(`${JSON.stringify(report)}\n`);
  },
  { isRebuilding: true, runsProjector: false, isAdopting: values['adopt-log'] },
);
