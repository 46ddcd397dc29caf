import type { CompanyFile } from '../../domain/company-file.ts';
import { findCountryPack } from '../../domain/country-packs/index.ts';
import type { StoredRecord } from '../../domain/records/state.ts';

/** The few accounts, journals and third parties that the entries of a property test go through, by what they are for. */
export interface Cast {
  readonly customers: number;
  readonly suppliers: number;
  /** Two of each, of the first and the last pages of the chart. */
  readonly expenses: readonly number[];
  readonly income: readonly number[];
  /** Of the balance sheet, neither lettered nor owed by anyone. */
  readonly others: readonly number[];
  readonly group: number;
  readonly journals: Readonly<Record<string, number>>;
  readonly customerIds: readonly number[];
  readonly supplierIds: readonly number[];
  readonly vatCodes: Readonly<Record<'purchase' | 'sale', readonly number[]>>;
}

export function castOf(file: CompanyFile): Cast {
  const accounts = [...file.records['accounts']!.byId.entries()];
  const ids = (test: (data: StoredRecord['data']) => boolean): number[] =>
    accounts.filter(([, { data }]) => test(data)).map(([id]) => id);
  const pack = findCountryPack(file.identity.country_pack)!;
  const controlOf = (type: string): number => {
    const number = pack.journals.find((journal) => journal.type === type)!.controlAccount;
    return ids((data) => data['number'] === number)[0]!;
  };
  const firstAndLast = (all: readonly number[]) => [all[0]!, all.at(-1)!];
  const plain = (type: string) => ids((data) => data['type'] === type && isPlain(data));
  const parties = [...file.records['third-parties']!.byId.entries()];
  const named = (type: string) => parties.filter(([, { data }]) => data['type'] === type).map(([id]) => id);
  const vatCodes = (direction: string) =>
    [...file.records['vat-codes']!.byId.entries()]
      .filter(([, { data }]) => data['direction'] === direction)
      .map(([id]) => id);
  return {
    customers: controlOf('sale'),
    suppliers: controlOf('purchase'),
    expenses: firstAndLast(plain('expense')),
    income: firstAndLast(plain('income')),
    others: [plain('asset')[0]!, plain('liability')[0]!, controlOf('cash')],
    group: ids((data) => data['is_postable'] === false)[0]!,
    journals: Object.fromEntries(
      [...file.records['journals']!.byId.entries()].map(([id, { data }]) => [data['code'] as string, id]),
    ),
    customerIds: named('customer'),
    supplierIds: named('supplier'),
    vatCodes: { purchase: vatCodes('purchase'), sale: vatCodes('sale') },
  };
}

const isPlain = (data: StoredRecord['data']): boolean =>
  data['is_postable'] === true && data['is_letterable'] === false && data['control_role'] === null;
