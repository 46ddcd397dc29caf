import { appKeyIn } from '../service/app-key.ts';
import { openHistory } from '../commands/history/index.ts';
import { fail, runTool } from './tool.ts';

/** Signs where every stream stands now and prints the heads, one a line: kept elsewhere, `npm run verify -- --heads` reads them. */
await runTool(async (core, config) => {
  const history = openHistory(core, config.dataDir, config.appKey ?? (await appKeyIn(config.dataDir)));
  const { broken } = await history.anchor(new Date());
  for (const { stream, revision, reason } of broken)
    fail(`The chain of ${stream} is broken at revision ${revision}: ${reason}`);
  for (const head of await history.heads()) process.stdout.write(`${JSON.stringify(head)}\n`);
});
