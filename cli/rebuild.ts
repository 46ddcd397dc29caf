import { parseArgs } from 'node:util';
import { rebuild } from '../projections/engine/rebuild.ts';
import { liveShape } from '../projections/engine/shapes.ts';
import { isProjected } from '../workers/projector-lock.ts';
import { fail, runTool, UserMistake } from './tool.ts';

/**
 * Makes every read table anew from the log, while the service goes on. With `--adopt-log` from the log of the settings, whichever
 * they belonged to: for a log that is lost, and no service may run.
 */
const { values } = parseArgs({ options: { 'adopt-log': { type: 'boolean', default: false } } });
await runTool(
  async ({ relaxedPool, log }) => {
    const { kind } = await liveShape(relaxedPool);
    if (kind === 'usable' && (await isProjected(relaxedPool)))
      throw new UserMistake('The service makes the read tables of this version already: wait until they are in use');
    if ((kind === 'newer' || kind === 'older') && (await isProjected(relaxedPool)))
      throw new UserMistake(
        'A service of another version of Grandlivre is running on this database: use the tools of that version, or stop it first',
      );
    const report = await rebuild(relaxedPool, log, (events) => {
      if (process.stderr.isTTY) process.stderr.write(`\r${events} events`);
    });
    for (const { stream, position, error } of report.halted)
      fail(`${stream} is held at position ${position}: ${error}`);
    process.stdout.write(`${JSON.stringify(report)}\n`);
  },
  { isRebuilding: true, runsProjector: false, isAdopting: values['adopt-log'] },
);
