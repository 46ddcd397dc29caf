import { isCreditorReference } from '../../numbers/creditor-reference.ts';
import { isStructuredCommunication } from '../../numbers/structured-communication.ts';
import { findElement, listElements, findText, type XmlElement } from '../../xml.ts';
import { isZero, type SignedAmount } from '../../money.ts';
import { readExchange } from '../exchange.ts';
import { omitUndefined, cleanText, type Movement } from '../statement.ts';
import { parseDecimalAmount } from './amounts.ts';

/** Reads the details of an entry, or of one of its transactions, other than amount and dates. */
export interface DetailsContext {
  readonly amount: SignedAmount;
  /** The bank marks the entry as the reversal of an earlier one. */
  readonly isReversal: boolean;
  /** Account of the statement; the other account is the counterpart's. */
  readonly ownAccount: string;
  readonly currency: string;
}

export function readDetails(
  details: XmlElement,
  { amount, isReversal, ownAccount, currency }: DetailsContext,
): Partial<Movement> {
  const isCredit = !amount.startsWith('-');
  const returned = findElement(details, 'RtrInf');
  // Both marks describe the same fact: the money goes back, and the parties are those of the first payment.
  const goesBack = isReversal || returned !== undefined;
  const side = findCounterpartSide(details, isCredit !== goesBack, ownAccount);
  const parties = findElement(details, 'RltdPties');
  const party = findElement(parties, side);
  const agent = findElement(details, `RltdAgts/${side}Agt/FinInstnId`);
  const ultimate = findElement(parties, `Ultmt${side}`);
  return omitUndefined<Partial<Movement>>({
    counterpart_name: findPartyName(party),
    counterpart_iban: findAccount(findElement(parties, `${side}Acct`)),
    counterpart_bic: cleanText(findText(agent, 'BICFI') ?? findText(agent, 'BIC')),
    counterpart_address: formatAddress(findElement(party, 'Pty/PstlAdr') ?? findElement(party, 'PstlAdr')),
    ultimate_name: findPartyName(ultimate),
    ...readRemittance(details),
    end_to_end_id: dropNotProvided(findText(details, 'Refs/EndToEndId')),
    mandate_reference: dropNotProvided(findText(details, 'Refs/MndtId')),
    bank_reference: cleanText(findText(details, 'Refs/AcctSvcrRef')),
    creditor_id: cleanText(
      findText(parties, 'Cdtr/Id/PrvtId/Othr/Id') ?? findText(parties, 'Cdtr/Pty/Id/PrvtId/Othr/Id'),
    ),
    return_reason: returned && (cleanText(findText(returned, 'Rsn/Cd') ?? findText(returned, 'Rsn/Prtry')) ?? 'NARR'),
    purpose: cleanText(findText(details, 'Purp/Cd') ?? findText(details, 'Purp/Prtry')),
    ...readAmounts(details, amount, currency),
  });
}

/** The counterpart's side: by the accounts, else the only one given, else by the direction of the money. */
function findCounterpartSide(details: XmlElement, isCredit: boolean, ownAccount: string): 'Dbtr' | 'Cdtr' {
  const parties = findElement(details, 'RltdPties');
  const debtor = findAccount(findElement(parties, 'DbtrAcct'));
  const creditor = findAccount(findElement(parties, 'CdtrAcct'));
  if (debtor !== creditor && creditor === ownAccount) return 'Dbtr';
  if (debtor !== creditor && debtor === ownAccount) return 'Cdtr';
  const [hasDebtor, hasCreditor] = [hasSide(details, 'Dbtr'), hasSide(details, 'Cdtr')];
  if (hasDebtor !== hasCreditor) return hasDebtor ? 'Dbtr' : 'Cdtr';
  return isCredit ? 'Dbtr' : 'Cdtr';
}

const hasSide = (details: XmlElement, side: 'Dbtr' | 'Cdtr'): boolean => {
  const parties = findElement(details, 'RltdPties');
  return (
    findPartyName(findElement(parties, side)) !== undefined ||
    findAccount(findElement(parties, `${side}Acct`)) !== undefined
  );
};

