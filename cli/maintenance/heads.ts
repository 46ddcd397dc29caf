import { getAppKey } from '../../service/app-key.ts';
import { openHistory } from '../../commands/history/index.ts';
import { reportFailure } from '../script.ts';
import { runTool } from '../tool.ts';

/** Signs the current head of every stream and prints the heads, one per line or as one array. */
export const printHeads = ({ json }: { readonly json: boolean }): Promise<void> =>
  runTool(async (core, config) => {
    const history = openHistory(core, config.dataDir, await getAppKey(config));
    const { broken } = await history.anchorStreams(new Date());
    for (const { stream, revision, reason } of broken)
      reportFailure(`The chain of ${stream} is broken at revision ${revision}: ${reason}`);
    const heads = await history.listLatestHeads();
    if (json) process.stdout.write(`${JSON.stringify(heads)}\n`);
    else for (const head of heads) process.stdout.write(`${JSON.stringify(head)}\n`);
  });
