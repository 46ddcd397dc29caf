import type { PlainDate } from '../../dates.ts';
import { absolute, type SignedAmount } from '../../money.ts';
import { isCreditorReference } from '../../numbers/creditor-reference.ts';
import { normaliseStructuredCommunication } from '../../numbers/structured-communication.ts';
import { refuse, type Refusal } from '../../refusal.ts';
import type { Steps } from '../../steps.ts';
import { createFields, type Fields, type Mistakes } from '../fields.ts';
import {
  findBalanceProblem,
  MOST_MOVEMENTS,
  omitUndefined,
  cleanText,
  refuseAtLine,
  type Movement,
  type Statement,
} from '../statement.ts';
import { detectEncoding, readLines } from '../text-lines.ts';
import { computeFrenchIban } from './french-iban.ts';
import { parseOverpunched } from './overpunch.ts';

/** CFONB 120, the statement format of French banks: old balance, movements with additional records, new balance. */
const RECORD_LENGTH = 120;

/** Record types allowed after each type. */
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
  const encoding = detectEncoding(bytes);
  if (encoding === null) return refuse('bank_file_unknown');
  const mistakes: Mistakes = { first: null };
  const statements: Statement[] = [];
  let before = 'start';
  let open: Open | null = null;
  let [movements, last] = [0, 0];
  for (const line of readLines(bytes, encoding)) {
    last = line.number;
    const { length } = [...line.text];
    if (length !== RECORD_LENGTH) return refuseAtLine(last, 'record_length_wrong', { length, expected: RECORD_LENGTH });
    const kind: string = line.text.slice(0, 2);
    if (!FOLLOWS[before]!.includes(kind)) return refuseAtLine(last, 'record_unexpected', { record: kind });
    const fields = createFields(line, mistakes);
    if (kind === '01') open = readOpening(fields);
    else if (reportOtherAccount(fields, open!)) return mistakes.first!;
    else if (kind === '04') open!.movements.push(readMovement(fields));
    else if (kind === '05') completeMovement(fields, open!.movements.at(-1)!);
    else {
      const statement: Statement = buildStatement(open!, fields);
      if (mistakes.first) return mistakes.first;
      const problem = findBalanceProblem(
        statement,
        statement.movements.map(({ amount }) => amount),
        last,
      );
      if (problem) return problem;
      if (!isRepeated(statement, statements)) statements.push(statement);
      movements += statement.movements.length;
    }
    if (mistakes.first) return mistakes.first;
    if (movements + (open?.movements.length ?? 0) > 2 * MOST_MOVEMENTS || movements > MOST_MOVEMENTS)
      return refuseAtLine(last, 'statement_too_large', { max: MOST_MOVEMENTS });
    before = kind;
    yield;
  }
  return before === '07' ? statements : refuseAtLine(last, 'bank_file_truncated');
}

function readAmountField(fields: Fields, field: string): SignedAmount {
  const decimals = Number(fields.readRaw(20));
  const amount = parseOverpunched(fields.readRaw(91, 104), Number.isInteger(decimals) ? decimals : 2);
  if (amount === null) fields.reportProblem('record_field_invalid', { field, value: fields.readRaw(91, 104) });
  return amount ?? '0.00';
}

function readDateField(fields: Fields, from: number, to: number, field: string): PlainDate {
  const date = fields.readDate(from, to, field);
  if (date === null) fields.reportProblem('record_field_invalid', { field, value: fields.readRaw(from, to) });
  return date ?? '1980-01-01';
}

function readOpening(fields: Fields): Open {
  return {
    bank: fields.readRaw(3, 7),
    branch: fields.readRaw(12, 16),
    account: fields.readRaw(22, 32),
    currency: fields.readRaw(17, 19),
    date: readDateField(fields, 35, 40, 'old_balance_date'),
    balance: readAmountField(fields, 'old_balance'),
    movements: [],
  };
}

/** Where each record repeats the account. */
const ACCOUNT_PARTS = [
  ['bank', 3, 7],
  ['branch', 12, 16],
  ['account', 22, 32],
  ['currency', 17, 19],
] as const;

