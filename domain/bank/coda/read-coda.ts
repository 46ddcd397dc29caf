import type { PlainDate } from '../../dates.ts';
import { compare, isNegative, sum, absolute, type SignedAmount } from '../../money.ts';
import { isRefusal, refuse, type Refusal } from '../../refusal.ts';
import type { Steps } from '../../steps.ts';
import { amountOf, fieldsOf, signed, type Fields, type Mistakes } from '../fields.ts';
import { balanceProblem, MOST_MOVEMENTS, words, wrongAt, type Statement } from '../statement.ts';
import { encodingOf, linesOf, type Line } from '../text-lines.ts';
import { accountZone, type AccountZone } from './account.ts';
import { dated, endGroup, returnReason, type OpenMovements, type RawMovement } from './movements.ts';

/**
 * CODA, as Belgian banks send statements: records of 128 characters, in versions 1 and 2. A file is read from its first line
 * to its last, and everything that it says of itself is checked: the order of its records, their number, both totals, and
 * that the movements lead from the old balance to the new one.
 */
const RECORD_LENGTH = 128;

/** What may follow what. */
const FOLLOWS: Readonly<Record<string, string>> = {
  start: '0',
  '0': '1',
  '1': '2389',
  '2': '2389',
  '3': '2389',
  '8': '149',
  '4': '149',
  '9': '0',
};

interface Open extends OpenMovements {
  readonly account: AccountZone;
  readonly number: string;
  readonly openingBalance: SignedAmount;
  readonly openingDate: PlainDate | null;
  readonly holder: string | undefined;
  closing: { readonly balance: SignedAmount; readonly date: PlainDate | null } | null;
  readonly messages: string[];
  readonly line: number;
}

interface Logical {
  readonly version: string;
  readonly bic: string | undefined;
  readonly created: PlainDate | null;
  /** Records that the trailer counts. */
  records: number;
  readonly statements: Open[];
}

export const isCoda = (first: string): boolean => /^0000\d{8}.{2}05[ D]/.test(first);

export function* readCoda(bytes: Uint8Array): Steps<readonly Statement[] | Refusal> {
  const encoding = encodingOf(bytes);
  if (encoding === null) return refuse('bank_file_unknown');
  const mistakes: Mistakes = { first: null };
  const found: Statement[] = [];
  let before = 'start';
  let logical: Logical | null = null;
  let movements = 0;
  let last = 0;
  for (const line of linesOf(bytes, encoding)) {
    last = line.number;
    const problem = recordProblem(line, before);
    if (problem) return problem;
    const kind: string = line.text[0]!;
    const fields = fieldsOf(line, mistakes);
    if (kind === '0') logical = headerOf(fields);
    else if (kind === '9') {
      const statements: readonly Statement[] | Refusal = closed(logical!, fields);
      if (mistakes.first) return mistakes.first;
      if (isRefusal(statements)) return statements;
      found.push(...statements);
    } else readRecord(kind, fields, logical!);
    if (mistakes.first) return mistakes.first;
    if (kind === '2' && fields.raw(2) === '1') movements += 1;
    if (movements > MOST_MOVEMENTS) return wrongAt(line.number, 'statement_too_large', { max: MOST_MOVEMENTS });
    before = kind;
    yield;
  }
  if (before !== '9') return wrongAt(last, 'bank_file_truncated');
  return found;
}

function recordProblem({ number, text }: Line, before: string): Refusal | null {
  const length = charactersOf(text);
  if (length !== RECORD_LENGTH) return wrongAt(number, 'record_length_wrong', { length, expected: RECORD_LENGTH });
  if (!FOLLOWS[before]!.includes(text[0]!)) return wrongAt(number, 'record_unexpected', { record: text.slice(0, 2) });
  return null;
}

/** As people count: what lies beyond the common characters is one and takes two places. */
const charactersOf = (text: string): number => (/[\ud800-\udbff]/.test(text) ? [...text].length : text.length);

