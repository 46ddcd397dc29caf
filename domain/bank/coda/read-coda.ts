import type { PlainDate } from '../../dates.ts';
import { compare, isNegative, sum, absolute, type SignedAmount } from '../../money.ts';
import { isRefusal, refuse, type Refusal } from '../../refusal.ts';
import type { Steps } from '../../steps.ts';
import { parseAmountDigits, createFields, withSign, type Fields, type Mistakes } from '../fields.ts';
import { findBalanceProblem, MOST_MOVEMENTS, cleanText, refuseAtLine, type Statement } from '../statement.ts';
import { detectEncoding, readLines, type Line } from '../text-lines.ts';
import { parseAccountZone, type AccountZone } from './account.ts';
import { withStatementDate, endGroup, parseReturnReason, type OpenMovements, type RawMovement } from './movements.ts';

/**
 * CODA, the statement format of Belgian banks: records of 128 characters, versions 1 and 2. A file is read from the first
 * line to the last, and all its own controls are checked: the order and number of records, both totals, and that the
 * movements lead from the old balance to the new one.
 */
const RECORD_LENGTH = 128;

/** Record types allowed after each type. */
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
  /** Records counted in the trailer. */
  records: number;
  readonly statements: Open[];
}

export const isCoda = (first: string): boolean => /^0000\d{8}.{2}05[ D]/.test(first);

export function* readCoda(bytes: Uint8Array): Steps<readonly Statement[] | Refusal> {
  const encoding = detectEncoding(bytes);
  if (encoding === null) return refuse('bank_file_unknown');
  const mistakes: Mistakes = { first: null };
  const found: Statement[] = [];
  let before = 'start';
  let logical: Logical | null = null;
  let movements = 0;
  let last = 0;
  for (const line of readLines(bytes, encoding)) {
    last = line.number;
    const problem = findRecordProblem(line, before);
    if (problem) return problem;
    const kind: string = line.text[0]!;
    const fields = createFields(line, mistakes);
    if (kind === '0') logical = readHeader(fields);
    else if (kind === '9') {
      const statements: readonly Statement[] | Refusal = closeFile(logical!, fields);
      if (mistakes.first) return mistakes.first;
      if (isRefusal(statements)) return statements;
      found.push(...statements);
    } else readRecord(kind, fields, logical!);
    if (mistakes.first) return mistakes.first;
    if (kind === '2' && fields.readRaw(2) === '1') movements += 1;
    if (movements > MOST_MOVEMENTS) return refuseAtLine(line.number, 'statement_too_large', { max: MOST_MOVEMENTS });
    before = kind;
    yield;
  }
  if (before !== '9') return refuseAtLine(last, 'bank_file_truncated');
  return found;
}

function findRecordProblem({ number, text }: Line, before: string): Refusal | null {
  const length = countCharacters(text);
  if (length !== RECORD_LENGTH) return refuseAtLine(number, 'record_length_wrong', { length, expected: RECORD_LENGTH });
  if (!FOLLOWS[before]!.includes(text[0]!))
    return refuseAtLine(number, 'record_unexpected', { record: text.slice(0, 2) });
  return null;
}

/** Counts characters: one outside the basic plane takes two code units. */
const countCharacters = (text: string): number => (/[\ud800-\udbff]/.test(text) ? [...text].length : text.length);

function readHeader(fields: Fields): Logical {
  const version = fields.readRaw(128);
  if (version !== '1' && version !== '2') fields.reportProblem('coda_version_unknown', { version });
  return {
    version,
    bic: fields.readText(61, 71),
    created: fields.readDate(6, 11, 'creation_date'),
    records: 0,
    statements: [],
  };
}

function readRecord(kind: string, fields: Fields, logical: Logical): void {
  if (kind !== '4') logical.records += 1;
  const open = logical.statements.at(-1);
  switch (kind) {
    case '1':
      logical.statements.push(readOpening(fields, logical));
      return;
    case '2':
      return readMovement(fields, open!, logical.version);
    case '3':
      return readInformation(fields, open!);
    case '8':
      return readClosing(fields, open!);
    default: {
      const message = fields.readText(33, 112);
      if (message !== undefined) open!.messages.push(message);
    }
  }
}

