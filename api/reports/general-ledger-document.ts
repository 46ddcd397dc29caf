import { add, isZero, subtract } from '../../domain/money.ts';
import { sumColumns } from '../../domain/reports/trial-balance.ts';
import { readJournalNames } from '../../projections/reports/journals.ts';
import { streamLedgerLines, type LedgerLine } from '../../projections/reports/ledger-lines.ts';
import { fromPieces, type Cell, type Row, type Table, type TableDocument } from '../exports/document.ts';
import {
  buildReportColumns,
  toNameTerm,
  toPeriodTerm,
  buildReportDocument,
  blankIfZero,
  toWordTerm,
  type ColumnDeclaration,
  type ReportParties,
} from './document.ts';
import {
  readLedgerSections,
  computeCurrencyOpening,
  computeOpeningBalance,
  type LedgerQuery,
  type Section,
} from './ledger-sections.ts';
import { computeClosingBalance, presentAccount, type ReportScene } from './report.ts';
import { wordsIn, type ReportWord } from './words.ts';

const NO_CELLS: readonly Cell[] = [];

/** Everything that the rows of the ledger are built from. */
interface Ledger extends Pick<ReportScene, 'db' | 'companyId' | 'span' | 'language'> {
  readonly say: ReturnType<typeof wordsIn>;
  readonly counted: Awaited<ReturnType<typeof readLedgerSections>>['counted'];
  readonly sections: readonly Section[];
  /** Whether a section has amounts in a currency. */
  readonly isInCurrency: boolean;
  /** Journal codes by id. */
  readonly journals: ReadonlyMap<number, string>;
}

/** The general ledger as a file: account by account, from the opening to the closing balance, streamed line by line. */
export async function buildGeneralLedgerDocument(
  scene: ReportScene,
  query: LedgerQuery,
  parties: ReportParties,
): Promise<TableDocument> {
  const { db, span, years, language, companyId, knownAt } = scene;
  const say = wordsIn(language);
  const { coverage, counted, sections } = await readLedgerSections(scene, query);
  const journals = new Map((await readJournalNames(db, companyId)).map(({ id, code }) => [id, code]));
  const isInCurrency = sections.some(({ currency }) => currency !== null);
  const ledger: Ledger = { db, companyId, span, language, say, counted, sections, journals, isInCurrency };
  const table: Table = {
    key: 'general_ledger',
    title: say('general_ledger'),
    columns: buildColumns(say, ledger.isInCurrency),
    ...fromPieces(() => streamRows(ledger)),
    hasPaperHeadings: true,
  };
  return buildReportDocument(parties, {
    title: 'general_ledger',
    language,
    period: toPeriodTerm(span, years, language),
    date: span.to,
    knownAt,
    isProvisional: coverage.isProvisional,
    isLandscape: true,
    tables: [table],
  });
}

const IN_CURRENCY: readonly ColumnDeclaration[] = [
  ['currency', 'text', 8],
  ['currency_amount', 'amount', 16],
  ['currency_balance', 'amount', 16],
];

function buildColumns(say: Ledger['say'], isInCurrency: boolean): Table['columns'] {
  const [account, label, ...others] = buildReportColumns(say, [
    ['account', 'text', 12],
    ['label', 'text', 30],
    ['date', 'date', 12],
    ['journal', 'text', 8],
    ['number', 'integer', 9],
    ['reference', 'text', 18],
    ['description', 'text', 36],
    ['third_party', 'text', 26],
    ['lettering', 'text', 8],
    ['debit', 'amount', 15, 'sum'],
    ['credit', 'amount', 15, 'sum'],
    ['balance', 'amount', 16, 'last'],
    ...(isInCurrency ? IN_CURRENCY : []),
  ]);
  return [{ ...account!, isOffPaper: true }, { ...label!, isOffPaper: true }, ...others];
}

