import type { PlainDate } from '../../dates.ts';
import { subtract, sum, type SignedAmount } from '../../money.ts';
import { isRefusal, refuse, type Problem, type Refusal } from '../../refusal.ts';
import type { Steps } from '../../steps.ts';
import { findElement, findText, listElements } from '../../xml.ts';
import { findIban } from '../account-numbers.ts';
import { isCalendarDate, withSign } from '../fields.ts';
import { isCreditorReference } from '../../numbers/creditor-reference.ts';
import { normaliseStructuredCommunication } from '../../numbers/structured-communication.ts';
import { cleanText, MOST_MOVEMENTS, omitUndefined, type Movement, type Statement } from '../statement.ts';
import { isUtf8 } from '../text-lines.ts';
import { readElements, type OfxElement } from './elements.ts';
import { findOfxEncoding, replaceEntities } from './encoding.ts';

/**
 * OFX, the download format of banks. It states the closing balance alone, so that the opening balance is computed. Files
 * overlap, and each movement has a reference that is unique for its account.
 */
export const isOfx = (first: string): boolean =>
  /^\s*(?:OFXHEADER:|<OFX>|(?:<\?xml[^>]{0,200}\?>\s*)?(?:<\?OFX|<OFX>))/i.test(first);

const refuseFile = (code: string, params: Problem['params'] = {}): Refusal =>
  refuse(code, { params: { line: 0, ...params } });

const PROBLEMS = {
  document_type: 'bank_file_xml_document_type',
  too_large: 'bank_file_xml_too_large',
  truncated: 'bank_file_truncated',
} as const;

export function* readOfx(bytes: Uint8Array): Steps<readonly Statement[] | Refusal> {
  const latin = new TextDecoder('latin1').decode(bytes);
  const encoding = findOfxEncoding(latin, () => isUtf8(bytes));
  if (encoding === null || latin.includes('\0')) return refuseFile('bank_file_xml_encoding');
  const decoder = new TextDecoder(encoding);
  const decode = (from: number, to: number): string => {
    const raw = latin.slice(from, to);
    // Most values are ASCII and need no decoding. Without `stream`, Node 20 reads windows-1252 as ISO 8859-1.
    const text = /^[\x00-\x7f]*$/.test(raw)
      ? raw
      : decoder.decode(bytes.subarray(from, to), { stream: encoding !== 'utf-8' });
    return replaceEntities(text);
  };
  const root = yield* readElements(latin, decode);
  if (typeof root === 'string') return refuseFile(PROBLEMS[root]);
  return yield* readStatements(root);
}

const PATHS = [
  ['BANKMSGSRSV1/STMTTRNRS/STMTRS', 'BANKACCTFROM'],
  ['CREDITCARDMSGSRSV1/CCSTMTTRNRS/CCSTMTRS', 'CCACCTFROM'],
] as const;

function* readStatements(root: OfxElement): Steps<readonly Statement[] | Refusal> {
  const statements: Statement[] = [];
  let movements = 0;
  for (const [path, account] of PATHS)
    for (const element of listElements(root, path)) {
      movements += listElements(element, 'BANKTRANLIST/STMTTRN').length;
      if (movements > MOST_MOVEMENTS) return refuseFile('statement_too_large', { max: MOST_MOVEMENTS });
      const statement = yield* readStatement(element as OfxElement, account);
      if (isRefusal(statement)) return statement;
      statements.push(statement);
    }
  return statements.length === 0 ? refuse('bank_file_without_statements') : statements;
}

function* readStatement(element: OfxElement, accountName: string): Steps<Statement | Refusal> {
  const asOf = findText(element, 'LEDGERBAL/DTASOF') ?? findText(element, 'BANKTRANLIST/DTEND') ?? '';
  const closing_date = parseDate(asOf);
  const number = closing_date === null ? '' : formatNumber(closing_date, asOf);
  const account = readAccount(findElement(element, accountName) as OfxElement | undefined);
  if (!account) return refuseFile('statement_account_missing', { number });
  const closing_balance = parseAmount(findText(element, 'LEDGERBAL/BALAMT'));
  if (closing_balance === null || closing_date === null) return refuseFile('statement_balance_missing', { number });
  const movements: Movement[] = [];
  for (const [index, one] of listElements(element, 'BANKTRANLIST/STMTTRN').entries()) {
    const movement = readMovement(one as OfxElement, { number, entry: index + 1 });
    if (isRefusal(movement)) return movement;
    movements.push(movement);
    yield;
  }
  const opened = parseDate(findText(element, 'BANKTRANLIST/DTSTART') ?? '');
  return {
    account,
    currency: findText(element, 'CURDEF')?.toUpperCase() ?? '',
    number,
    opening_date: opened !== null && opened <= closing_date ? opened : closing_date,
    closing_date,
    opening_balance: subtract(closing_balance, sum(movements.map(({ amount }) => amount))),
    closing_balance,
    movements,
    messages: [],
    warnings: [],
    has_unique_references: true,
  };
}

