import { findEcdfPrefix, type EcdfStamp } from '../../domain/vat-filing/ecdf.ts';
import type { FilingCompany } from '../../domain/vat-filing/filer.ts';
import { takeEcdfStamp } from '../../stores/vat-filing/ecdf-references.ts';
import type { Services } from '../services.ts';

/** Not written to a file: without a prefix there is none. */
const NO_STAMP: EcdfStamp = { at: '1970-01-01T00:00:00Z', sequence: 1 };

/** The unique reference of the next eCDF file of a company. */
export async function takeCompanyStamp(
  pool: Services['pool'],
  company: Pick<FilingCompany, 'settings'>,
): Promise<EcdfStamp> {
  const prefix = findEcdfPrefix(company);
  return prefix === null ? NO_STAMP : takeEcdfStamp(pool, prefix, new Date());
}
