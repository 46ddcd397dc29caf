import type { PlainDate } from '../../domain/dates.ts';
import { LANGUAGES } from '../../domain/language.ts';
import type { Problem } from '../../domain/refusal.ts';
import { SPREADS } from '../../domain/budgets/spread.ts';
import { resource } from '../../domain/records/resource.ts';
import { FIELD_NAMES } from '../i18n/field-names.ts';
import { normaliseName } from '../records/import/columns.ts';
import type { ImportSheet } from '../records/import/sheet.ts';
import { SHEET_WORDS } from '../records/import/words.ts';

/** Recognises the columns of a budget file by their headings, in any of the supported languages. */

export type LineColumn = 'account' | 'analytic_code' | 'amount' | 'spread' | 'weights';

export interface FileColumn {
  /** A field of the line, or the index of the period (from 0) that the column holds amounts for. */
  readonly of: LineColumn | number;
  readonly index: number;
}

export interface ReadFileColumns {
  readonly columns: readonly FileColumn[];
  /** Unknown, repeated or missing columns. */
  readonly problems: readonly Problem[];
}

const NAMES: Readonly<Record<LineColumn, readonly string[]>> = {
  account: [
    ...['account', 'account number', 'compte', 'numéro de compte', 'n° compte', 'rekening', 'rekeningnummer'],
    ...['konto', 'kontonummer'],
  ],
  analytic_code: [
    ...['analytic code', 'code analytique', 'section analytique', 'analytique', 'analytische code', 'kostenplaats'],
    ...['kostenstelle', 'analytischer code'],
  ],
  amount: [
    'amount',
    'budget',
    'total',
    'montant',
    'bedrag',
    'totaal',
    'betrag',
    'summe',
    'annuel',
    'year',
    'jaar',
    'jahr',
  ],
  spread: ['spread', 'répartition', 'ventilation', 'spreiding', 'verdeling', 'verteilung'],
  weights: ['weights', 'poids', 'pondération', 'gewichten', 'gewichte', 'gewichtung'],
};

/** Columns that a list of accounts usually has but a budget does not store. */
const LEFT_ALONE = [
  ...['label', 'name', 'libellé', 'intitulé', 'omschrijving', 'naam', 'bezeichnung', 'name', 'id'],
  ...Object.values(SHEET_WORDS.faults),
];

/** A template has as many periods as most fiscal years. */
const PERIODS = Array.from({ length: 12 }, (_, index) => `p${index + 1}`);

const text = (max: number) => ({ kind: 'text', max }) as const;

const budgetLines = resource({
  name: 'budgets',
  columnNames: NAMES,
  fields: {
    account: text(20),
    analytic_code: text(50),
    amount: text(40),
    spread: { kind: 'choice', values: SPREADS },
    weights: text(1000),
    ...Object.fromEntries(PERIODS.map((name) => [name, text(40)])),
  },
  unique: [],
});

export const budgetSheet: ImportSheet = {
  name: 'budgets',
  title: 'budgets',
  resource: budgetLines,
  columns: ['account', 'analytic_code', 'amount', 'spread', 'weights', ...PERIODS],
  required: ['account'],
  notations: { amount: 'amount', ...Object.fromEntries(PERIODS.map((name) => [name, 'amount'] as const)) },
  lists: { account: 'accounts', analytic_code: 'analytic_codes' },
  help: {
    amount: 'budget_amount',
    weights: 'weights',
    ...Object.fromEntries(PERIODS.map((name) => [name, 'period'] as const)),
  },
};

/** Titles of the columns of a file, in order; null for one that is not recognised. */
export const listFileTitles = (
  header: readonly string[],
  periods: readonly { readonly starts_on: PlainDate }[],
): readonly (string | null)[] => {
  const { columns } = readFileColumns(header, periods, true);
  return header.map((_, place) => {
    const of = columns.find(({ index }) => index === place)?.of;
    return of === undefined ? null : typeof of === 'number' ? `periods.${of + 1}` : of;
  });
};

export function readFileColumns(
  header: readonly string[],
  periods: readonly { readonly starts_on: PlainDate }[],
  ignoresUnknown: boolean,
): ReadFileColumns {
  const known = buildKnownColumns(periods);
  const problems: Problem[] = [];
  const columns: FileColumn[] = [];
  for (const [index, text] of header.entries()) {
    const name = normaliseName(text);
    const of = known.get(name);
    if (text.trim() === '' || of === 'left alone') continue;
    const params = { column: text.slice(0, 100) };
    const field = `columns.${index + 1}`;
    if (of === undefined) {
      if (!ignoresUnknown) problems.push({ code: 'import_column_unknown', field, params });
    } else if (columns.some((column) => column.of === of))
      problems.push({ code: 'import_column_repeated', field, params });
    else columns.push({ of, index });
  }
  const hasColumn = (test: (of: FileColumn['of']) => boolean) => columns.some((column) => test(column.of));
  if (!hasColumn((of) => of === 'account' || of === 'analytic_code'))
    problems.push({ code: 'import_column_missing', field: 'columns.account' });
  if (!hasColumn((of) => of === 'amount' || typeof of === 'number'))
    problems.push({ code: 'import_column_missing', field: 'columns.amount' });
  return { columns, problems };
}

type Known = Map<string, FileColumn['of'] | 'left alone'>;

function buildKnownColumns(periods: readonly { readonly starts_on: PlainDate }[]): Known {
  const known: Known = new Map(LEFT_ALONE.map((name) => [normaliseName(name), 'left alone']));
  for (const of of Object.keys(NAMES) as LineColumn[])
    for (const label of Object.values<string>(FIELD_NAMES.get(of) ?? {})) known.set(normaliseName(label), of);
  for (const [of, names] of Object.entries(NAMES))
    for (const name of [of, ...names]) known.set(normaliseName(name), of as LineColumn);
  const months = new Map<string, number[]>();
  const addMonthName = (name: string, period: number): void =>
    void months.set(normaliseName(name), [...(months.get(normaliseName(name)) ?? []), period]);
  periods.forEach(({ starts_on }, period) => {
    const number = String(period + 1);
    for (const name of [number, number.padStart(2, '0'), `p${number}`, `p${number.padStart(2, '0')}`])
      known.set(name, period);
    for (const word of ['period', 'période', 'periode']) known.set(normaliseName(`${word}${number}`), period);
    for (const name of listMonthNames(starts_on)) addMonthName(name, period);
  });
  // A name shared by two periods, such as a month in an 18-month year, identifies neither.
  for (const [name, places] of months) if (new Set(places).size === 1 && !known.has(name)) known.set(name, places[0]!);
  return known;
}

const DAY_MS = 86_400_000;
/** Day zero of spreadsheet dates. */
const SHEET_EPOCH = Date.UTC(1899, 11, 30);

/** `2026-01`, `01/2026`, `janvier`, `janvier 2026`, `janv.`, and the serial number that a spreadsheet stores for the date. */
function* listMonthNames(day: PlainDate): Generator<string> {
  const [year = '', month = ''] = day.split('-');
  yield* [`${year}${month}`, `${month}${year}`, day];
  const date = new Date(`${day}T00:00:00Z`);
  yield String((date.getTime() - SHEET_EPOCH) / DAY_MS);
  for (const language of LANGUAGES)
    for (const length of ['long', 'short'] as const) {
      const name = new Intl.DateTimeFormat(language, { month: length, timeZone: 'UTC' }).format(date);
      yield* [name, `${name} ${year}`, `${name} ${year.slice(2)}`];
    }
}
