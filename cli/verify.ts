import { verify } from '../projections/engine/verify.ts';
import { fail, runTool } from './tool.ts';

/** Proves that the read tables are what the log says, or names the first difference. */
await runTool(async ({ relaxedPool, log }) => {
  const result = await verify(relaxedPool, log);
  process.stdout.write(`${JSON.stringify(result)}\n`);
  if (!result.equal) return fail(`The table ${result.table} differs from the log at ${result.difference.key}`);
  for (const { stream, position, error } of result.halted) fail(`${stream} is held at position ${position}: ${error}`);
});
