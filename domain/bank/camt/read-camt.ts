import type { PlainDate } from '../../dates.ts';
import { subtract, sum, type SignedAmount } from '../../money.ts';
import { isRefusal, refuse, type Refusal } from '../../refusal.ts';
import type { Steps } from '../../steps.ts';
import { findElement, listElements, findText, type XmlElement } from '../../xml.ts';
import {
  findBalanceProblem,
  MOST_MOVEMENTS,
  cleanText,
  type Movement,
  type Statement,
  type StatementAccount,
  type StatementWarning,
} from '../statement.ts';
import { readAmount, readDate, type CurrencyAmount } from './amounts.ts';
import { findAccount } from './details.ts';
import { isBooked, readEntry, refuseStatement } from './entries.ts';
import { findEntryPlaces } from './entry-places.ts';

/** CAMT.053, the ISO 20022 statement, in the versions that banks use. */

const NAMESPACE = /camt\.053\.001\.(0[2-9]|1\d)$/;

/** CAMT.052 has the same structure, but its entries may still change. */
export const isIntradayReport = ({ name, namespace }: XmlElement): boolean =>
  name === 'Document' && /camt\.052\.001\.\d\d$/.test(namespace);

export const isCamt = ({ name, namespace }: XmlElement): boolean => name === 'Document' && NAMESPACE.test(namespace);

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
  const [opening, closing] = [findBalance(element, number, ['OPBD', 'PRCD']), findBalance(element, number, ['CLBD'])];
  if (isRefusal(opening)) return opening;
  if (isRefusal(closing)) return closing;
  if (!closing) return refuseStatement('statement_balance_missing', { number });
  const currency = findText(account, 'Ccy') ?? closing.currency;
  const strange = [opening, closing].find((balance) => balance && balance.currency !== currency);
  if (strange)
    return refuseStatement('statement_currency_mixed', { number, currency: strange.currency, expected: currency });
  const movements: Movement[] = [];
  const amounts: SignedAmount[] = [];
  const warnings: StatementWarning[] = [];
  let unbooked = 0;
  for (const [index, entry] of listElements(element, 'Ntry').entries()) {
    if (!isBooked(entry)) {
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
    account: readAccount(account!, own),
    currency,
    number,
    opening_date: opening?.date ?? closing.date,
    closing_date: closing.date,
    opening_balance: opening?.amount ?? subtract(closing.amount, sum(amounts)),
    closing_balance: closing.amount,
    movements,
    messages: listElements(element, 'AddtlStmtInf').map(({ text }) => text),
    warnings,
    has_derived_opening: opening === null,
  };
  return findBalanceProblem(statement, amounts, 0) ?? statement;
}

export const readAccount = (account: XmlElement, number: string): StatementAccount => ({
  iban: findText(account, 'Id/IBAN'),
  number,
  bic: findText(account, 'Svcr/FinInstnId/BICFI') ?? findText(account, 'Svcr/FinInstnId/BIC'),
  holder: cleanText(findText(account, 'Ownr/Nm')) ?? null,
});

type Balance = CurrencyAmount & { readonly date: PlainDate };

/** First opening balance and last closing balance; page balances may lie in between. */
function findBalance(statement: XmlElement, number: string, codes: readonly string[]): Balance | Refusal | null {
  const balances = listElements(statement, 'Bal');
  for (const code of codes) {
    const ofCode = balances.filter((balance) => findText(balance, 'Tp/CdOrPrtry/Cd') === code);
    const balance = code === 'CLBD' ? ofCode.at(-1) : ofCode[0];
    if (balance && findText(balance, 'CdtDbtInd') === null)
      return refuseStatement('statement_balance_unsigned', { number, balance: code });
    const amount = balance && readAmount(balance);
    const date = readDate(findElement(balance, 'Dt'));
    if (amount && date) return { ...amount, date };
  }
  return null;
}
