import type { PlainDate } from '../../domain/dates.ts';
import { LANGUAGES } from '../../domain/language.ts';
import type { Problem } from '../../domain/refusal.ts';
import { plain } from '../records/import/columns.ts';

/** The columns of a file of budget lines, in the words of whoever made it. */

export type LineColumn = 'account' | 'analytic_code' | 'amount' | 'spread' | 'weights';

export interface FileColumn {
  /** A member of the line, or the period (from 0) whose amounts the column has. */
  readonly of: LineColumn | number;
  readonly index: number;
}

export interface ReadFileColumns {
  readonly columns: readonly FileColumn[];
  /** Columns that nobody knows, that come twice, or that are missing. */
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

/** What a list of accounts has beside the numbers, and a budget does not keep. */
const LEFT_ALONE = ['label', 'name', 'libellé', 'intitulé', 'omschrijving', 'naam', 'bezeichnung', 'name', 'id'];

export function readFileColumns(
  header: readonly string[],
  periods: readonly { readonly starts_on: PlainDate }[],
  ignoresUnknown: boolean,
): ReadFileColumns {
  const known = knownColumns(periods);
  const problems: Problem[] = [];
  const columns: FileColumn[] = [];
  for (const [index, text] of header.entries()) {
    const name = plain(text);
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
  const has = (test: (of: FileColumn['of']) => boolean) => columns.some((column) => test(column.of));
  if (!has((of) => of === 'account' || of === 'analytic_code'))
    problems.push({ code: 'import_column_missing', field: 'columns.account' });
  if (!has((of) => of === 'amount' || typeof of === 'number'))
    problems.push({ code: 'import_column_missing', field: 'columns.amount' });
  return { columns, problems };
}

type Known = Map<string, FileColumn['of'] | 'left alone'>;

function knownColumns(periods: readonly { readonly starts_on: PlainDate }[]): Known {
  const known: Known = new Map(LEFT_ALONE.map((name) => [plain(name), 'left alone']));
  for (const [of, names] of Object.entries(NAMES)) for (const name of names) known.set(plain(name), of as LineColumn);
  const months = new Map<string, number[]>();
  const call = (name: string, period: number): void =>
    void months.set(plain(name), [...(months.get(plain(name)) ?? []), period]);
  periods.forEach(({ starts_on }, period) => {
    const number = String(period + 1);
    for (const name of [number, number.padStart(2, '0'), `p${number}`, `p${number.padStart(2, '0')}`])
      known.set(name, period);
    for (const word of ['period', 'période', 'periode']) known.set(plain(`${word}${number}`), period);
    for (const name of monthNames(starts_on)) call(name, period);
  });
  // A name that two periods share, such as a month of a year of eighteen months, tells neither.
  for (const [name, places] of months) if (new Set(places).size === 1 && !known.has(name)) known.set(name, places[0]!);
  return known;
}

const DAY_MS = 86_400_000;
/** From which day spreadsheets count. */
const SHEET_EPOCH = Date.UTC(1899, 11, 30);

/** `2026-01`, `01/2026`, `janvier`, `janvier 2026`, `janv.`, and the number that a spreadsheet keeps for the day. */
function* monthNames(day: PlainDate): Generator<string> {
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