const findPartyName = (party: XmlElement | undefined): string | undefined =>
  cleanText(findText(party, 'Pty/Nm') ?? findText(party, 'Nm'));

export const findAccount = (account: XmlElement | undefined): string | undefined =>
  cleanText(findText(account, 'Id/IBAN') ?? findText(account, 'Id/Othr/Id'))?.replaceAll(' ', '');

const ADDRESS = ['StrtNm', 'BldgNb', 'PstCd', 'TwnNm', 'AdrLine', 'Ctry'];

function formatAddress(address: XmlElement | undefined): string | undefined {
  return cleanText(ADDRESS.flatMap((name) => listElements(address, name).map(({ text }) => text)).join(' '));
}

/** Banks write NOTPROVIDED if the payer gave no value. */
const dropNotProvided = (text: string | null): string | undefined =>
  text === 'NOTPROVIDED' ? undefined : cleanText(text);

function readRemittance(details: XmlElement): Partial<Movement> {
  const texts = listElements(details, 'RmtInf/Ustrd').map(({ text }) => text);
  let structured: string | undefined;
  for (const { text } of listElements(details, 'RmtInf/Strd/CdtrRefInf/Ref')) {
    const reference = text.replace(/[\s+/]/g, '');
    if (structured === undefined && (isStructuredCommunication(reference) || isCreditorReference(reference)))
      structured = reference;
    else texts.push(text);
  }
  texts.push(...listElements(details, 'RmtInf/Strd/AddtlRmtInf').map(({ text }) => text));
  return omitUndefined({ communication: cleanText(texts.join(' ')), structured_communication: structured });
}

/** The amount agreed in another currency, its conversion and the charges. */
function readAmounts(details: XmlElement, booked: SignedAmount, currency: string): Partial<Movement> {
  const stated = AMOUNTS.flatMap((name) => findElement(details, `AmtDtls/${name}`) ?? []);
  const isOwn = (amount: XmlElement | undefined): boolean => amount?.attributes['Ccy'] === currency;
  const original = stated.map((one) => findElement(one, 'Amt')).find((amount) => amount && !isOwn(amount));
  const converted = stated.findLast((one) => isOwn(findElement(one, 'Amt')));
  const rate = stated.map((one) => findText(one, 'CcyXchg/XchgRate')).find((text) => text !== null) ?? null;
  const exchanged =
    original &&
    readExchange(booked, {
      foreign: parseDecimalAmount(original.text),
      gross: parseDecimalAmount(findText(converted, 'Amt')),
      rate: rate !== null && /^\d{1,11}(\.\d{1,10})?$/.test(rate) ? rate : null,
    });
  return {
    ...exchanged,
    ...omitUndefined<Partial<Movement>>({
      charges: findCharges(details, currency) ?? exchanged?.charges,
      original_amount: original && cleanText(`${original.attributes['Ccy'] ?? ''} ${original.text}`),
    }),
  };
}

/** In the order in which they are nearer to what was agreed. */
const AMOUNTS = ['InstdAmt', 'TxAmt', 'CntrValAmt'];

/** Only charges in the currency of the account. */
function findCharges(details: XmlElement, currency: string): string | undefined {
  const said =
    findElement(details, 'Chrgs/TtlChrgsAndTaxAmt') ??
    findElement(details, 'Chrgs/Rcrd/Amt') ??
    findElement(details, 'Chrgs/Amt');
  const amount = (said?.attributes['Ccy'] ?? currency) === currency ? parseDecimalAmount(said?.text ?? null) : null;
  return amount === null || isZero(amount) ? undefined : amount;
}

/** `PMNT-RCDT-ESCT`, or the bank's own code. */
export function findBankCode(of: XmlElement): string | undefined {
  const code = findElement(of, 'BkTxCd');
  const parts = ['Domn/Cd', 'Domn/Fmly/Cd', 'Domn/Fmly/SubFmlyCd'].map((path) => findText(code, path));
  return cleanText(parts[0] ? parts.filter(Boolean).join('-') : findText(code, 'Prtry/Cd'));
}
