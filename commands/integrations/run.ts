import { ItemFailure, SourceFailure } from '../../outside/integrations/source.ts';
import { createTally, type Running, type RunTools } from './running.ts';
import type { BegunRun, RunOutcome } from '../../stores/integrations/runs.ts';
import { importFiles } from './take-files.ts';
import { importRates } from './take-rates.ts';
import { importSales } from './take-sales.ts';

/** One run of an integration: imports new items of its source and returns the outcome. */

/** Time limit of a run. */
const LONGEST_RUN_MS = 5 * 60_000;

/** Never throws for errors of the source: the outcome reports them. */
export async function runIntegration(tools: RunTools, run: BegunRun, signal: AbortSignal): Promise<RunOutcome> {
  const tally = createTally();
  const buildFailure = (code: string): RunOutcome => {
    const { counts, errors } = tally.getOutcome();
    const why = { code, params: {}, item: null };
    return { status: 'failed', counts, errors: [why, ...errors], hasMore: false };
  };
  const secrets = run.sealed_id === null ? {} : await tools.integrationSecrets.read(run.sealed_id);
  if (secrets === null) return buildFailure('integration_secret_lost');
  try {
    const running = { run, secrets, tally, signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_RUN_MS)]) };
    await TAKES[run.kind](tools, running);
    return tally.getOutcome();
  } catch (error) {
    if (error instanceof SourceFailure || error instanceof ItemFailure)
      return buildFailure(`integration_${error.problem}`);
    throw error;
  }
}

const TAKES: Readonly<Record<BegunRun['kind'], (tools: RunTools, running: Running) => Promise<void>>> = {
  imap_documents: importFiles,
  sftp_files: importFiles,
  s3_files: importFiles,
  http_sales: importSales,
  ecb_rates: importRates,
};
