import type { SignedAmount } from '../../money.ts';
import { refuse, type Problem, type Refusal } from '../../refusal.ts';
import { findElement, findText, listElements, type XmlElement } from '../../xml.ts';
import { cleanText, isSumOf, omitUndefined, type Movement, type StatementWarning } from '../statement.ts';
import { readAmount, readDate } from './amounts.ts';
import { findBankCode, readDetails } from './details.ts';

/** Entries of ISO 20022 statements and notifications. */

/** Line numbers mean nothing in XML: problems are reported by statement. */
export const refuseStatement = (code: string, params: Problem['params']): Refusal =>
  refuse(code, { params: { line: 0, ...params } });

export const isBooked = (entry: XmlElement): boolean =>
  (findText(entry, 'Sts/Cd') ?? findText(entry, 'Sts')) === 'BOOK';

export interface EntryContext {
  readonly number: string;
  readonly index: number;
  readonly own: string;
  readonly currency: string;
  readonly day: string;
  readonly place: Movement['place'] | undefined;
}

export interface CountedEntry {
  readonly movements: readonly Movement[];
  readonly amount: SignedAmount;
  readonly warning?: StatementWarning;
}

/** Reference of the entry, or of the batch that it stands for. */
const findBatchReference = (entry: XmlElement): string | undefined =>
  cleanText(
    findText(entry, 'AcctSvcrRef') ??
      findText(entry, 'NtryDtls/Btch/PmtInfId') ??
      findText(entry, 'NtryDtls/Btch/MsgId'),
  );

export function readEntry(entry: XmlElement, at: EntryContext): CountedEntry | Refusal {
  const { number, index, own, currency } = at;
  const booked = readAmount(entry);
  if (!booked) return refuseStatement('entry_amount_invalid', { number, entry: index + 1 });
  if (booked.currency !== currency)
    return refuseStatement('statement_currency_mixed', { number, currency: booked.currency, expected: currency });
  const entry_date = readDate(findElement(entry, 'BookgDt')) ?? at.day;
  const direction = findText(entry, 'CdtDbtInd');
  const isReversal = ['true', '1'].includes(findText(entry, 'RvslInd') ?? '');
  const buildMovement = (amount: SignedAmount, details: XmlElement | undefined, total?: SignedAmount): Movement => {
    const said = details ? readDetails(details, { amount, isReversal, ownAccount: own, currency }) : {};
    const more = cleanText(findText(details, 'AddtlTxInf') ?? findText(entry, 'AddtlNtryInf'));
    return omitUndefined<Movement>({
      ...said,
      entry_date,
      value_date: readDate(findElement(entry, 'ValDt')) ?? entry_date,
      amount,
      communication: said.communication ?? (said.structured_communication === undefined ? more : undefined),
      bank_code: (details && findBankCode(details)) ?? findBankCode(entry),
      bank_reference: said.bank_reference ?? findBatchReference(entry),
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
