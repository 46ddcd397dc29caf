import { isEarlierVersionConnected } from '../../database/owners.ts';
import { LATER_VAT_CODES } from '../../domain/companies/later-defaults.ts';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import { findCountryPack } from '../../domain/country-packs/index.ts';
import { DEFAULT_SERIES_COUNT, lacksSeries } from '../../domain/number-series/default-series.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import { listFilesWithoutSeries } from '../../projections/companies/without-series.ts';
import { createSystemContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';

const A_PAGE = 200;

/**
 * Gives the files of earlier versions their number series and new VAT codes. Safe to run in several processes and again:
 * complete files are left alone. Beside processes of an earlier version it does nothing: they fail on the records of this
 * one, for example when they show the history of the file. Returns how many files were completed.
 * @throws AggregateError at the end, with all failures
 */
export async function completeEarlierFiles(toolbox: Toolbox, signal?: AbortSignal): Promise<number | 'unfinished'> {
  const failures: unknown[] = [];
  let completed = 0;
  for (let after = 0; !signal?.aborted;) {
    const page = await listFilesWithoutSeries(toolbox.pool, { after, limit: A_PAGE });
    if (page.length > 0 && (await isEarlierVersionConnected(toolbox.pool))) return 'unfinished';
    for (const companyId of page) {
      if (signal?.aborted) break;
      try {
        if (await completeFile(toolbox, companyId)) completed += 1;
      } catch (error) {
        failures.push(error);
      }
    }
    if (page.length < A_PAGE) break;
    after = page.at(-1)!;
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} company files were not completed`);
  return completed;
}

async function completeFile({ commands, ids }: Toolbox, companyId: number): Promise<boolean> {
  const buildCommand = async (file: CompanyFile) => {
    const pack = findCountryPack(file.identity.country_pack);
    if (!pack || !lacksSeries(file)) return refuse('not_found');
    const codes = LATER_VAT_CODES[pack.code].length;
    const [seriesIds, vatCodeIds] = await Promise.all([
      ids.allocate('number_series', DEFAULT_SERIES_COUNT),
      codes === 0 ? [] : ids.allocate('vat_codes', codes),
    ]);
    return { type: 'CompleteDefaults', seriesIds, vatCodeIds } as const;
  };
  const outcome = await commands.execute('company', companyId, buildCommand, createSystemContext('upgrade'));
  // A trashed or migrating file is completed later.
  return !isRefusal(outcome) && outcome.events.length > 0;
}
