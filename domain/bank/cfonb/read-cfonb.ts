import type { PlainDate } from '../../dates.ts';
import type { SignedAmount } from '../../money.ts';
import { refuse, type Refusal } from '../../refusal.ts';
import type { Steps } from '../../steps.ts';
import { fieldsOf, type Fields, type Mistakes } from '../fields.ts';
import { balanceProblem, MOST_MOVEMENTS, told, words, wrongAt, type Movement, type Statement } from '../statement.ts';
import { encodingOf, linesOf } from '../text-lines.ts';
import { frenchIban } from './french-iban.ts';
import { overpunched } from './overpunch.ts';

/** CFONB 120, the statement of French banks: an old balance, movements with what completes them, and a new balance. */
const RECORD_LENGTH = 120;

/** What may follow what. */
const FOLLOWS: Readonly<Record<string, readonly string[]>> = {
  start: ['01'],
  '01': ['04', '07'],
  '04': ['04', '05', '07'],
  '05': ['04', '05', '07'],
  '07': ['01'],
};

interface Open {
  readonly bank: string;
  readonly branch: string;
  readonly account: string;
  readonly currency: string;
  readonly date: PlainDate;
  readonly balance: SignedAmount;
  readonly movements: RawMovement[];
}

interface RawMovement {
  readonly fields: Partial<Movement> & Pick<Movement, 'entry_date' | 'value_date' | 'amount'>;
  readonly texts: string[];
  readonly more: Record<string, string>;
  readonly offset: number;
  length: number;
}

export const isCfonb = (first: string): boolean => /^01\d{5}.{4}[\dA-Z ]{5}[A-Z]{3}\d /.test(first);

export function* readCfonb(bytes: Uint8Array): Steps<readonly Statement[] | Refusal> {
  const encoding = encodingOf(bytes);
  if (encoding === null) return refuse('bank_file_unknown');
  const mistakes: Mistakes = { first: null };
  const statements: Statement[] = [];
  let before = 'start';
  let open: Open | null = null;
  let [movements, last] = [0, 0];
  for (const line of linesOf(bytes, encoding)) {
    last = line.number;
    const { length } = [...line.text];
    if (length !== RECORD_LENGTH) return wrongAt(last, 'record_length_wrong', { length, expected: RECORD_LENGTH });
    const kind: string = line.text.slice(0, 2);
    if (!FOLLOWS[before]!.includes(kind)) return wrongAt(last, 'record_unexpected', { record: kind });
    const fields = fieldsOf(line, mistakes);
    if (kind === '01') open = openingOf(fields);
    else if (!isOf(fields, open!)) fields.wrong('statement_account_differs', { account: fields.raw(22, 32).trim() });
    else if (kind === '04') open!.movements.push(movementOf(fields));
    else if (kind === '05') completeMovement(fields, open!.movements.at(-1)!);
    else {
      const statement: Statement = statementOf(open!, fields);
      if (mistakes.first) return mistakes.first;
      const problem = balanceProblem(
        statement,
        statement.movements.map(({ amount }) => amount),
        last,
      );
      if (problem) return problem;
      statements.push(statement);
      movements += statement.movements.length;
    }
    if (mistakes.first) return mistakes.first;
    if (movements + (open?.movements.length ?? 0) > 2 * MOST_MOVEMENTS || movements > MOST_MOVEMENTS)
      return wrongAt(last, 'statement_too_large', { max: MOST_MOVEMENTS });
    before = kind;
    yield;
  }
  return before === '07' ? statements : wrongAt(last, 'bank_file_truncated');
}

function amountAt(fields: Fields, field: string): SignedAmount {
  const decimals = Number(fields.raw(20));
  const amount = overpunched(fields.raw(91, 104), Number.isInteger(decimals) ? decimals : 2);
  if (amount === null) fields.wrong('record_field_invalid', { field, value: fields.raw(91, 104) });
  return amount ?? '0.00';
}

function dateAt(fields: Fields, from: number, to: number, field: string): PlainDate {
  const date = fields.date(from, to, field);
  if (date === null) fields.wrong('record_field_invalid', { field, value: fields.raw(from, to) });
  return date ?? '1980-01-01';
}