/** The format has no statement numbers: the day, with the time if the bank gives it. */
function formatNumber(date: PlainDate, asOf: string): string {
  const [, hours, minutes] = /^\d{8}(\d{2})(\d{2})/.exec(asOf) ?? [];
  return hours === undefined || `${hours}${minutes}` === '0000' ? date : `${date} ${hours}:${minutes}`;
}

/** French banks give bank, branch and account; others the IBAN or a national number. */
function readAccount(element: OfxElement | undefined): Statement['account'] | null {
  const account = cleanText(findText(element, 'ACCTID'))?.replaceAll(' ', '');
  if (account === undefined) return null;
  const whole = `${findText(element, 'BANKID') ?? ''}${findText(element, 'BRANCHID') ?? ''}${account}`;
  const french = /^\d{10}[0-9A-Z]{11}$/i.test(whole) ? whole : null;
  const iban = findIban(account) ?? (french === null ? null : findIban(french));
  return { iban, number: french ?? iban ?? account, bic: null, holder: null };
}

function readMovement(
  element: OfxElement,
  at: { readonly number: string; readonly entry: number },
): Movement | Refusal {
  const posted = findText(element, 'DTPOSTED') ?? '';
  const entry_date = parseDate(posted);
  if (entry_date === null)
    return refuseFile('record_field_invalid', { field: 'entry_date', value: posted.slice(0, 40) });
  const amount = parseAmount(findText(element, 'TRNAMT'));
  if (amount === null) return refuseFile('entry_amount_invalid', at);
  const payee = findElement(element, 'PAYEE');
  const address = ['ADDR1', 'ADDR2', 'ADDR3', 'POSTALCODE', 'CITY'].map((name) => findText(payee, name) ?? '');
  const other = findElement(element, 'BANKACCTTO') ?? findElement(element, 'CCACCTTO');
  const currency = findElement(element, 'ORIGCURRENCY');
  return omitUndefined<Movement>({
    entry_date,
    value_date: parseDate(findText(element, 'DTAVAIL') ?? '') ?? entry_date,
    amount,
    counterpart_name: cleanText(findText(element, 'NAME') ?? findText(payee, 'NAME')),
    counterpart_address: cleanText(address.join(' ')),
    ...readOtherAccount(other),
    ...readMemo(element),
    bank_code: cleanText(findText(element, 'TRNTYPE'))?.toUpperCase(),
    bank_reference: cleanText(findText(element, 'FITID'))?.replace(/^0+$/, '') || undefined,
    end_to_end_id: cleanText(findText(element, 'REFNUM')),
    original_amount: cleanText(findText(currency, 'CURSYM')),
    place: element.place,
  });
}

function readOtherAccount(element: ReturnType<typeof findElement>): Partial<Movement> {
  const number = cleanText(findText(element, 'ACCTID'))?.replaceAll(' ', '');
  const bank = findText(element, 'BANKID');
  return omitUndefined<Partial<Movement>>({
    counterpart_iban: number === undefined ? undefined : (findIban(number) ?? number),
    counterpart_bic: bank !== null && /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bank) ? bank : undefined,
  });
}

/** Memo and cheque number; a memo that is a structured communication goes to its field. */
function readMemo(element: OfxElement): Partial<Movement> {
  const memo = cleanText(`${findText(element, 'EXTDNAME') ?? ''} ${findText(element, 'MEMO') ?? ''}`) ?? '';
  const compact = memo.replace(/\s/g, '');
  const structured = isCreditorReference(compact) ? compact : normaliseStructuredCommunication(memo);
  const check = findText(element, 'CHECKNUM') ?? '';
  return omitUndefined<Partial<Movement>>({
    structured_communication: structured ?? undefined,
    communication: cleanText(structured === null ? `${memo} ${check}` : check),
  });
}

/** `YYYYMMDD`, with or without time and zone: the day as the bank writes it. */
function parseDate(text: string): PlainDate | null {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})/.exec(text) ?? [];
  const date = `${year}-${month}-${day}`;
  return isCalendarDate(date) ? date : null;
}

/** Decimal point or comma; null for fractions of a cent and for anything else. */
function parseAmount(text: string | null): SignedAmount | null {
  const [, sign, whole, fraction = ''] = /^([+-]?)0*(\d{1,12})(?:[.,](\d{0,5}))?$/.exec(text ?? '') ?? [];
  if (whole === undefined || /[^0]/.test(fraction.slice(2))) return null;
  return withSign(sign === '-', `${whole}.${fraction.slice(0, 2).padEnd(2, '0')}`);
}