function headerOf(fields: Fields): Logical {
  const version = fields.raw(128);
  if (version !== '1' && version !== '2') fields.wrong('coda_version_unknown', { version });
  return {
    version,
    bic: fields.text(61, 71),
    created: fields.date(6, 11, 'creation_date'),
    records: 0,
    statements: [],
  };
}

function readRecord(kind: string, fields: Fields, logical: Logical): void {
  if (kind !== '4') logical.records += 1;
  const open = logical.statements.at(-1);
  switch (kind) {
    case '1':
      logical.statements.push(openingOf(fields, logical));
      return;
    case '2':
      return readMovement(fields, open!, logical.version);
    case '3':
      return readInformation(fields, open!);
    case '8':
      return readClosing(fields, open!);
    default: {
      const message = fields.text(33, 112);
      if (message !== undefined) open!.messages.push(message);
    }
  }
}

function amountAt(fields: Fields, sign: number, from: number, to: number, field: string): SignedAmount {
  const digits = fields.digits(from, to, field);
  const amount = amountOf(digits, 3);
  if (amount === null) fields.wrong('amount_not_in_cents', { field, value: digits });
  const mark = fields.raw(sign);
  if (mark !== '0' && mark !== '1') fields.wrong('record_field_invalid', { field, value: mark });
  return signed(mark === '1', amount ?? '0.00');
}

function openingOf(fields: Fields, { version }: Logical): Open {
  return {
    account: accountZone(version === '1' ? '0' : fields.raw(2), fields.raw(6, 42)),
    number: fields
      .raw(3, 5)
      .trim()
      .replace(/^0+(?=\d)/, ''),
    openingBalance: amountAt(fields, 43, 44, 58, 'old_balance'),
    openingDate: fields.date(59, 64, 'old_balance_date'),
    holder: fields.text(65, 90),
    closing: null,
    group: [],
    movements: [],
    amounts: [],
    warnings: [],
    messages: [],
    line: fields.line.number,
  };
}

/** The record of the new balance does not say how its account is written: as that of the old one. */
function readClosing(fields: Fields, open: Open): void {
  const zone = accountZone(open.account.kind, fields.raw(5, 41));
  if (zone.number !== open.account.number) fields.wrong('statement_account_differs', { account: zone.number });
  open.closing = {
    balance: amountAt(fields, 42, 43, 57, 'new_balance'),
    date: fields.date(58, 63, 'new_balance_date'),
  };
}

function readMovement(fields: Fields, open: Open, version: string): void {
  const article = fields.raw(2);
  const [sequence, detail] = [fields.number(3, 6, 'sequence'), fields.number(7, 10, 'detail')];
  const current = open.group.at(-1);
  if (article === '1') return beginMovement(fields, open, sequence, detail);
  const isNext =
    current && current.sequence === sequence && current.detail === detail && current.information.length === 0;
  if ((article !== '2' && article !== '3') || !isNext || (article === '2' && current.name !== undefined))
    return fields.wrong('record_unexpected', { record: `2${article}` });
  current.length += fields.line.length;
  if (article === '2') {
    current.communication += fields.raw(11, 63);
    current.endToEndId = fields.text(64, 98);
    current.bic = fields.text(99, 109);
    current.purpose = fields.text(122, 125);
    current.returned = returnReason(fields.raw(113), fields.raw(114, 117));
    return;
  }
  current.account = fields.raw(11, 47);
  // The first version has a long name where the second goes on with the communication.
  current.name = (version === '1' ? fields.text(48, 125) : fields.text(48, 82)) ?? '';
  if (version !== '1') current.communication += fields.raw(83, 125);
}

