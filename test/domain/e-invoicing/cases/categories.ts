import type { VatCategory } from '../../../../domain/e-invoicing/index.ts';
import {
  applyChange,
  BUYER,
  buildNode,
  having,
  INVOICE,
  saying,
  SELLER,
  together,
  without,
  writeTree,
  type Change,
} from '../../../support/e-invoices.ts';
import { category, emptySubtotal, ofKind, once, vatScheme } from './documents.ts';
import type { Cases } from './registry.ts';

/** Cases of the VAT categories of EN 16931. */
export function addCategoryCases({ breaks }: Cases): void {
  const CATEGORIES: readonly (readonly [string, VatCategory, string | null])[] = [
    ['S', 'S', '21.00'],
    ['Z', 'Z', '0.00'],
    ['E', 'E', '0.00'],
    ['AE', 'AE', '0.00'],
    ['IC', 'K', '0.00'],
    ['G', 'G', '0.00'],
    ['O', 'O', null],
    ['IG', 'L', '7.00'],
    ['IP', 'M', '4.00'],
  ];
  for (const [name, code, rate] of CATEGORIES) {
    const id = (number: string): string => `BR-${name}-${number}`;
    const breaksHere = (number: string, change: Change): void => breaks(id(number), change, category(code, rate));
    const needsBuyer = code === 'AE' || code === 'K';
    const parties: Change =
      code === 'O'
        ? having('AccountingSupplierParty/Party', vatScheme('BE0477472701'))
        : needsBuyer
          ? without(
              'AccountingCustomerParty/Party/PartyTaxScheme',
              'AccountingCustomerParty/Party/PartyLegalEntity/CompanyID',
            )
          : without('AccountingSupplierParty/Party/PartyTaxScheme');
    const rated = (path: string): Change =>
      code === 'O'
        ? having(path, buildNode('Percent', '0'))
        : saying(`${path}/Percent`, code === 'S' ? '0' : code === 'L' || code === 'M' ? '-1' : '5');
    const hasReason = !['S', 'Z', 'L', 'M'].includes(code);
    breaksHere('01', saying('TaxTotal/TaxSubtotal/TaxCategory/ID', code === 'Z' ? 'S' : 'Z'));
    for (const number of ['02', '03', '04']) breaksHere(number, parties);
    breaksHere('05', rated('InvoiceLine/Item/ClassifiedTaxCategory'));
    breaksHere('06', ofKind(false, '', rated('TaxCategory')));
    breaksHere('07', ofKind(true, '', rated('TaxCategory')));
    breaksHere('08', saying('TaxTotal/TaxSubtotal/TaxableAmount', '999.00'));
    breaksHere('09', saying('TaxTotal/TaxSubtotal/TaxAmount', '999.00'));
    for (const path of ['TaxAmount', 'TaxableAmount'] as const)
      breaksHere(path === 'TaxAmount' ? '09' : '08', without(`TaxTotal/TaxSubtotal/${path}`));
    breaksHere(
      '10',
      hasReason
        ? without(
            'TaxTotal/TaxSubtotal/TaxCategory/TaxExemptionReason',
            ...(code === 'E' ? [] : ['TaxTotal/TaxSubtotal/TaxCategory/TaxExemptionReasonCode']),
          )
        : having('TaxTotal/TaxSubtotal/TaxCategory', buildNode('TaxExemptionReason', 'Sans raison')),
    );
  }
  const intraCommunity = category('K', '0.00');
  breaks(
    'BR-IC-11',
    together(without('Delivery/ActualDeliveryDate'), having('', buildNode('InvoicePeriod', []))),
    intraCommunity,
  );
  breaks('BR-IC-12', saying('Delivery/DeliveryLocation/Address/Country/IdentificationCode', ''), intraCommunity);
  breaks('BR-IC-11', without('Delivery/ActualDeliveryDate'), intraCommunity);
  breaks('BR-IC-12', without('Delivery/DeliveryLocation'), intraCommunity);
  const outside = category('O', null);
  breaks(
    'BR-O-11',
    having(
      'TaxTotal',
      buildNode('TaxSubtotal', [
        buildNode('TaxCategory', [buildNode('ID', 'S'), buildNode('TaxScheme', [buildNode('ID', 'VAT')])]),
      ]),
    ),
    outside,
  );
  breaks('BR-O-12', saying('InvoiceLine/Item/ClassifiedTaxCategory/ID', 'S'), outside);
  breaks('BR-O-13', ofKind(false, '', saying('TaxCategory/ID', 'S')), outside);
  breaks('BR-O-14', ofKind(true, '', saying('TaxCategory/ID', 'S')), outside);

  // Exports and supplies within the Union need a VAT number; another tax number is not enough.
  for (const [name, code] of [
    ['IC', 'K'],
    ['G', 'G'],
  ] as const)
    for (const number of ['02', '03', '04'])
      breaks(
        `BR-${name}-${number}`,
        saying('AccountingSupplierParty/Party/PartyTaxScheme/TaxScheme/ID', 'TAX'),
        category(code, '0.00'),
      );
  // A rate that no line has needs no subtotal, not even one of zero.
  breaks('BR-S-08', having('TaxTotal', emptySubtotal('S', '6')), category('S', '21.00'));
  const split = once('B', async () =>
    applyChange(
      await writeTree({
        ...INVOICE,
        seller: { ...SELLER, vatNumber: 'IT00743110157', address: { ...SELLER.address, country: 'IT' } },
        buyer: { ...BUYER, vatNumber: 'IT00743110157', address: { ...BUYER.address, country: 'IT' } },
      }),
      together(
        saying('InvoiceLine/Item/ClassifiedTaxCategory/ID', 'B'),
        saying('TaxTotal/TaxSubtotal/TaxCategory/ID', 'B'),
      ),
    ),
  );
  breaks('BR-B-01', saying('AccountingCustomerParty/Party/PostalAddress/Country/IdentificationCode', 'BE'), split);
  breaks('BR-B-02', saying('TaxTotal/TaxSubtotal/TaxCategory/ID', 'S'), split);
}
