import { countDaysBetween } from '../../domain/dates.ts';
import type { Language } from '../../domain/language.ts';
import { add, subtract } from '../../domain/money.ts';
import type { MovementRow } from '../../projections/ledger/movements.ts';
import type { OpenItemRow } from '../../projections/lettering/open-items.ts';
import type { StatementSpan, StatementTotals } from '../../projections/third-parties/statement.ts';
import type { Column, ColumnKind, Fact, Party, Row, Table, TableDocument } from '../exports/document.ts';
import { formatDate } from '../exports/notation.ts';
import { createStatementLabels, type StatementWord } from './statement-labels.ts';

/** Content of a statement of account. Lines are read on demand, again on each call. */
export interface Statement {
  readonly language: Language;
  readonly currency: string;
  readonly sender: TableDocument['sender'];
  readonly recipient: Party;
  readonly thirdParty: { readonly type: 'customer' | 'supplier'; readonly code: string };
  readonly span: StatementSpan;
  readonly totals: StatementTotals;
  readonly movements: () => Iterable<MovementRow> | AsyncIterable<MovementRow>;
  readonly openItems: () => Iterable<OpenItemRow> | AsyncIterable<OpenItemRow>;
}

export const AGES = ['not_due', 'days_1_30', 'days_31_60', 'days_61_90', 'days_over_90'] as const;

export const computeStatementClosing = ({ opening, debit, credit }: StatementTotals): string =>
  subtract(add(opening, debit), credit);

export const countDaysLate = ({ due_date, entry_date }: MovementRow, asOf: string): number =>
  Math.max(countDaysBetween(due_date ?? entry_date, asOf), 0);

export function buildStatementDocument(statement: Statement): TableDocument {
  const { language, currency, sender, recipient, thirdParty, span } = statement;
  const title = createStatementLabels(language)('title');
  return {
    language,
    title,
    date: span.asOf,
    currency,
    sender,
    recipient,
    facts: buildFacts(statement),
    tables: [buildMovementsTable(statement), buildOpenItemsTable(statement), buildAgeingTable(statement)],
    fileName: `${title} ${thirdParty.code} ${recipient.name} ${span.asOf}`,
  };
}

function buildFacts({ language, thirdParty, span, totals }: Statement): Fact[] {
  const say = createStatementLabels(language);
  const formatDay = (date: string) => formatDate(date, language);
  const closing = computeStatementClosing(totals);
  const meaning = closing === '0.00' ? undefined : say(closing.startsWith('-') ? 'in_your_favour' : 'in_our_favour');
  const overdue = subtract(totals.open_total, totals.not_due);
  const period =
    span.from === null ? say('until', { to: formatDay(span.to) }) : `${formatDay(span.from)} – ${formatDay(span.to)}`;
  return [
    { key: 'code', label: say(`${thirdParty.type}_code`), kind: 'text', value: thirdParty.code },
    {
      key: 'period',
      label: say('period'),
      kind: 'text',
      value: { term: `${span.from ?? ''}/${span.to}`, text: period },
    },
    { key: 'overdue', label: say('overdue', { date: formatDay(span.asOf) }), kind: 'amount', value: overdue },
    {
      key: 'balance',
      label: say('balance_on', { date: formatDay(span.to) }),
      kind: 'amount',
      value: closing,
      isMain: true,
      ...(meaning && { meaning }),
    },
  ];
}

function buildColumns(language: Language, widths: readonly (readonly [StatementWord, ColumnKind, number])[]): Column[] {
  const say = createStatementLabels(language);
  return widths.map(([key, kind, width]) => ({ key, label: say(key), kind, width }));
}

const formatDocumentNumber = ({ journal_code, number }: MovementRow) => `${journal_code} ${number}`;

function buildMovementsTable({ language, span, totals, movements }: Statement): Table {
  const say = createStatementLabels(language);
  const columns = buildColumns(language, [
    ['date', 'date', 13],
    ['document', 'text', 13],
    ['reference', 'text', 18],
    ['description', 'text', 32],
    ['debit', 'amount', 15],
    ['credit', 'amount', 15],
    ['balance', 'amount', 16],
  ]);
  const buildTotalRow = (
    word: StatementWord,
    date: string | null,
    debit: string | null,
    credit: string | null,
    balance: string,
  ) => ({
    cells: [date, null, null, { term: word, text: say(word) }, debit, credit, balance],
    isTotal: true,
  });
  async function* streamRows(): AsyncGenerator<Row> {
    let balance = totals.opening;
    yield buildTotalRow('opening_balance', span.from, null, null, totals.opening);
    for await (const row of movements()) {
      const { entry_date, reference, label, debit, credit } = row;
      balance = subtract(add(balance, debit), credit);
      const amounts = [blankIfZero(debit), blankIfZero(credit), balance];
      yield { cells: [entry_date, formatDocumentNumber(row), reference, label, ...amounts] };
    }
    yield buildTotalRow('closing_balance', span.to, totals.debit, totals.credit, computeStatementClosing(totals));
  }
  return { key: 'movements', title: say('movements'), columns, streamRows };
}

const blankIfZero = (amount: string) => (amount === '0.00' ? null : amount);

function buildOpenItemsTable({ language, span, totals, openItems }: Statement): Table {
  const say = createStatementLabels(language);
  const columns = buildColumns(language, [
    ['due_date', 'date', 13],
    ['date', 'date', 13],
    ['document', 'text', 13],
    ['reference', 'text', 18],
    ['description', 'text', 32],
    ['days_late', 'integer', 16],
    ['amount', 'amount', 17],
  ]);
  async function* streamRows(): AsyncGenerator<Row> {
    for await (const row of openItems()) {
      const { due_date, entry_date, reference, label } = row;
      const rest = [reference, label, countDaysLate(row, span.asOf), row.open];
      yield { cells: [due_date ?? entry_date, entry_date, formatDocumentNumber(row), ...rest] };
    }
    if (totals.open_items === 0) return;
    const word = { term: 'total', text: say('total') };
    yield { cells: [null, null, null, null, word, null, totals.open_total], isTotal: true };
  }
  const note = say('on', { date: formatDate(span.asOf, language) });
  return { key: 'open_items', title: say('open_items'), note, columns, streamRows, emptyText: say('no_open_items') };
}

function buildAgeingTable({ language, span, totals }: Statement): Table {
  const say = createStatementLabels(language);
  const columns = buildColumns(
    language,
    [...AGES, 'total' as const].map((word) => [word, 'amount', 17] as const),
  );
  const cells = [...AGES.map((age) => totals[age]), totals.open_total];
  const note = say('on', { date: formatDate(span.asOf, language) });
  return { key: 'ageing', title: say('ageing'), note, columns, streamRows: () => [{ cells }] };
}
