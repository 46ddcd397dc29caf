import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Config } from '../../configuration/config.ts';
import { getAppKey } from '../../service/app-key.ts';
import type { Core } from '../../service/core.ts';
import { openHistory } from '../../commands/history/index.ts';
import { verifyReadTables } from '../../projections/engine/verify.ts';
import { readLiveShape } from '../../projections/engine/shapes.ts';
import { printResult, reportFailure, UserMistake } from '../script.ts';
import { runTool } from '../tool.ts';

export interface VerifyValues {
  readonly heads: string | undefined;
  readonly json: boolean;
}

/**
 * Verifies that the log is what was written (the hash chain of every stream, against the signed heads), and that the read
 * tables match the log; or names the first difference. `--heads FILE` also checks against heads stored elsewhere.
 */
export const verifyInstallation = (values: VerifyValues): Promise<void> =>
  runTool((core, config) => verify(core, config, values));

async function verify(core: Core, config: Config, values: VerifyValues): Promise<void> {
  if ((await readLiveShape(core.relaxedPool)).kind === 'usable')
    throw new UserMistake('The service is building the read tables of this version: verify them once they are in use');
  const history = openHistory(core, config.dataDir, await getAppKey(config));
  const chain = await history.verifyLog(values.heads === undefined ? undefined : streamLines(values.heads));
  const result = await verifyReadTables(core.relaxedPool, core.log);
  const isIntact = result.equal && chain.intact;
  const text = `The log and the read tables ${isIntact ? 'match' : 'DO NOT MATCH'} up to position ${result.position}.`;
  printResult(values.json, { ...result, chain }, text);
  if (chain.ignoredHeads > 0)
    reportFailure(`${chain.ignoredHeads} heads in ${values.heads} are not signed by this service`);
  if (!chain.intact)
    for (const { stream, revision, reason } of chain.problems)
      reportFailure(`The chain of ${stream} is broken at revision ${revision}: ${reason}`);
  if (!result.equal) return reportFailure(`The table ${result.table} differs from the log at ${result.difference.key}`);
  for (const { stream, position, error } of result.halted)
    reportFailure(`${stream} is halted at position ${position}: ${error}`);
}

const streamLines = (path: string): AsyncIterable<string> => createInterface({ input: createReadStream(path) });
