import { element, writeXml, type XmlNode } from '../xml.ts';
import { formatBankReference } from './characters.ts';
import {
  buildAccountElement,
  buildAddressElement,
  buildAgentElement,
  buildCountAndSum,
  buildDocument,
  buildEuroAmount,
  buildGroupHeader,
  MANDATE_SEQUENCES,
  MANDATE_TYPES,
  buildNameElement,
  buildPaymentId,
  buildRemittance,
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

/** Writes collections to one account as `pain.008`, grouped by mandate type and sequence. */
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
      element('PmtInfId', `${formatBankReference(order.message_id, 32)}-${index + 1}`),
      element('PmtMtd', 'DD'),
      element('BtchBookg', String(order.batch_booking)),
      ...buildCountAndSum(group.debits),
      element('PmtTpInf', [
        element('SvcLvl', [element('Cd', 'SEPA')]),
        element('LclInstrm', [element('Cd', group.type.toUpperCase())]),
        element('SeqTp', SEQUENCE[group.sequence]),
      ]),
      element('ReqdColltnDt', order.execution_date),
      element('Cdtr', [buildNameElement(order.holder), buildAddressElement(order.holder.address, format)]),
      buildAccountElement('CdtrAcct', order.holder.iban),
      buildAgentElement('CdtrAgt', order.holder.bic, format),
      element('ChrgBr', 'SLEV'),
      buildCreditorScheme(creditorIdentifier),
      ...group.debits.map((debit) => buildDebitTransaction(debit, format)),
    ]),
  );
  return writeXml(
    buildDocument(format, element('CstmrDrctDbtInitn', [buildGroupHeader(order, debits), ...information])),
  );
}

const buildCreditorScheme = (identifier: string): XmlNode =>
  element('CdtrSchmeId', [
    element('Id', [
      element('PrvtId', [element('Othr', [element('Id', identifier), element('SchmeNm', [element('Prtry', 'SEPA')])])]),
    ]),
  ]);

function buildDebitTransaction(debit: DirectDebit, format: DirectDebitFormat): XmlNode {
  const { mandate } = debit;
  return element('DrctDbtTxInf', [
    buildPaymentId(debit),
    buildEuroAmount('InstdAmt', debit.amount),
    element('DrctDbtTx', [
      element('MndtRltdInf', [
        element('MndtId', formatBankReference(mandate.reference)),
        element('DtOfSgntr', mandate.signed_on),
      ]),
    ]),
    buildAgentElement('DbtrAgt', debit.bic, format),
    element('Dbtr', [buildNameElement(debit), buildAddressElement(debit.address, format)]),
    buildAccountElement('DbtrAcct', debit.iban),
    buildRemittance(debit.communication),
  ]);
}
