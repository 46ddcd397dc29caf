import type { CompanyFile } from '../../../domain/company-file-state.ts';
import type { Labels, Language } from '../../../domain/language.ts';
import type { JsonRecord } from '../../../domain/json.ts';
import type { ImportSheet, ListedValue, ListName } from './sheet.ts';
import type { ValueLists } from './workbook.ts';

/** Values of a company file to choose from in a workbook: active records by their code. */

/** A longer list would be of no use in a cell. */
const MOST_VALUES = 2_000;

const RESOURCES: Partial<Readonly<Record<ListName, string>>> = {
  accounts: 'accounts',
  journals: 'journals',
  vat_codes: 'vat-codes',
  third_parties: 'third-parties',
  analytic_codes: 'analytic-codes',
};

export function listValues(sheet: ImportSheet, file: CompanyFile, language: Language): ValueLists {
  const names = [...new Set(Object.values(sheet.lists ?? {}))];
  return Object.fromEntries(
    names.map((name) => [
      name,
      sheet.otherValues?.[name]?.(file, language) ?? listRecords(RESOURCES[name], file, language),
    ]),
  );
}

function listRecords(resource = '', { records }: CompanyFile, language: Language) {
  const found: ListedValue[] = [];
  for (const { isTrashed, data } of records[resource]?.byId.values() ?? []) {
    const value = (data['code'] ?? data['number'] ?? null) as string | null;
    if (isTrashed || value === null || data['is_active'] === false || data['is_postable'] === false) continue;
    found.push([value, getLabel(data, language)]);
  }
  return found.toSorted(([a], [b]) => (a < b ? -1 : 1)).slice(0, MOST_VALUES);
}

const getLabel = (data: JsonRecord, language: Language): string =>
  (data['labels'] as Labels | null | undefined)?.[language] ?? ((data['label'] ?? data['name'] ?? '') as string);