function readAmountField(fields: Fields, sign: number, from: number, to: number, field: string): SignedAmount {
  const digits = fields.readDigits(from, to, field);
  const amount = parseAmountDigits(digits, 3);
  if (amount === null) fields.reportProblem('amount_not_in_cents', { field, value: digits });
  const mark = fields.readRaw(sign);
  if (mark !== '0' && mark !== '1') fields.reportProblem('record_field_invalid', { field, value: mark });
  return withSign(mark === '1', amount ?? '0.00');
}

function readOpening(fields: Fields, { version }: Logical): Open {
  return {
    account: parseAccountZone(version === '1' ? '0' : fields.readRaw(2), fields.readRaw(6, 42)),
    number: fields
      .readRaw(3, 5)
      .trim()
      .replace(/^0+(?=\d)/, ''),
    openingBalance: readAmountField(fields, 43, 44, 58, 'old_balance'),
    openingDate: fields.readDate(59, 64, 'old_balance_date'),
    holder: fields.readText(65, 90),
    closing: null,
    group: [],
    movements: [],
    amounts: [],
    warnings: [],
    messages: [],
    line: fields.line.number,
  };
}

/** The new balance record does not give the account kind: it is that of the old balance. */
function readClosing(fields: Fields, open: Open): void {
  const zone = parseAccountZone(open.account.kind, fields.readRaw(5, 41));
  const { number: expected } = open.account;
  if (zone.number !== expected)
    fields.reportProblem('statement_account_differs', { part: 'account', expected, account: zone.number });
  open.closing = {
    balance: readAmountField(fields, 42, 43, 57, 'new_balance'),
    date: fields.readDate(58, 63, 'new_balance_date'),
  };
}

function readMovement(fields: Fields, open: Open, version: string): void {
  const article = fields.readRaw(2);
  const [sequence, detail] = [fields.readNumber(3, 6, 'sequence'), fields.readNumber(7, 10, 'detail')];
  const current = open.group.at(-1);
  if (article === '1') return beginMovement(fields, open, sequence, detail);
  const isNext =
    current && current.sequence === sequence && current.detail === detail && current.information.length === 0;
  if ((article !== '2' && article !== '3') || !isNext || (article === '2' && current.name !== undefined))
    return fields.reportProblem('record_unexpected', { record: `2${article}` });
  current.length += fields.line.length;
  if (article === '2') {
    current.communication += fields.readRaw(11, 63);
    current.endToEndId = fields.readText(64, 98);
    current.bic = fields.readText(99, 109);
    current.purpose = fields.readText(122, 125);
    current.returned = parseReturnReason(fields.readRaw(113), fields.readRaw(114, 117));
    return;
  }
  current.account = fields.readRaw(11, 47);
  // Version 1 has a long name where version 2 continues the communication.
  current.name = (version === '1' ? fields.readText(48, 125) : fields.readText(48, 82)) ?? '';
  if (version !== '1') current.communication += fields.readRaw(83, 125);
}