/** Reports the first part of the account that differs from that of the old balance. */
function reportOtherAccount(fields: Fields, open: Open): boolean {
  for (const [part, from, to] of ACCOUNT_PARTS) {
    const found = fields.readRaw(from, to);
    if (found === open[part]) continue;
    const [account, expected] = [found.trim(), open[part].trim()];
    fields.reportProblem('statement_account_differs', { part, expected, account });
    return true;
  }
  return false;
}

/** Banks repeat the last statement on days without movements. */
const isRepeated = (statement: Statement, before: readonly Statement[]): boolean =>
  statement.movements.length === 0 &&
  before.some(
    ({ account, currency, closing_date, closing_balance }) =>
      account.number === statement.account.number &&
      currency === statement.currency &&
      closing_date === statement.closing_date &&
      closing_balance === statement.closing_balance,
  );

function readMovement(fields: Fields): RawMovement {
  const entry_date = readDateField(fields, 35, 40, 'entry_date');
  const label = fields.readText(49, 79);
  return {
    fields: omitUndefined<RawMovement['fields']>({
      entry_date,
      value_date: fields.readDate(43, 48, 'value_date') ?? entry_date,
      amount: readAmountField(fields, 'amount'),
      bank_code: fields.readText(33, 34),
      bank_reference: fields.readText(82, 88)?.replace(/^0+$/, '') || undefined,
      end_to_end_id: fields.readText(105, 120),
      return_reason: fields.readText(41, 42),
    }),
    texts: label === undefined ? [] : [label],
    more: {},
    offset: fields.line.offset,
    length: fields.line.length,
  };
}

/** Fields that complete a movement, by qualifier; other qualifiers are treated as text. */
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
  IBE: { field: 'creditor_id', length: 35 },
};

function completeMovement(fields: Fields, movement: RawMovement): void {
  movement.length += fields.line.length;
  const qualifier = fields.readRaw(46, 48);
  const said = fields.readRaw(49, 118);
  if (qualifier === 'MMO' || qualifier === 'FEE') {
    const amount = parseAmount(said.slice(4, 18), Number(said[3]));
    if (amount !== null && qualifier === 'MMO') movement.more['original_amount'] = `${said.slice(0, 3)} ${amount}`;
    else if (amount !== null) movement.more['charges'] = absolute(amount);
    return;
  }
  if (qualifier === 'LCS') {
    const reference = cleanText(said.slice(0, 35));
    if (reference !== undefined) movement.more['structured_communication'] ??= normaliseReference(reference);
    return;
  }
  const known = QUALIFIERS[qualifier];
  const value = known && cleanText(said.slice(0, known.length));
  if (known && value !== undefined) {
    movement.more[known.field] ??= value;
    const rest = cleanText(said.slice(known.length));
    if (rest !== undefined) movement.texts.push(rest);
    return;
  }
  const text = cleanText(said);
  if (text !== undefined) movement.texts.push(text);
}

/** Without separators if it is a reference with check digits, else as the payer wrote it. */
function normaliseReference(reference: string): string {
  const compact = reference.replace(/\s/g, '').toUpperCase();
  return isCreditorReference(compact) ? compact : (normaliseStructuredCommunication(reference) ?? reference);
}

const parseAmount = (text: string, decimals: number): SignedAmount | null =>
  parseOverpunched(
    /^\d+$/.test(text) ? `${text.slice(0, -1)}${'{ABCDEFGHI'[Number(text.slice(-1))]}` : text,
    decimals || 2,
  );

function buildStatement(
  { bank, branch, account, currency, date, balance, movements }: Open,
  fields: Fields,
): Statement {
  const closing_date = readDateField(fields, 35, 40, 'new_balance_date');
  return {
    account: {
      iban: computeFrenchIban(bank, branch, account),
      number: `${bank}${branch}${account}`,
      bic: null,
      holder: null,
    },
    currency,
    // The format has no statement numbers: banks send one statement a day.
    number: closing_date,
    opening_date: date,
    closing_date,
    opening_balance: balance,
    closing_balance: readAmountField(fields, 'new_balance'),
    movements: movements.map(({ fields: said, texts, more, offset, length }) => {
      const communication = cleanText(texts.join(' '));
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
