import { add, isZero, subtract } from '../../domain/money.ts';
import { summed } from '../../domain/reports/trial-balance.ts';
import { journalNames } from '../../projections/reports/journals.ts';
import { eachLedgerLine, type LedgerLine } from '../../projections/reports/ledger-lines.ts';
import { readInPieces, type Cell, type Row, type Table, type TableDocument } from '../exports/document.ts';
import {
  columnsIn,
  nameTerm,
  periodTerm,
  reportDocument,
  unlessZero,
  wordTerm,
  type ReportParties,
} from './document.ts';
import { ledgerSections, openingOf, type LedgerQuery, type Section } from './ledger-sections.ts';
import { balanceOf, presentAccount, type ReportScene } from './report.ts';
import { wordsIn, type ReportWord } from './words.ts';

/** The general ledger as a file: account by account, from the opening to the closing balance, line by line as it is read. */
export async function generalLedgerDocument(
  scene: ReportScene,
  query: LedgerQuery,
  parties: ReportParties,
): Promise<TableDocument> {
  const { db, span, years, language, companyId, knownAt } = scene;
  const say = wordsIn(language);
  const { coverage, counted, sections } = await ledgerSections(scene, query);
  const journals = new Map((await journalNames(db, companyId)).map(({ id, code }) => [id, code]));
  const totals = summed(sections.map(({ columns }) => columns));

  const rowsOf = (section: Section) => {
    const { number, label } = presentAccount(section, language);
    const name = nameTerm(section.isProvisional ? 'provisional_result' : number, label);
    const marked = (word: ReportWord, date: string, rest: readonly Cell[]): Row => ({
      cells: [number, name, date, null, null, null, wordTerm(say, word), null, null, ...rest],
      isTotal: true,
    });
    let balance = openingOf(section);
    return {
      heading: {
        cells: [
          number,
          name,
          nameTerm(number, `${number}  ${label}`),
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
        ],
        isHeading: true,
      },
      opening: marked('opening_balance', span.from, [null, null, balance]),
      line(line: LedgerLine): Row {
        const [debit, credit] = [unlessZero(line.debit), unlessZero(line.credit)];
        if (debit !== null) balance = add(balance, debit);
        if (credit !== null) balance = subtract(balance, credit);
        // One literal: there may be a million of them.
        return {
          cells: [
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
          ],
        };
      },
      total: () =>
        marked('total', span.to, [
          section.columns.period_debit,
          section.columns.period_credit,
          balanceOf(section.columns),
        ]),
    };
  };

  async function* pieces(): AsyncGenerator<readonly Row[]> {
    let index = -1;
    let current: ReturnType<typeof rowsOf> | null = null;
    function* upTo(place: number): Generator<Row> {
      while (index < place) {
        if (current) yield current.total();
        index += 1;
        if (index >= sections.length) {
          current = null;
          return;
        }
        const section = sections[index]!;
        current = rowsOf(section);
        yield current.heading;
        if (!isZero(openingOf(section))) yield current.opening;
      }
    }
    const places = new Map(sections.map(({ id, isProvisional }, place) => [isProvisional ? -1 : id, place]));
    for await (const lines of eachLedgerLine(db, companyId, sections, counted)) {
      const piece: Row[] = [];
      for (const line of lines) {
        const place = places.get(line.account_id)!;
        if (place !== index) piece.push(...upTo(place));
        piece.push(current!.line(line));
      }
      yield piece;
    }
    if (sections.length === 0) return;
    const { period_debit, period_credit } = totals;
    const word = wordTerm(say, 'grand_total');
    const cells = [
      null,
      null,
      span.to,
      null,
      null,
      null,
      word,
      null,
      null,
      period_debit,
      period_credit,
      balanceOf(totals),
    ];
    yield [...upTo(sections.length), { cells, isTotal: true }];
  }

  const [account, label, ...others] = columnsIn(say, [
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
  ]);
  const columns = [{ ...account!, isOffPaper: true }, { ...label!, isOffPaper: true }, ...others];
  const table: Table = {
    key: 'general_ledger',
    title: say('general_ledger'),
    columns,
    ...readInPieces(pieces),
    hasPaperHeadings: true,
  };
  return reportDocument(parties, {
    title: 'general_ledger',
    language,
    period: periodTerm(span, years, language),
    date: span.to,
    knownAt,
    isProvisional: coverage.isProvisional,
    isLandscape: true,
    tables: [table],
  });
}
