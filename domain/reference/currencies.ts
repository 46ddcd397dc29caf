/** Currencies of ISO 4217 that are in force, with their funds, metals and units of account. */
import { readInteger, readLabels, readOneOf, readTable } from '../data-table.ts';
import { LANGUAGES, type Labels } from '../language.ts';
import table from './data/currencies.json' with { type: 'json' };

/** `fund`, `metal`, `unit` (of account) and `special` codes are in the standard, but are not used for payments. */
const KINDS = ['currency', 'fund', 'metal', 'unit', 'special'] as const;
export type CurrencyKind = (typeof KINDS)[number];

export interface Currency {
  readonly code: string;
  /** Three digits, as text: the leading zeros count. */
  readonly numeric: string;
  /** Decimals of an amount; null where amounts have no smallest unit. */
  readonly minorUnits: number | null;
  readonly kind: CurrencyKind;
  readonly names: Labels;
}

const COLUMNS = ['code', 'numeric', 'minorUnits', 'kind', ...LANGUAGES] as const;

export const currencies: readonly Currency[] = readTable(table, COLUMNS).map((row) => ({
  code: row.code,
  numeric: row.numeric,
  minorUnits: row.minorUnits === '' ? null : readInteger(row.minorUnits),
  kind: readOneOf(row.kind, KINDS),
  names: readLabels(row),
}));