/** Rows of one account, with the running balance. */
function createSectionRows({ language, say, span, journals, isInCurrency }: Ledger, section: Section) {
  const { number, label } = presentAccount(section, language);
  const name = toNameTerm(section.isProvisional ? 'provisional_result' : number, label);
  const buildTotalRow = (word: ReportWord, date: string, rest: readonly Cell[]): Row => ({
    cells: [
      number,
      name,
      date,
      null,
      null,
      null,
      toWordTerm(say, word),
      null,
      null,
      ...rest,
      ...buildCurrencyCells(null),
    ],
    isTotal: true,
  });
  let balance = computeOpeningBalance(section);
  let currencyBalance = computeCurrencyOpening(section);
  function buildCurrencyCells(amount: Cell, code: string | null = section.currency): readonly Cell[] {
    if (!isInCurrency) return NO_CELLS;
    return currencyBalance === null ? [null, null, null] : [code, amount, currencyBalance];
  }
  return {
    heading: {
      cells: [
        number,
        name,
        toNameTerm(number, `${number}  ${label}`),
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        ...(isInCurrency ? [null, null, null] : []),
      ],
      isHeading: true,
    },
    opening: buildTotalRow('opening_balance', span.from, [null, null, balance]),
    addLine(line: LedgerLine): Row {
      const [debit, credit] = [blankIfZero(line.debit), blankIfZero(line.credit)];
      if (debit !== null) balance = add(balance, debit);
      if (credit !== null) balance = subtract(balance, credit);
      if (currencyBalance !== null && line.currency_amount !== null)
        currencyBalance = add(currencyBalance, line.currency_amount);
      // A single literal for speed: there may be a million of them.
      const cells: Cell[] = [
        number,
        name,
        line.entry_date,
        journals.get(line.journal_id) ?? null,
        line.number,
        line.reference,
        line.label,
        line.third_party_name,
        line.lettering,
        debit,
        credit,
        balance,
      ];
      if (isInCurrency) cells.push(...buildCurrencyCells(line.currency_amount, line.currency));
      return { cells };
    },
    total: () =>
      buildTotalRow('total', span.to, [
        section.columns.period_debit,
        section.columns.period_credit,
        computeClosingBalance(section.columns),
      ]),
  };
}

async function* streamRows(ledger: Ledger): AsyncGenerator<readonly Row[]> {
  const { db, companyId, sections, counted } = ledger;
  let index = -1;
  let current: ReturnType<typeof createSectionRows> | null = null;
  function* advanceTo(place: number): Generator<Row> {
    while (index < place) {
      if (current) yield current.total();
      index += 1;
      if (index >= sections.length) {
        current = null;
        return;
      }
      const section = sections[index]!;
      current = createSectionRows(ledger, section);
      yield current.heading;
      if (!isZero(computeOpeningBalance(section))) yield current.opening;
    }
  }
  const places = new Map(sections.map(({ id, isProvisional }, place) => [isProvisional ? -1 : id, place]));
  for await (const lines of streamLedgerLines(db, companyId, sections, counted)) {
    const piece: Row[] = [];
    for (const line of lines) {
      const place = places.get(line.account_id)!;
      if (place !== index) piece.push(...advanceTo(place));
      piece.push(current!.addLine(line));
    }
    yield piece;
  }
  if (sections.length === 0) return;
  yield [...advanceTo(sections.length), buildGrandTotalRow(ledger)];
}

function buildGrandTotalRow({ sections, say, span, isInCurrency }: Ledger): Row {
  const totals = sumColumns(sections.map(({ columns }) => columns));
  const { period_debit, period_credit } = totals;
  const word = toWordTerm(say, 'grand_total');
  const balance = computeClosingBalance(totals);
  return {
    cells: [
      ...[null, null, span.to, null, null, null, word, null, null, period_debit, period_credit, balance],
      ...(isInCurrency ? [null, null, null] : []),
    ],
    isTotal: true,
  };
}
