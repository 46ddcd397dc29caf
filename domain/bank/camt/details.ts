import { isCreditorReference } from '../../numbers/creditor-reference.ts';
import { isStructuredCommunication } from '../../numbers/structured-communication.ts';
import { elementAt, elementsAt, textAt, type XmlElement } from '../../xml.ts';
import { isZero } from '../../money.ts';
import { told, words, type Movement } from '../statement.ts';
import { decimalAmount } from './amounts.ts';

/** What an entry, or one of the transactions in it, says besides amount and dates. */
export interface DetailsContext {
  readonly isCredit: boolean;
  /** The account that the statement is of: the other one is the counterpart's. */
  readonly ownAccount: string;
  readonly currency: string;
}

export function detailsOf(details: XmlElement, { isCredit, ownAccount, currency }: DetailsContext): Partial<Movement> {
  const returned = elementAt(details, 'RtrInf');
  const side = counterpartSide(details, isCredit !== (returned !== undefined), ownAccount);
  const parties = elementAt(details, 'RltdPties');
  const party = elementAt(parties, side);
  const agent = elementAt(details, `RltdAgts/${side}Agt/FinInstnId`);
  const ultimate = elementAt(parties, `Ultmt${side}`);
  return told<Partial<Movement>>({
    counterpart_name: nameOf(party),
    counterpart_iban: accountOf(elementAt(parties, `${side}Acct`)),
    counterpart_bic: words(textAt(agent, 'BICFI') ?? textAt(agent, 'BIC')),
    counterpart_address: addressOf(elementAt(party, 'Pty/PstlAdr') ?? elementAt(party, 'PstlAdr')),
    ultimate_name: nameOf(ultimate),
    ...remittance(details),
    end_to_end_id: provided(textAt(details, 'Refs/EndToEndId')),
    mandate_reference: provided(textAt(details, 'Refs/MndtId')),
    bank_reference: words(textAt(details, 'Refs/AcctSvcrRef')),
    creditor_id: words(textAt(parties, 'Cdtr/Id/PrvtId/Othr/Id') ?? textAt(parties, 'Cdtr/Pty/Id/PrvtId/Othr/Id')),
    return_reason: returned && (words(textAt(returned, 'Rsn/Cd') ?? textAt(returned, 'Rsn/Prtry')) ?? 'NARR'),
    purpose: words(textAt(details, 'Purp/Cd') ?? textAt(details, 'Purp/Prtry')),
    charges: chargesOf(details),
    original_amount: originalAmount(details, currency),
  });
}

/** The side that is not ours: by the accounts, else by the direction of the money. */
function counterpartSide(details: XmlElement, isCredit: boolean, ownAccount: string): 'Dbtr' | 'Cdtr' {
  const parties = elementAt(details, 'RltdPties');
  const debtor = accountOf(elementAt(parties, 'DbtrAcct'));
  const creditor = accountOf(elementAt(parties, 'CdtrAcct'));
  if (debtor !== creditor && creditor === ownAccount) return 'Dbtr';
  if (debtor !== creditor && debtor === ownAccount) return 'Cdtr';
  return isCredit ? 'Dbtr' : 'Cdtr';
}

const nameOf = (party: XmlElement | undefined): string | undefined =>
  words(textAt(party, 'Pty/Nm') ?? textAt(party, 'Nm'));

export const accountOf = (account: XmlElement | undefined): string | undefined =>
  words(textAt(account, 'Id/IBAN') ?? textAt(account, 'Id/Othr/Id'))?.replaceAll(' ', '');

const ADDRESS = ['StrtNm', 'BldgNb', 'PstCd', 'TwnNm', 'AdrLine', 'Ctry'];

function addressOf(address: XmlElement | undefined): string | undefined {
  return words(ADDRESS.flatMap((name) => elementsAt(address, name).map(({ text }) => text)).join(' '));
}

/** Banks have to say something where the payer said nothing. */
const provided = (text: string | null): string | undefined => (text === 'NOTPROVIDED' ? undefined : words(text));

function remittance(details: XmlElement): Partial<Movement> {
  const texts = elementsAt(details, 'RmtInf/Ustrd').map(({ text }) => text);
  let structured: string | undefined;
  for (const { text } of elementsAt(details, 'RmtInf/Strd/CdtrRefInf/Ref')) {
    const reference = text.replace(/[\s+/]/g, '');
    if (structured === undefined && (isStructuredCommunication(reference) || isCreditorReference(reference)))
      structured = reference;
    else texts.push(text);
  }
  texts.push(...elementsAt(details, 'RmtInf/Strd/AddtlRmtInf').map(({ text }) => text));
  return told({ communication: words(texts.join(' ')), structured_communication: structured });
}

function chargesOf(details: XmlElement): string | undefined {
  const said =
    textAt(details, 'Chrgs/TtlChrgsAndTaxAmt') ?? textAt(details, 'Chrgs/Rcrd/Amt') ?? textAt(details, 'Chrgs/Amt');
  const amount = decimalAmount(said);
  return amount === null || isZero(amount) ? undefined : amount;
}

function originalAmount(details: XmlElement, currency: string): string | undefined {
  const instructed = elementAt(details, 'AmtDtls/InstdAmt/Amt');
  const other = instructed?.attributes['Ccy'];
  return other === undefined || other === currency ? undefined : words(`${other} ${instructed!.text}`);
}

/** `PMNT-RCDT-ESCT`, or as the bank calls it. */
export function bankCodeOf(of: XmlElement): string | undefined {
  const code = elementAt(of, 'BkTxCd');
  const parts = ['Domn/Cd', 'Domn/Fmly/Cd', 'Domn/Fmly/SubFmlyCd'].map((path) => textAt(code, path));
  return words(parts[0] ? parts.filter(Boolean).join('-') : textAt(code, 'Prtry/Cd'));
}
