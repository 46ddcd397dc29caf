import { RATES_FILE, type RatesOfDay } from '../../domain/integrations/rates.ts';
import { getBookCurrency } from '../../domain/documents/content.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { SourceFailure } from '../../outside/integrations/source.ts';
import { listDocumentsWithoutRate } from '../../projections/integrations/rates.ts';
import { changeDocument } from '../documents/change-document.ts';
import { parseFile } from '../file-parsing/parse-file.ts';
import { findKnownRates } from '../documents/known-rate.ts';
import { RATES_LIMITS } from './read-rates.ts';
import { createItemContext, getFirstProblem, findTextSetting, type Running, type RunTools } from './running.ts';

/** Imports exchange rates of the European Central Bank and applies them to documents waiting for a rate. */

const MOST_DOCUMENTS = 200;

export async function importRates(tools: RunTools, running: Running): Promise<void> {
  const { run, tally, signal } = running;
  const days = await fetchRates(tools, findTextSetting(run.settings, 'url') ?? RATES_FILE);
  tally.count('found', days.length);
  const last = days.at(-1)!.day;
  // Importing the same file again changes nothing: each day is recorded once.
  const { clientMutationId: _name, isResumed: _isResumed, ...context } = createItemContext('Rates', run);
  const outcome = await tools.commands.execute(
    'company',
    run.company_id,
    { type: 'RecordExchangeRates', days },
    { ...context, clientMutationId: null },
  );
  if (isRefusal(outcome)) return tally.recordFailure(last, getFirstProblem(outcome));
  const recorded = outcome.events.flatMap(({ data }) => ('days' in data ? data.days : []));
  tally.count('taken', recorded.length);
  tally.count(
    'rates',
    recorded.reduce((count, { rates }) => count + Object.keys(rates).length, 0),
  );
  const currency = getBookCurrency(outcome.state);
  for (const document of await listDocumentsWithoutRate(tools.pool, run.company_id, currency, MOST_DOCUMENTS)) {
    if (signal.aborted) return;
    const rates = await findKnownRates(tools.pool, run.company_id, document);
    if (rates.exchange_rate === undefined) continue;
    const changed = await changeDocument(
      tools,
      run.company_id,
      { id: document.id, changes: rates, isForced: true, baseVersion: document.version },
      { ...context, clientMutationId: null },
    );
    if (isRefusal(changed)) tally.recordFailure(document.number, getFirstProblem(changed));
    else tally.count('documents');
  }
}

async function fetchRates({ connectors }: RunTools, url: string): Promise<readonly RatesOfDay[]> {
  const answer = await connectors.answer({
    url,
    authorization: null,
    accept: 'application/xml, text/xml',
    maxBytes: RATES_LIMITS.maxBytes,
  });
  const days = await parseFile('exchangeRates', { bytes: answer }, null);
  if (days === null || days.length === 0) throw new SourceFailure('unreadable');
  return days;
}
