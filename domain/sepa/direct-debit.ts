import { element, writeXml, type XmlNode } from '../xml.ts';
import { bankReference } from './characters.ts';
import {
  accountOf,
  addressOf,
  agentOf,
  countAndSum,
  documentOf,
  euros,
  headerOf,
  MANDATE_SEQUENCES,
  MANDATE_TYPES,
  nameOf,
  paymentId,
  remittanceOf,
  type DirectDebit,
  type DirectDebitFormat,
  type Mandate,
  type SepaOrder,
} from './message.ts';

const SEQUENCE: Readonly<Record<Mandate['sequence'], string>> = {
  first: 'FRST',
  recurrent: 'RCUR',
  final: 'FNAL',
  one_off: 'OOFF',
};

/** Collections to one account, as `pain.008`: those of one kind of mandate and one place in its sequence together. */
export function writeDirectDebits(
  order: SepaOrder,
  creditorIdentifier: string,
  debits: readonly DirectDebit[],
  format: DirectDebitFormat,
): string {
  const groups = MANDATE_TYPES.flatMap((type) =>
    MANDATE_SEQUENCES.map((sequence) => ({
      type,
      sequence,
      debits: debits.filter(({ mandate }) => mandate.type === type && mandate.sequence === sequence),
    })),
  ).filter((group) => group.debits.length > 0);
  const information = groups.map((group, index) =>
    element('PmtInf', [
      element('PmtInfId', `${bankReference(order.message_id, 32)}-${index + 1}`),
      element('PmtMtd', 'DD'),
      element('BtchBookg', String(order.batch_booking)),
      ...countAndSum(group.debits),
      element('PmtTpInf', [
        element('SvcLvl', [element('Cd', 'SEPA')]),
        element('LclInstrm', [element('Cd', group.type.toUpperCase())]),
        element('SeqTp', SEQUENCE[group.sequence]),
      ]),
      element('ReqdColltnDt', order.execution_date),
      element('Cdtr', [nameOf(order.holder), addressOf(order.holder.address, format)]),
      accountOf('CdtrAcct', order.holder.iban),
      agentOf('CdtrAgt', order.holder.bic, format),
      element('ChrgBr', 'SLEV'),
      schemeOf(creditorIdentifier),
      ...group.debits.map((debit) => debitOf(debit, format)),
    ]),
  );
  return writeXml(documentOf(format, element('CstmrDrctDbtInitn', [headerOf(order, debits), ...information])));
}

const schemeOf = (identifier: string): XmlNode =>
  element('CdtrSchmeId', [
    element('Id', [
      element('PrvtId', [element('Othr', [element('Id', identifier), element('SchmeNm', [element('Prtry', 'SEPA')])])]),
    ]),
  ]);

function debitOf(debit: DirectDebit, format: DirectDebitFormat): XmlNode {
  const { mandate } = debit;
  return element('DrctDbtTxInf', [
    paymentId(debit),
    euros('InstdAmt', debit.amount),
    element('DrctDbtTx', [
      element('MndtRltdInf', [
        element('MndtId', bankReference(mandate.reference)),
        element('DtOfSgntr', mandate.signed_on),
      ]),
    ]),
    agentOf('DbtrAgt', debit.bic, format),
    element('Dbtr', [nameOf(debit), addressOf(debit.address, format)]),
    accountOf('DbtrAcct', debit.iban),
    remittanceOf(debit.communication),
  ]);
}
