/** Operations taxed in section II of the VAT return, with the fields for base and tax at each rate. */
import { readInteger, readLabels, readOptional, readTable, readWords } from '../../data-table.ts';
import { LANGUAGES } from '../../language.ts';
import type { Labels } from '../pack.ts';
import table from './data/taxed-operations.json' with { type: 'json' };

export interface TaxedOperation {
  /** Section of the form. */
  readonly frame: string;
  readonly labels: Labels;
  readonly rates: readonly (readonly [rate: number, base: string, tax: string])[];
  /** Field for untaxed bases; null if the form has none. */
  readonly untaxed: string | null;
  /** Fields of the totals; null if the form combines several operations. */
  readonly totals: readonly [base: string, tax: string] | null;
}

const COLUMNS = ['operation', 'frame', 'untaxed', 'totalBase', 'totalTax', 'rates', ...LANGUAGES] as const;

const operations: ReadonlyMap<string, TaxedOperation> = new Map(
  readTable(table, COLUMNS).map((row) => [
    row.operation,
    {
      frame: row.frame,
      labels: readLabels(row),
      rates: readWords(row.rates).map(readRate),
      untaxed: readOptional(row.untaxed),
      totals: row.totalBase === '' ? null : ([row.totalBase, row.totalTax] as const),
    },
  ]),
);

export const sales = findTaxedOperation('sales');
export const acquisitions = findTaxedOperation('acquisitions');
export const businessImports = findTaxedOperation('businessImports');
export const privateImports = findTaxedOperation('privateImports');
export const servicesFromUnion = findTaxedOperation('servicesFromUnion');
export const servicesFromOutside = findTaxedOperation('servicesFromOutside');
export const domesticServices = findTaxedOperation('domesticServices');
export const domesticGoods = findTaxedOperation('domesticGoods');

/** @throws if the name is not in the data file. */
export function findTaxedOperation(name: string): TaxedOperation {
  const operation = operations.get(name);
  if (operation === undefined) throw new Error(`No taxed operation ${name}`);
  return operation;
}

/** `17:701:702`: rate, field of the base, field of the tax. */
function readRate(text: string): TaxedOperation['rates'][number] {
  const [rate = '', base, tax] = text.split(':');
  if (base === undefined || tax === undefined) throw new Error(`Invalid rate ${text}`);
  return [readInteger(rate), base, tax];
}
