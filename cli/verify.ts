import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { readOrCreateAppKey } from '../service/app-key.ts';
import { openHistory } from '../commands/history/index.ts';
import { verifyReadTables } from '../projections/engine/verify.ts';
import { readLiveShape } from '../projections/engine/shapes.ts';
import { reportFailure, runTool, UserMistake } from './tool.ts';

/**
 * Verifies that the log is what was written (the hash chain of every stream, against the signed heads), and that the read
 * tables match the log; or names the first difference. `--heads FILE` also checks against heads stored elsewhere.
 */
await runTool(async (core, config) => {
  if ((await readLiveShape(core.relaxedPool)).kind === 'usable')
    throw new UserMistake('The service is building the read tables of this version: verify them once they are in use');
  const { values } = parseArgs({ options: { heads: { type: 'string' } } });
  const history = openHistory(core, config.dataDir, config.appKey ?? (await readOrCreateAppKey(config.dataDir)));
  const chain = await history.verifyLog(values.heads === undefined ? undefined : streamLines(values.heads));
  const result = await verifyReadTables(core.relaxedPool, core.log);
  process.stdout.write(`${JSON.stringify({ ...result, chain })}\n`);
  if (chain.ignoredHeads > 0)
    reportFailure(`${chain.ignoredHeads} heads in ${values.heads} are not signed by this service`);
  if (!chain.intact)
    for (const { stream, revision, reason } of chain.problems)
      reportFailure(`The chain of ${stream} is broken at revision ${revision}: ${reason}`);
  if (!result.equal) return reportFailure(`The table ${result.table} differs from the log at ${result.difference.key}`);
  for (const { stream, position, error } of result.halted)
    reportFailure(`${stream} is halted at position ${position}: ${error}`);
});

const streamLines = (path: string): AsyncIterable<string> => createInterface({ input: createReadStream(path) });
