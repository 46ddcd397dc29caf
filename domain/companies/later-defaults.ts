import { accounts } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { buildVatCodeRow } from '../country-packs/default-records.ts';
import { findCountryPack } from '../country-packs/index.ts';
import type { CountryCode, PackVatCode } from '../country-packs/pack.ts';
import { buildMissingSeries, lacksSeries } from '../number-series/default-series.ts';
import type { RecordEvent } from '../records/record-events.ts';
import { decideRecords } from '../records/records.ts';
import { findIdByKey, findLiveRecord } from '../records/state.ts';
import { isRefusal } from '../refusal.ts';

/**
 * Gives a file of an earlier version what new files begin with: its number series, and VAT codes that the country has
 * got since. Done once: a file that has series is complete.
 */
export interface CompleteDefaults {
  readonly type: 'CompleteDefaults';
  /** As many as there are default series. */
  readonly seriesIds: readonly number[];
  /** One for each of `LATER_VAT_CODES`. */
  readonly vatCodeIds: readonly number[];
}

/** VAT codes of the packs that files of version 1.2 and earlier do not have. */
export const LATER_VAT_CODES: Readonly<Record<CountryCode, readonly string[]>> = { BE: ['S-6-R'], FR: [], LU: [] };

export function decideLaterDefaults(
  { seriesIds, vatCodeIds }: CompleteDefaults,
  file: CompanyFile,
): readonly RecordEvent[] {
  if (!lacksSeries(file)) return [];
  return [...buildMissingSeries(seriesIds, file), ...buildLaterCodes(vatCodeIds, file)];
}

function buildLaterCodes(ids: readonly number[], file: CompanyFile): readonly RecordEvent[] {
  const pack = findCountryPack(file.identity.country_pack);
  if (!pack) return [];
  const found = LATER_VAT_CODES[pack.code].map((code) => pack.vatCodes.find((one) => one.code === code)!);
  return found.flatMap((code, index) => buildLaterCode(code, ids[index], file));
}

/** None if a code of that name exists, or if its accounts were renamed or deleted. */
function buildLaterCode(code: PackVatCode, id: number | undefined, file: CompanyFile): readonly RecordEvent[] {
  const findAccountId = (number: string | null): number | null => {
    const found = number === null ? undefined : findIdByKey(file.records, accounts, 'number', number);
    return found !== undefined && findLiveRecord(file.records, accounts, found) ? found : null;
  };
  const isMissing = [code.dueAccount, code.deductibleAccount].some(
    (number) => number !== null && findAccountId(number) === null,
  );
  if (id === undefined || isMissing) return [];
  const records = [{ id, data: buildVatCodeRow(code, file.identity.locale, findAccountId) }];
  const decision = decideRecords({ type: 'CreateRecords', resource: 'vat-codes', records }, file);
  return isRefusal(decision) ? [] : decision;
}
