import type { CompanyFile } from '../../domain/company-file-state.ts';
import {
  isOwnDocument,
  toNumberedDocument,
  type NumberedDocument,
  type TakenNumber,
} from '../../domain/documents/numbering.ts';
import { DEFAULT_SERIES_COUNT, lacksSeries } from '../../domain/number-series/default-series.ts';
import { readTakenNumbers } from '../../projections/documents/taken-numbers.ts';
import type { Sources } from '../support/preview.ts';

/** Ids for the default number series, if the document needs a number and the file has no series yet. */
export async function allocateSeriesIds(
  ids: Sources['ids'],
  document: NumberedDocument & { readonly number: string | null },
  file: CompanyFile,
): Promise<readonly number[]> {
  const isNeeded = document.number === null && isOwnDocument(document) && lacksSeries(file);
  return isNeeded ? ids.allocate('number_series', DEFAULT_SERIES_COUNT) : [];
}

/** What the number of a new document depends on. */
export async function prepareNumber(
  { pool, ids }: Sources,
  companyId: number,
  requested: Parameters<typeof toNumberedDocument>[0],
  file: CompanyFile,
): Promise<{ readonly takenNumbers: readonly TakenNumber[]; readonly seriesIds: readonly number[] }> {
  const document = toNumberedDocument(requested);
  const [takenNumbers, seriesIds] = await Promise.all([
    readTakenNumbers(pool, companyId, document, file),
    allocateSeriesIds(ids, document, file),
  ]);
  return { takenNumbers, seriesIds };
}