function beginMovement(fields: Fields, open: Open, sequence: number, detail: number): void {
  const before = open.group.at(-1);
  const follows =
    detail === 0
      ? sequence === (before?.sequence ?? 0) + 1
      : before?.sequence === sequence && detail > getLastDetail(open.group);
  if (!follows)
    return fields.reportProblem('record_out_of_sequence', {
      sequence: `${fields.readRaw(3, 6)}/${fields.readRaw(7, 10)}`,
    });
  const digits = fields.readDigits(33, 47, 'amount');
  const size = parseAmountDigits(digits, 3);
  const sign = fields.readRaw(32);
  if (sign !== '0' && sign !== '1') fields.reportProblem('record_field_invalid', { field: 'amount', value: sign });
  if (size === null && detail === 0) fields.reportProblem('amount_not_in_cents', { field: 'amount', value: digits });
  const movement: RawMovement = {
    sequence,
    detail,
    amount: size === null ? null : withSign(sign === '1', size),
    entryDate: fields.readDate(116, 121, 'entry_date'),
    valueDate: fields.readDate(48, 53, 'value_date'),
    code: fields.readDigits(54, 61, 'bank_code'),
    reference: fields.readText(11, 31),
    isStructured: fields.readRaw(62) === '1',
    communication: fields.readRaw(63, 115),
    offset: fields.line.offset,
    length: fields.line.length,
    information: [],
  };
  if (detail === 0) {
    endGroup(open);
    open.group = [movement];
  } else open.group.push(movement);
}

/** Information records share the numbering of the details. */
function getLastDetail(group: readonly RawMovement[]): number {
  const { detail, information } = group.at(-1)!;
  return information.at(-1)?.detail ?? detail;
}

function readInformation(fields: Fields, open: Open): void {
  const article = fields.readRaw(2);
  const current = open.group.at(-1);
  const sequence = fields.readNumber(3, 6, 'sequence');
  const reportUnexpected = (): void => fields.reportProblem('record_unexpected', { record: `3${article}` });
  if (!current || current.sequence !== sequence) return reportUnexpected();
  current.length += fields.line.length;
  if (article === '1') {
    const detail = fields.readNumber(7, 10, 'detail');
    const isStructured = fields.readRaw(40) === '1';
    const text = isStructured ? fields.readRaw(44, 113) : fields.readRaw(41, 113);
    current.information.push({ type: isStructured ? fields.readRaw(41, 43) : null, detail, text });
    return;
  }
  const last = current.information.at(-1);
  if (!last || (article !== '2' && article !== '3')) return reportUnexpected();
  last.text += article === '2' ? fields.readRaw(11, 115) : fields.readRaw(11, 100);
}

/** The trailer contains the number of records and the debit and credit totals. */
function closeFile(logical: Logical, fields: Fields): readonly Statement[] | Refusal {
  const said = fields.readNumber(17, 22, 'records');
  if (said !== logical.records)
    return refuseAtLine(fields.line.number, 'record_count_wrong', { said, found: logical.records });
  logical.statements.forEach(endGroup);
  const amounts = logical.statements.flatMap((open) => open.amounts);
  for (const [from, to, isOut] of [
    [23, 37, true],
    [38, 52, false],
  ] as const) {
    const total = parseAmountDigits(fields.readDigits(from, to, isOut ? 'total_debit' : 'total_credit'), 3);
    const moved = absolute(sum(amounts.filter((amount) => isNegative(amount) === isOut)));
    if (total === null || compare(total, moved) !== 0)
      return refuseAtLine(fields.line.number, isOut ? 'total_debit_wrong' : 'total_credit_wrong', {
        said: total ?? '',
        found: moved,
      });
  }
  const statements: Statement[] = [];
  for (const open of logical.statements) {
    const statement = buildStatement(open, logical);
    const problem = findBalanceProblem(statement, open.amounts, open.line);
    if (problem) return problem;
    statements.push(statement);
  }
  return statements;
}

function buildStatement(open: Open, { bic, created }: Logical): Statement {
  const { account, number, holder, messages, warnings, openingBalance } = open;
  const day = open.closing?.date ?? created ?? open.openingDate ?? '1980-01-01';
  const movements = withStatementDate(open.movements, day);
  return {
    account: { iban: account.iban, number: account.number, bic: cleanText(bic) ?? null, holder: holder ?? null },
    currency: account.currency,
    number,
    opening_date: open.openingDate ?? day,
    closing_date: day,
    opening_balance: openingBalance,
    // A day without movements may have no new balance record.
    closing_balance: open.closing?.balance ?? openingBalance,
    movements,
    messages,
    warnings,
  };
}
