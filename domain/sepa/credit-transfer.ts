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
  buildNameElement,
  buildPaymentId,
  buildRemittance,
  type CreditTransferFormat,
  type SepaOrder,
  type SepaPayment,
} from './message.ts';

/** Writes payments from one account as `pain.001`. */
export function writeCreditTransfers(
  order: SepaOrder,
  payments: readonly SepaPayment[],
  format: CreditTransferFormat,
): string {
  const { holder, execution_date } = order;
  const day = format === 'pain.001.001.09' ? [element('Dt', execution_date)] : execution_date;
  const information = element('PmtInf', [
    element('PmtInfId', formatBankReference(order.message_id, 32)),
    element('PmtMtd', 'TRF'),
    element('BtchBookg', String(order.batch_booking)),
    ...buildCountAndSum(payments),
    element('PmtTpInf', [element('SvcLvl', [element('Cd', 'SEPA')])]),
    element('ReqdExctnDt', day),
    element('Dbtr', [buildNameElement(holder), buildAddressElement(holder.address, format)]),
    buildAccountElement('DbtrAcct', holder.iban),
    buildAgentElement('DbtrAgt', holder.bic, format),
    element('ChrgBr', 'SLEV'),
    ...payments.map((payment) => buildTransfer(payment, format)),
  ]);
  return writeXml(buildDocument(format, element('CstmrCdtTrfInitn', [buildGroupHeader(order, payments), information])));
}

function buildTransfer(payment: SepaPayment, format: CreditTransferFormat): XmlNode {
  return element('CdtTrfTxInf', [
    buildPaymentId(payment),
    element('Amt', [buildEuroAmount('InstdAmt', payment.amount)]),
    // Optional: if the BIC is unknown, the IBAN is sufficient.
    payment.bic === null ? null : buildAgentElement('CdtrAgt', payment.bic, format),
    element('Cdtr', [buildNameElement(payment), buildAddressElement(payment.address, format)]),
    buildAccountElement('CdtrAcct', payment.iban),
    buildRemittance(payment.communication),
  ]);
}
