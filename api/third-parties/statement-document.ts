import { daysBetween } from '../../domain/dates.ts';
import type { Language } from '../../domain/language.ts';
import { add, subtract } from '../../domain/money.ts';
import type { MovementRow } from '../../projections/ledger/movements.ts';
import type { OpenItemRow } from '../../projections/lettering/open-items.ts';
import type { StatementSpan, StatementTotals } from '../../projections/third-parties/statement.ts';
import type { Column, ColumnKind, Fact, Party, Row, Table, TableDocument } from '../exports/document.ts';
import { writtenDate } from '../exports/notation.ts';
import { wordsIn, type StatementWord } from './statement-labels.ts';

/** All that a statement says. Its lines are read when they are needed, and anew each time. */
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

export const closingBalance = ({ opening, debit, credit }: StatementTotals): string =>
  subtract(add(opening, debit), credit);

export const daysLate = ({ due_date, entry_date }: MovementRow, asOf: string): number =>
  Math.max(daysBetween(due_date ?? entry_date, asOf), 0);

export function statementDocument(statement: Statement): TableDocument {
  const { language, currency, sender, recipient, thirdParty, span } = statement;
  const title = wordsIn(language)('title');
  return {
    language,
    title,
    date: span.asOf,
    currency,
    sender,
    recipient,
    facts: factsOf(statement),
    tables: [movementsTable(statement), openItemsTable(statement), ageingTable(statement)],
    fileName: `${title} ${thirdParty.code} ${recipient.name} ${span.asOf}`,
  };
}

function factsOf({ language, thirdParty, span, totals }: Statement): Fact[] {
  const say = wordsIn(language);
  const written = (date: string) => writtenDate(date, language);
  const closing = closingBalance(totals);
  const meaning = closing === '0.00' ? undefined : say(closing.startsWith('-') ? 'in_your_favour' : 'in_our_favour');
  const overdue = subtract(totals.open_total, totals.not_due);
  const period =
    span.from === null ? say('until', { to: written(span.to) }) : `${written(span.from)} – ${written(span.to)}`;
  return [
    { key: 'code', label: say(`${thirdParty.type}_code`), kind: 'text', value: thirdParty.code },
    {
      key: 'period',
      label: say('period'),
      kind: 'text',
      value: { term: `${span.from ?? ''}/${span.to}`, text: period },
    },
    { key: 'overdue', label: say('overdue', { date: written(span.asOf) }), kind: 'amount', value: overdue },
    {
      key: 'balance',
      label: say('balance_on', { date: written(span.to) }),
      kind: 'amount',
      value: closing,
      isMain: true,
      ...(meaning && { meaning }),
    },
  ];
}

function columnsIn(language: Language, widths: readonly (readonly [StatementWord, ColumnKind, number])[]): Column[] {
  const say = wordsIn(language);
  return widths.map(([key, kind, width]) => ({ key, label: say(key), kind, width }));
}

const documentOf = ({ journal_code, number }: MovementRow) => `${journal_code} ${number}`;

function movementsTable({ language, span, totals, movements }: Statement): Table {
  const say = wordsIn(language);
  const columns = columnsIn(language, [
    ['date', 'date', 13],
    ['document', 'text', 13],
    ['reference', 'text', 18],
    ['description', 'text', 32],
    ['debit', 'amount', 15],
    ['credit', 'amount', 15],
    ['balance', 'amount', 16],
  ]);
  const total = (
    word: StatementWord,
    date: string | null,
    debit: string | null,
    credit: string | null,
    balance: string,
  ) => ({
    cells: [date, null, null, { term: word, text: say(word) }, debit, credit, balance],
    isTotal: true,
  });
  async function* rows(): AsyncGenerator<Row> {
    let balance = totals.opening;
    yield total('opening_balance', span.from, null, null, totals.opening);
    for await (const row of movements()) {
      const { entry_date, reference, label, debit, credit } = row;
      balance = subtract(add(balance, debit), credit);
      const amounts = [unlessZero(debit), unlessZero(credit), balance];
      yield { cells: [entry_date, documentOf(row), reference, label, ...amounts] };
    }
    yield total('closing_balance', span.to, totals.debit, totals.credit, closingBalance(totals));
  }
  return { key: 'movements', title: say('movements'), columns, rows };
}

const unlessZero = (amount: string) => (amount === '0.00' ? null : amount);

function openItemsTable({ language, span, totals, openItems }: Statement): Table {
  const say = wordsIn(language);
  const columns = columnsIn(language, [
    ['due_date', 'date', 13],
    ['date', 'date', 13],
    ['document', 'text', 13],
    ['reference', 'text', 18],
    ['description', 'text', 32],
    ['days_late', 'integer', 16],
    ['amount', 'amount', 17],
  ]);
  async function* rows(): AsyncGenerator<Row> {
    for await (const row of openItems()) {
      const { due_date, entry_date, reference, label } = row;
      const rest = [reference, label, daysLate(row, span.asOf), row.open];
      yield { cells: [due_date ?? entry_date, entry_date, documentOf(row), ...rest] };
    }
    if (totals.open_items === 0) return;
    const word = { term: 'total', text: say('total') };
    yield { cells: [null, null, null, null, word, null, totals.open_total], isTotal: true };
  }
  const note = say('on', { date: writtenDate(span.asOf, language) });
  return { key: 'open_items', title: say('open_items'), note, columns, rows, emptyText: say('no_open_items') };
}

function ageingTable({ language, span, totals }: Statement): Table {
  const say = wordsIn(language);
  const columns = columnsIn(
    language,
    [...AGES, 'total' as const].map((word) => [word, 'amount', 17] as const),
  );
  const cells = [...AGES.map((age) => totals[age]), totals.open_total];
  const note = say('on', { date: writtenDate(span.asOf, language) });
  return { key: 'ageing', title: say('ageing'), note, columns, rows: () => [{ cells }] };
}
