import type { SignedAmount } from '../../money.ts';
import { isRefusal, refuse, type Problem, type Refusal } from '../../refusal.ts';
import type { Steps } from '../../steps.ts';
import { elementAt, elementsAt, textAt, type XmlElement } from '../../xml.ts';
import {
  addUpTo,
  balanceProblem,
  MOST_MOVEMENTS,
  told,
  words,
  type Movement,
  type Statement,
  type StatementWarning,
} from '../statement.ts';
import { amountIn, dateIn } from './amounts.ts';
import { accountOf, bankCodeOf, detailsOf } from './details.ts';
import { entryPlaces } from './entry-places.ts';

/** CAMT.053, the statement of ISO 20022, in the versions that banks use. */

const NAMESPACE = /camt\.053\.001\.(0[2-9]|1\d)$/;

export const isCamt = ({ name, namespace }: XmlElement): boolean => name === 'Document' && NAMESPACE.test(namespace);

/** A file of elements has no lines to speak of: mistakes are told by statement. */
const wrong = (code: string, params: Problem['params']): Refusal => refuse(code, { params: { line: 0, ...params } });

export function* readCamt(root: XmlElement, bytes: Uint8Array): Steps<readonly Statement[] | Refusal> {
  const elements = elementsAt(root, 'BkToCstmrStmt/Stmt');
  if (elements.length === 0) return refuse('bank_file_without_statements');
  const count = elements.reduce((total, element) => total + elementsAt(element, 'Ntry').length, 0);
  const places = yield* entryPlaces(bytes, count);
  const statements: Statement[] = [];
  let entries = 0;
  let movements = 0;
  for (const element of elements) {
    const statement = yield* statementOf(element, (index) => places?.[entries + index]);
    if (isRefusal(statement)) return statement;
    statements.push(statement);
    entries += elementsAt(element, 'Ntry').length;
    movements += statement.movements.length;
    if (movements > MOST_MOVEMENTS) return wrong('statement_too_large', { max: MOST_MOVEMENTS });
  }
  return statements;
}

type PlaceOf = (entry: number) => Movement['place'] | undefined;

function* statementOf(element: XmlElement, placeOf: PlaceOf): Steps<Statement | Refusal> {
  const number = textAt(element, 'ElctrncSeqNb') ?? textAt(element, 'LglSeqNb') ?? textAt(element, 'Id') ?? '';
  const account = elementAt(element, 'Acct');
  const own = accountOf(account);
  if (own === undefined) return wrong('statement_account_missing', { number });
  const opening = balanceOf(element, ['OPBD', 'PRCD']);
  const closing = balanceOf(element, ['CLBD']);
  if (!opening || !closing) return wrong('statement_balance_missing', { number });
  const currency = textAt(account, 'Ccy') ?? opening.currency;
  const strange = [opening, closing].find((balance) => balance.currency !== currency);
  if (strange) return wrong('statement_currency_mixed', { number, currency: strange.currency, expected: currency });
  const movements: Movement[] = [];
  const amounts: SignedAmount[] = [];
  const warnings: StatementWarning[] = [];
  let unbooked = 0;
  for (const [index, entry] of elementsAt(element, 'Ntry').entries()) {
    if ((textAt(entry, 'Sts/Cd') ?? textAt(entry, 'Sts')) !== 'BOOK') {
      unbooked += 1;
      continue;
    }
    const counted = entryOf(entry, { number, index, own, currency, day: closing.date, place: placeOf(index) });
    if (isRefusal(counted)) return counted;
    movements.push(...counted.movements);
    amounts.push(counted.amount);
    if (counted.warning) warnings.push(counted.warning);
    yield;
  }
  if (unbooked > 0) warnings.push({ code: 'entries_not_booked', params: { count: unbooked } });
  const statement: Statement = {
    account: {
      iban: textAt(account, 'Id/IBAN'),
      number: own,
      bic: textAt(account, 'Svcr/FinInstnId/BICFI') ?? textAt(account, 'Svcr/FinInstnId/BIC'),
      holder: words(textAt(account, 'Ownr/Nm')) ?? null,
    },
    currency,
    number,
    opening_date: opening.date,
    closing_date: closing.date,
    opening_balance: opening.amount,
    closing_balance: closing.amount,
    movements,
    messages: elementsAt(element, 'AddtlStmtInf').map(({ text }) => text),
    warnings,
  };
  return balanceProblem(statement, amounts, 0) ?? statement;
}

/** The first opening balance and the last closing one: those of pages stand in between. */
function balanceOf(statement: XmlElement, codes: readonly string[]) {
  const balances = elementsAt(statement, 'Bal');
  for (const code of codes) {
    const ofCode = balances.filter((balance) => textAt(balance, 'Tp/CdOrPrtry/Cd') === code);
    const balance = code === 'CLBD' ? ofCode.at(-1) : ofCode[0];
    const amount = balance && amountIn(balance);
    const date = dateIn(elementAt(balance, 'Dt'));
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

function entryOf(entry: XmlElement, at: EntryContext): CountedEntry | Refusal {
  const { number, index, own, currency } = at;
  const booked = amountIn(entry);
  if (!booked) return wrong('entry_amount_invalid', { number, entry: index + 1 });
  if (booked.currency !== currency)
    return wrong('statement_currency_mixed', { number, currency: booked.currency, expected: currency });
  const entry_date = dateIn(elementAt(entry, 'BookgDt')) ?? at.day;
  const direction = textAt(entry, 'CdtDbtInd');
  const isReversal = ['true', '1'].includes(textAt(entry, 'RvslInd') ?? '');
  const movement = (amount: SignedAmount, details: XmlElement | undefined, total?: SignedAmount): Movement => {
    const isCredit = !amount.startsWith('-') !== isReversal;
    const said = details ? detailsOf(details, { isCredit, ownAccount: own, currency }) : {};
    const more = words(textAt(details, 'AddtlTxInf') ?? textAt(entry, 'AddtlNtryInf'));
    return told<Movement>({
      ...said,
      entry_date,
      value_date: dateIn(elementAt(entry, 'ValDt')) ?? entry_date,
      amount,
      communication: said.communication ?? (said.structured_communication === undefined ? more : undefined),
      bank_code: (details && bankCodeOf(details)) ?? bankCodeOf(entry),
      bank_reference: said.bank_reference ?? words(textAt(entry, 'AcctSvcrRef')),
      total,
      place: at.place,
    });
  };
  const details = elementsAt(entry, 'NtryDtls/TxDtls');
  const { amount } = booked;
  if (details.length <= 1) return { amount, movements: [movement(amount, details[0])] };
  const parts = details.map((one) => {
    const own = amountIn(one, 'Amt', direction) ?? amountIn(one, 'AmtDtls/TxAmt/Amt', direction);
    return { one, amount: own?.currency === currency ? own.amount : null };
  });
  const isSplit = parts.every((part): part is typeof part & { amount: string } => part.amount !== null);
  if (isSplit && addUpTo(amount, parts))
    return { amount, movements: parts.map((part) => movement(part.amount, part.one, amount)) };
  const warning = { code: 'details_do_not_add_up', params: { sequence: index + 1, total: amount } };
  return { amount, movements: [movement(amount, undefined)], warning };
}
