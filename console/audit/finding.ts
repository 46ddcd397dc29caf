import type { CountryCode } from '../../domain/country-packs/pack.ts';
import type { EntryFact, Facts } from './facts.ts';

/** What an audit question answers. */
export interface Finding {
  /** The entry or the operation to open. */
  readonly entryId?: number;
  readonly operationId?: string;
  /** By column name of the question. */
  readonly cells: Readonly<Record<string, string | number>>;
}

export interface Question {
  readonly columns: readonly Column[];
  readonly answer: (facts: Facts, country: CountryCode) => readonly Finding[];
}

export interface Column {
  readonly name: string;
  readonly kind: 'text' | 'date' | 'moment' | 'amount' | 'count' | 'share' | 'user';
}

const buildCells = (entry: EntryFact): Finding['cells'] => ({
  entry: entry.name,
  date: entry.date,
  recorded: entry.recordedAt,
  user: entry.userId ?? 0,
  label: entry.label ?? entry.reference ?? '',
  amount: entry.total,
});

export const toFinding = (entry: EntryFact, more: Finding['cells'] = {}): Finding => ({
  entryId: entry.id,
  cells: { ...buildCells(entry), ...more },
});

const DAY_MS = 86_400_000;
export const countDaysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** Entries that follow from others or from a setting: no person chose their date or amount. */
const GENERATED: ReadonlySet<string> = new Set([
  'closing',
  'opening',
  'appropriation',
  'vat_settlement',
  'depreciation',
  'accrual_reversal',
  'revaluation_reversal',
  'exchange_difference',
  'lettering_difference',
  'tax_on_payment',
]);

export const isGenerated = ({ origin }: EntryFact): boolean => GENERATED.has(origin);
