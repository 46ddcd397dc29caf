import { readOrCreateAppKey } from '../service/app-key.ts';
import { openHistory } from '../commands/history/index.ts';
import { reportFailure, runTool } from './tool.ts';

/**
 * Signs the current head of every stream and prints the heads, one per line: store them elsewhere for `npm run verify --
 * --heads`.
 */
await runTool(async (core, config) => {
  const history = openHistory(core, config.dataDir, config.appKey ?? (await readOrCreateAppKey(config.dataDir)));
  const { broken } = await history.anchorStreams(new Date());
  for (const { stream, revision, reason } of broken)
    reportFailure(`The chain of ${stream} is broken at revision ${revision}: ${reason}`);
  for (const head of await history.listLatestHeads()) process.stdout.write(`${JSON.stringify(head)}\n`);
});
