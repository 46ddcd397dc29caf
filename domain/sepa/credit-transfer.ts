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
  nameOf,
  paymentId,
  remittanceOf,
  type CreditTransferFormat,
  type SepaOrder,
  type SepaPayment,
} from './message.ts';

/** Payments from one account, as `pain.001`. */
export function writeCreditTransfers(
  order: SepaOrder,
  payments: readonly SepaPayment[],
  format: CreditTransferFormat,
): string {
  const { holder, execution_date } = order;
  const day = format === 'pain.001.001.09' ? [element('Dt', execution_date)] : execution_date;
  const information = element('PmtInf', [
    element('PmtInfId', bankReference(order.message_id, 32)),
    element('PmtMtd', 'TRF'),
    element('BtchBookg', String(order.batch_booking)),
    ...countAndSum(payments),
    element('PmtTpInf', [element('SvcLvl', [element('Cd', 'SEPA')])]),
    element('ReqdExctnDt', day),
    element('Dbtr', [nameOf(holder), addressOf(holder.address, format)]),
    accountOf('DbtrAcct', holder.iban),
    agentOf('DbtrAgt', holder.bic, format),
    element('ChrgBr', 'SLEV'),
    ...payments.map((payment) => transferOf(payment, format)),
  ]);
  return writeXml(documentOf(format, element('CstmrCdtTrfInitn', [headerOf(order, payments), information])));
}

function transferOf(payment: SepaPayment, format: CreditTransferFormat): XmlNode {
  return element('CdtTrfTxInf', [
    paymentId(payment),
    element('Amt', [euros('InstdAmt', payment.amount)]),
    // Where it is not known, the IBAN says it: this place may be left out.
    payment.bic === null ? null : agentOf('CdtrAgt', payment.bic, format),
    element('Cdtr', [nameOf(payment), addressOf(payment.address, format)]),
    accountOf('CdtrAcct', payment.iban),
    remittanceOf(payment.communication),
  ]);
}
