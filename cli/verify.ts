import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { appKeyIn } from '../service/app-key.ts';
import { openHistory } from '../commands/history/index.ts';
import { verify } from '../projections/engine/verify.ts';
import { liveShape } from '../projections/engine/shapes.ts';
import { fail, runTool, UserMistake } from './tool.ts';

/**
 * Proves that the log is what was written (the chain of every stream, against the heads that were signed), and that the read
 * tables are what the log says; or names the first difference. `--heads FILE` holds it against heads kept elsewhere as well.
 */
await runTool(async (core, config) => {
  if ((await liveShape(core.relaxedPool)).kind === 'usable')
    throw new UserMistake('The service makes the read tables of this version: verify them when they are in use');
  const { values } = parseArgs({ options: { heads: { type: 'string' } } });
  const history = openHistory(core, config.dataDir, config.appKey ?? (await appKeyIn(config.dataDir)));
  const chain = await history.verifyLog(values.heads === undefined ? undefined : linesOf(values.heads));
  const result = await verify(core.relaxedPool, core.log);
  process.stdout.write(`${JSON.stringify({ ...result, chain })}\n`);
  if (chain.ignoredHeads > 0) fail(`${chain.ignoredHeads} heads of ${values.heads} are not signed by this service`);
  if (!chain.intact)
    for (const { stream, revision, reason } of chain.problems)
      fail(`The chain of ${stream} is broken at revision ${revision}: ${reason}`);
  if (!result.equal) return fail(`The table ${result.table} differs from the log at ${result.difference.key}`);
  for (const { stream, position, error } of result.halted) fail(`${stream} is held at position ${position}: ${error}`);
});

const linesOf = (path: string): AsyncIterable<string> => createInterface({ input: createReadStream(path) });
