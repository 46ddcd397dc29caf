import { rebuild } from '../projections/engine/rebuild.ts';
import { liveShape } from '../projections/engine/shapes.ts';
import { isProjected } from '../workers/projector-lock.ts';
import { fail, runTool, UserMistake } from './tool.ts';

/** Makes every read table anew from the log, while the service goes on. */
await runTool(
  async ({ relaxedPool, log }) => {
    if (['newer', 'older', 'usable'].includes((await liveShape(relaxedPool)).kind) && (await isProjected(relaxedPool)))
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
  { isRebuilding: true, runsProjector: false },
);