function openingOf(fields: Fields): Open {
  return {
    bank: fields.raw(3, 7),
    branch: fields.raw(12, 16),
    account: fields.raw(22, 32),
    currency: fields.raw(17, 19),
    date: dateAt(fields, 35, 40, 'old_balance_date'),
    balance: amountAt(fields, 'old_balance'),
    movements: [],
  };
}

const isOf = (fields: Fields, { bank, branch, account, currency }: Open): boolean =>
  fields.raw(3, 7) === bank &&
  fields.raw(12, 16) === branch &&
  fields.raw(22, 32) === account &&
  fields.raw(17, 19) === currency;

function movementOf(fields: Fields): RawMovement {
  const entry_date = dateAt(fields, 35, 40, 'entry_date');
  const label = fields.text(49, 79);
  return {
    fields: told<RawMovement['fields']>({
      entry_date,
      value_date: fields.date(43, 48, 'value_date') ?? entry_date,
      amount: amountAt(fields, 'amount'),
      bank_code: fields.text(33, 34),
      bank_reference: fields.text(82, 88)?.replace(/^0+$/, '') || undefined,
      end_to_end_id: fields.text(105, 120),
      return_reason: fields.text(41, 42),
    }),
    texts: label === undefined ? [] : [label],
    more: {},
    offset: fields.line.offset,
    length: fields.line.length,
  };
}

/** What completes a movement, by its qualifier: a field, or text where there is none. */
const QUALIFIERS: Readonly<Record<string, { readonly field: keyof Movement; readonly length: number }>> = {
  NPY: { field: 'counterpart_name', length: 70 },
  NBE: { field: 'counterpart_name', length: 70 },
  NPO: { field: 'ultimate_name', length: 70 },
  NBU: { field: 'ultimate_name', length: 70 },
  RCN: { field: 'end_to_end_id', length: 35 },
  RUM: { field: 'mandate_reference', length: 35 },
  CBE: { field: 'counterpart_iban', length: 35 },
  CPY: { field: 'counterpart_iban', length: 35 },
  BPY: { field: 'counterpart_bic', length: 35 },
  BBE: { field: 'counterpart_bic', length: 35 },
  ICS: { field: 'creditor_id', length: 35 },
};

function completeMovement(fields: Fields, movement: RawMovement): void {
  movement.length += fields.line.length;
  const qualifier = fields.raw(46, 48);
  const said = fields.raw(49, 118);
  if (qualifier === 'MMO') {
    const amount = overpunchedOrPlain(said.slice(4, 18), Number(said[3]));
    if (amount !== null) movement.more['original_amount'] = `${said.slice(0, 3)} ${amount}`;
    return;
  }
  const known = QUALIFIERS[qualifier];
  const value = known && words(said.slice(0, known.length));
  if (known && value !== undefined) {
    movement.more[known.field] ??= value;
    const rest = words(said.slice(known.length));
    if (rest !== undefined) movement.texts.push(rest);
    return;
  }
  const text = words(said);
  if (text !== undefined) movement.texts.push(text);
}

const overpunchedOrPlain = (text: string, decimals: number): SignedAmount | null =>
  overpunched(/^\d+$/.test(text) ? `${text.slice(0, -1)}${'{ABCDEFGHI'[Number(text.slice(-1))]}` : text, decimals || 2);

function statementOf({ bank, branch, account, currency, date, balance, movements }: Open, fields: Fields): Statement {
  const closing_date = dateAt(fields, 35, 40, 'new_balance_date');
  return {
    account: {
      iban: frenchIban(bank, branch, account),
      number: `${bank}${branch}${account}`,
      bic: null,
      holder: null,
    },
    currency,
    // The format knows no numbers: banks send one statement a day.
    number: closing_date,
    opening_date: date,
    closing_date,
    opening_balance: balance,
    closing_balance: amountAt(fields, 'new_balance'),
    movements: movements.map(({ fields: said, texts, more, offset, length }) => {
      const communication = words(texts.join(' '));
      return {
        ...said,
        ...more,
        ...(communication !== undefined && { communication }),
        place: [offset, length] as const,
      };
    }),
    messages: [],
    warnings: [],
  };
}
