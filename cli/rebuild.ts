import { rebuild } from '../projections/engine/rebuild.ts';
import { fail, runTool } from './tool.ts';

/** Makes every read table anew from the log, while the service goes on. */
await runTool(async ({ relaxedPool, log }) => {
  const report = await rebuild(relaxedPool, log, (events) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${events} events`);
  });
  for (const { stream, position, error } of report.halted) fail(`${stream} is held at position ${position}: ${error}`);
  process.stdout.write(`${JSON.stringify(report)}\n`);
});
