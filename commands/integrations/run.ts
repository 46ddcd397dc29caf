import { ItemFailure, SourceFailure } from '../../outside/integrations/source.ts';
import { newTally, type Running, type RunTools } from './running.ts';
import type { BegunRun, RunOutcome } from '../../stores/integrations/runs.ts';
import { takeFiles } from './take-files.ts';
import { takeRates } from './take-rates.ts';
import { takeSales } from './take-sales.ts';

/** One run of an integration: what is new at its source is taken in, and what became of it is told. */

/** A run has so long. */
const LONGEST_RUN_MS = 5 * 60_000;

/** Never throws for what the other side does: that is told by the outcome. */
export async function runIntegration(tools: RunTools, run: BegunRun, signal: AbortSignal): Promise<RunOutcome> {
  const tally = newTally();
  const failed = (code: string): RunOutcome => {
    const { counts, errors } = tally.outcome();
    const why = { code, params: {}, item: null };
    return { status: 'failed', counts, errors: [why, ...errors], hasMore: false };
  };
  const secrets = run.sealed_id === null ? {} : await tools.integrationSecrets.read(run.sealed_id);
  if (secrets === null) return failed('integration_secret_lost');
  try {
    const running = { run, secrets, tally, signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_RUN_MS)]) };
    await TAKES[run.kind](tools, running);
    return tally.outcome();
  } catch (error) {
    if (error instanceof SourceFailure || error instanceof ItemFailure) return failed(`integration_${error.problem}`);
    throw error;
  }
}

const TAKES: Readonly<Record<BegunRun['kind'], (tools: RunTools, running: Running) => Promise<void>>> = {
  imap_documents: takeFiles,
  sftp_files: takeFiles,
  s3_files: takeFiles,
  http_sales: takeSales,
  ecb_rates: takeRates,
};
