import type { SignedAmount } from '../../money.ts';
import { isRefusal, refuse, type Problem, type Refusal } from '../../refusal.ts';
import type { Steps } from '../../steps.ts';
import { findElement, listElements, findText, type XmlElement } from '../../xml.ts';
import {
  isSumOf,
  findBalanceProblem,
  MOST_MOVEMENTS,
  omitUndefined,
  cleanText,
  type Movement,
  type Statement,
  type StatementWarning,
} from '../statement.ts';
import { readAmount, readDate } from './amounts.ts';
import { findAccount, findBankCode, readDetails } from './details.ts';
import { findEntryPlaces } from './entry-places.ts';

/** CAMT.053, the ISO 20022 statement, in the versions that banks use. */

const NAMESPACE = /camt\.053\.001\.(0[2-9]|1\d)$/;

export const isCamt = ({ name, namespace }: XmlElement): boolean => name === 'Document' && NAMESPACE.test(namespace);

/** Line numbers mean nothing in XML: problems are reported by statement. */
const refuseStatement = (code: string, params: Problem['params']): Refusal =>
  refuse(code, { params: { line: 0, ...params } });

export function* readCamt(root: XmlElement, bytes: Uint8Array): Steps<readonly Statement[] | Refusal> {
  const elements = listElements(root, 'BkToCstmrStmt/Stmt');
  if (elements.length === 0) return refuse('bank_file_without_statements');
  const count = elements.reduce((total, element) => total + listElements(element, 'Ntry').length, 0);
  const places = yield* findEntryPlaces(bytes, count);
  const statements: Statement[] = [];
  let entries = 0;
  let movements = 0;
  for (const element of elements) {
    const statement = yield* readStatement(element, (index) => places?.[entries + index]);
    if (isRefusal(statement)) return statement;
    statements.push(statement);
    entries += listElements(element, 'Ntry').length;
    movements += statement.movements.length;
    if (movements > MOST_MOVEMENTS) return refuseStatement('statement_too_large', { max: MOST_MOVEMENTS });
  }
  return statements;
}

type PlaceOf = (entry: number) => Movement['place'] | undefined;

function* readStatement(element: XmlElement, placeOf: PlaceOf): Steps<Statement | Refusal> {
  const number = findText(element, 'ElctrncSeqNb') ?? findText(element, 'LglSeqNb') ?? findText(element, 'Id') ?? '';
  const account = findElement(element, 'Acct');
  const own = findAccount(account);
  if (own === undefined) return refuseStatement('statement_account_missing', { number });
  const opening = findBalance(element, ['OPBD', 'PRCD']);
  const closing = findBalance(element, ['CLBD']);
  if (!opening || !closing) return refuseStatement('statement_balance_missing', { number });
  const currency = findText(account, 'Ccy') ?? opening.currency;
  const strange = [opening, closing].find((balance) => balance.currency !== currency);
  if (strange)
    return refuseStatement('statement_currency_mixed', { number, currency: strange.currency, expected: currency });
  const movements: Movement[] = [];
  const amounts: SignedAmount[] = [];
  const warnings: StatementWarning[] = [];
  let unbooked = 0;
  for (const [index, entry] of listElements(element, 'Ntry').entries()) {
    if ((findText(entry, 'Sts/Cd') ?? findText(entry, 'Sts')) !== 'BOOK') {
      unbooked += 1;
      continue;
    }
    const counted = readEntry(entry, { number, index, own, currency, day: closing.date, place: placeOf(index) });
    if (isRefusal(counted)) return counted;
    movements.push(...counted.movements);
    amounts.push(counted.amount);
    if (counted.warning) warnings.push(counted.warning);
    yield;
  }
  if (unbooked > 0) warnings.push({ code: 'entries_not_booked', params: { count: unbooked } });
  const statement: Statement = {
    account: {
      iban: findText(account, 'Id/IBAN'),
      number: own,
      bic: findText(account, 'Svcr/FinInstnId/BICFI') ?? findText(account, 'Svcr/FinInstnId/BIC'),
      holder: cleanText(findText(account, 'Ownr/Nm')) ?? null,
    },
    currency,
    number,
    opening_date: opening.date,
    closing_date: closing.date,
    opening_balance: opening.amount,
    closing_balance: closing.amount,
    movements,
    messages: listElements(element, 'AddtlStmtInf').map(({ text }) => text),
    warnings,
  };
  return findBalanceProblem(statement, amounts, 0) ?? statement;
}

/** First opening balance and last closing balance; page balances may lie in between. */
function findBalance(statement: XmlElement, codes: readonly string[]) {
  const balances = listElements(statement, 'Bal');
  for (const code of codes) {
    const ofCode = balances.filter((balance) => findText(balance, 'Tp/CdOrPrtry/Cd') === code);
    const balance = code === 'CLBD' ? ofCode.at(-1) : ofCode[0];
    const amount = balance && readAmount(balance);
    const date = readDate(findElement(balance, 'Dt'));
    if (amount && date) return { ...amount, date };
  }
  return null;
}

interface EntryContext {
  readonly number: string;
  readonly index: number;
  readonly own: string;
  readonly currency: string;
  readonly day: string;
  readonly place: Movement['place'] | undefined;
}

interface CountedEntry {
  readonly movements: readonly Movement[];
  readonly amount: SignedAmount;
  readonly warning?: StatementWarning;
}

function readEntry(entry: XmlElement, at: EntryContext): CountedEntry | Refusal {
  const { number, index, own, currency } = at;
  const booked = readAmount(entry);
  if (!booked) return refuseStatement('entry_amount_invalid', { number, entry: index + 1 });
  if (booked.currency !== currency)
    return refuseStatement('statement_currency_mixed', { number, currency: booked.currency, expected: currency });
  const entry_date = readDate(findElement(entry, 'BookgDt')) ?? at.day;
  const direction = findText(entry, 'CdtDbtInd');
  const isReversal = ['true', '1'].includes(findText(entry, 'RvslInd') ?? '');
  const buildMovement = (amount: SignedAmount, details: XmlElement | undefined, total?: SignedAmount): Movement => {
    const isCredit = !amount.startsWith('-') !== isReversal;
    const said = details ? readDetails(details, { isCredit, ownAccount: own, currency }) : {};
    const more = cleanText(findText(details, 'AddtlTxInf') ?? findText(entry, 'AddtlNtryInf'));
    return omitUndefined<Movement>({
      ...said,
      entry_date,
      value_date: readDate(findElement(entry, 'ValDt')) ?? entry_date,
      amount,
      communication: said.communication ?? (said.structured_communication === undefined ? more : undefined),
      bank_code: (details && findBankCode(details)) ?? findBankCode(entry),
      bank_reference: said.bank_reference ?? cleanText(findText(entry, 'AcctSvcrRef')),
      total,
      place: at.place,
    });
  };
  const details = listElements(entry, 'NtryDtls/TxDtls');
  const { amount } = booked;
  if (details.length <= 1) return { amount, movements: [buildMovement(amount, details[0])] };
  const parts = details.map((one) => {
    const own = readAmount(one, 'Amt', direction) ?? readAmount(one, 'AmtDtls/TxAmt/Amt', direction);
    return { one, amount: own?.currency === currency ? own.amount : null };
  });
  const isSplit = parts.every((part): part is typeof part & { amount: string } => part.amount !== null);
  if (isSplit && isSumOf(amount, parts))
    return { amount, movements: parts.map((part) => buildMovement(part.amount, part.one, amount)) };
  const warning = { code: 'details_do_not_add_up', params: { sequence: index + 1, total: amount } };
  return { amount, movements: [buildMovement(amount, undefined)], warning };
}