function beginMovement(fields: Fields, open: Open, sequence: number, detail: number): void {
  const before = open.group.at(-1);
  const follows =
    detail === 0
      ? sequence === (before?.sequence ?? 0) + 1
      : before?.sequence === sequence && detail > lastDetail(open.group);
  if (!follows) return fields.wrong('record_out_of_sequence', { sequence: `${fields.raw(3, 6)}/${fields.raw(7, 10)}` });
  const digits = fields.digits(33, 47, 'amount');
  const size = amountOf(digits, 3);
  const sign = fields.raw(32);
  if (sign !== '0' && sign !== '1') fields.wrong('record_field_invalid', { field: 'amount', value: sign });
  if (size === null && detail === 0) fields.wrong('amount_not_in_cents', { field: 'amount', value: digits });
  const movement: RawMovement = {
    sequence,
    detail,
    amount: size === null ? null : signed(sign === '1', size),
    entryDate: fields.date(116, 121, 'entry_date'),
    valueDate: fields.date(48, 53, 'value_date'),
    code: fields.digits(54, 61, 'bank_code'),
    reference: fields.text(11, 31),
    isStructured: fields.raw(62) === '1',
    communication: fields.raw(63, 115),
    offset: fields.line.offset,
    length: fields.line.length,
    information: [],
  };
  if (detail === 0) {
    endGroup(open);
    open.group = [movement];
  } else open.group.push(movement);
}

/** Information records are counted along with the details. */
function lastDetail(group: readonly RawMovement[]): number {
  const { detail, information } = group.at(-1)!;
  return information.at(-1)?.detail ?? detail;
}

function readInformation(fields: Fields, open: Open): void {
  const article = fields.raw(2);
  const current = open.group.at(-1);
  const sequence = fields.number(3, 6, 'sequence');
  const unexpected = (): void => fields.wrong('record_unexpected', { record: `3${article}` });
  if (!current || current.sequence !== sequence) return unexpected();
  current.length += fields.line.length;
  if (article === '1') {
    const detail = fields.number(7, 10, 'detail');
    const isStructured = fields.raw(40) === '1';
    const text = isStructured ? fields.raw(44, 113) : fields.raw(41, 113);
    current.information.push({ type: isStructured ? fields.raw(41, 43) : null, detail, text });
    return;
  }
  const last = current.information.at(-1);
  if (!last || (article !== '2' && article !== '3')) return unexpected();
  last.text += article === '2' ? fields.raw(11, 115) : fields.raw(11, 100);
}

/** The trailer tells how many records there are and what went out and came in. */
function closed(logical: Logical, fields: Fields): readonly Statement[] | Refusal {
  const said = fields.number(17, 22, 'records');
  if (said !== logical.records)
    return wrongAt(fields.line.number, 'record_count_wrong', { said, found: logical.records });
  logical.statements.forEach(endGroup);
  const amounts = logical.statements.flatMap((open) => open.amounts);
  for (const [from, to, isOut] of [
    [23, 37, true],
    [38, 52, false],
  ] as const) {
    const total = amountOf(fields.digits(from, to, isOut ? 'total_debit' : 'total_credit'), 3);
    const moved = absolute(sum(amounts.filter((amount) => isNegative(amount) === isOut)));
    if (total === null || compare(total, moved) !== 0)
      return wrongAt(fields.line.number, isOut ? 'total_debit_wrong' : 'total_credit_wrong', {
        said: total ?? '',
        found: moved,
      });
  }
  const statements: Statement[] = [];
  for (const open of logical.statements) {
    const statement = statementOf(open, logical);
    const problem = balanceProblem(statement, open.amounts, open.line);
    if (problem) return problem;
    statements.push(statement);
  }
  return statements;
}

function statementOf(open: Open, { bic, created }: Logical): Statement {
  const { account, number, holder, messages, warnings, openingBalance } = open;
  const day = open.closing?.date ?? created ?? open.openingDate ?? '1980-01-01';
  const movements = dated(open.movements, day);
  return {
    account: { iban: account.iban, number: account.number, bic: words(bic) ?? null, holder: holder ?? null },
    currency: account.currency,
    number,
    opening_date: open.openingDate ?? day,
    closing_date: day,
    opening_balance: openingBalance,
    // A day without movements may lack the record of the new balance.
    closing_balance: open.closing?.balance ?? openingBalance,
    movements,
    messages,
    warnings,
  };
}
