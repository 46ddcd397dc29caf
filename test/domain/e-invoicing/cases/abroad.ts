import type { UblDocument } from '../../../../domain/e-invoicing/index.ts';
import {
  applyChange,
  BUYER,
  buildNode,
  having,
  INVOICE,
  LINE,
  SELLER,
  together,
  without,
  writeTree,
  type Change,
  type Tree,
} from '../../../support/e-invoices.ts';
import { once } from './documents.ts';

/** Sellers of countries with rules of their own, in documents that keep them. */
interface Abroad {
  readonly code: string;
  readonly vatNumber: string;
  readonly enterpriseNumber: { readonly scheme: string; readonly id: string };
  readonly rate: string;
  readonly type?: UblDocument['type'];
  /** What the rules of the country want besides. */
  readonly also?: Change;
  /** Other documents of the same country. */
  readonly variant?: string;
}

export const abroad = ({ code, vatNumber, enterpriseNumber, rate, type = 'invoice', also, variant = '' }: Abroad) => {
  const address = { street: 'Street 1', postalCode: '1234', city: 'City', country: code };
  const hasBuyerNumber = code === 'NL' || code === 'IS' || code === 'DK';
  return once(`${code} ${type} ${variant}`, async () =>
    applyChange(
      await writeTree({
        ...INVOICE,
        type,
        orderReference: 'PO-1',
        precedingInvoices: [{ number: '1', issueDate: null }],
        seller: { ...SELLER, address, vatNumber, enterpriseNumber },
        buyer: { ...BUYER, address, enterpriseNumber: hasBuyerNumber ? enterpriseNumber : null },
        payment: { ...INVOICE.payment!, means: '58' },
        lines: [{ ...LINE, rate, orderLine: '1' }],
      }),
      also ?? ((root) => void root),
    ),
  );
};

export const SELLER_PATH = 'AccountingSupplierParty/Party';
export const BUYER_PATH = 'AccountingCustomerParty/Party';

/** A means of payment in place of the one of the document. */
export const paying = (code: string, ...parts: readonly Tree[]): Change =>
  together(
    without('PaymentMeans'),
    having('', buildNode('PaymentMeans', [buildNode('PaymentMeansCode', code), ...parts])),
  );

export const account = (id: string, branch?: string): Tree =>
  buildNode('PayeeFinancialAccount', [
    buildNode('ID', id),
    ...(branch === undefined ? [] : [buildNode('FinancialInstitutionBranch', [buildNode('ID', branch)])]),
  ]);

export const taxScheme = (number: string, scheme = 'TAX'): Tree =>
  buildNode('PartyTaxScheme', [buildNode('CompanyID', number), buildNode('TaxScheme', [buildNode('ID', scheme)])]);

export const reference = (id: string, description: string, ...parts: readonly Tree[]): Tree =>
  buildNode('AdditionalDocumentReference', [
    buildNode('ID', id),
    buildNode('DocumentDescription', description),
    ...parts,
  ]);

export const link = (uri: string): Tree =>
  buildNode('Attachment', [buildNode('ExternalReference', [buildNode('URI', uri)])]);
