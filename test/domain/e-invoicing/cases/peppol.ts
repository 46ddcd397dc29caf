import { PEPPOL_CUSTOMIZATION } from '../../../../domain/e-invoicing/peppol.ts';
import {
  having,
  buildNode,
  saying,
  without,
  marked,
  together,
  type Change,
  type Tree,
  applyChange,
  writeTree,
  INVOICE,
} from '../../../support/e-invoices.ts';
import { plain, creditNote, ofKind, once } from './documents.ts';
import type { Cases } from './registry.ts';

const LINE_PERIOD = 'InvoiceLine/InvoicePeriod';

/** Cases of the rules of the Peppol network. */
export function addPeppolCases({ breaks }: Cases): void {
  breaks('PEPPOL-EN16931-R002', having('', buildNode('Note', 'Encore')));
  breaks('PEPPOL-EN16931-R003', together(without('BuyerReference'), without('OrderReference')));
  breaks('PEPPOL-EN16931-R004', saying('CustomizationID', 'urn:cen.eu:en16931:2017'));
  breaks('PEPPOL-EN16931-R005', saying('TaxCurrencyCode', 'EUR'));
  breaks('PEPPOL-EN16931-R007', saying('ProfileID', 'urn:other'));
  breaks('PEPPOL-EN16931-R008', saying('BuyerReference', ''));
  breaks('PEPPOL-EN16931-R040', ofKind(false, '', saying('Amount', '11.00')));
  breaks('PEPPOL-EN16931-R041', ofKind(false, '', without('BaseAmount')));
  breaks('PEPPOL-EN16931-R042', ofKind(false, '', without('MultiplierFactorNumeric')));
  breaks('PEPPOL-EN16931-R043', ofKind(false, '', saying('ChargeIndicator', 'no')));
  breaks('PEPPOL-EN16931-R044', saying('InvoiceLine/Price/AllowanceCharge/ChargeIndicator', 'true'));
  breaks('PEPPOL-EN16931-R046', saying('InvoiceLine/Price/AllowanceCharge/Amount', '7.00'));
  breaks('PEPPOL-EN16931-R051', marked('InvoiceLine/LineExtensionAmount', 'currencyID', 'USD'));
  breaks('PEPPOL-EN16931-R054', without('TaxCurrencyCode'));
  breaks('PEPPOL-EN16931-R055', (root) => {
    const totals = root.children.filter(({ name }) => name === 'TaxTotal');
    totals[1]!.children[0]!.text = '-600.00';
  });
  breaks('PEPPOL-EN16931-R061', saying('PaymentMeans/PaymentMeansCode', '59'));
  const project = (): Tree =>
    buildNode('AdditionalDocumentReference', [buildNode('ID', 'P'), buildNode('DocumentTypeCode', '50')]);
  breaks('PEPPOL-EN16931-R080', having('', project(), project()), creditNote);
  breaks(
    'PEPPOL-EN16931-R100',
    having(
      'InvoiceLine',
      buildNode('DocumentReference', [buildNode('ID', 'O2'), buildNode('DocumentTypeCode', '130')]),
    ),
  );
  breaks('PEPPOL-EN16931-R101', saying('InvoiceLine/DocumentReference/DocumentTypeCode', '50'));
  breaks('PEPPOL-EN16931-R110', saying(`${LINE_PERIOD}/StartDate`, '2026-01-31'));
  breaks('PEPPOL-EN16931-R111', saying(`${LINE_PERIOD}/EndDate`, '2026-03-01'));
  breaks('PEPPOL-EN16931-R120', saying('InvoiceLine/InvoicedQuantity', '5'));
  breaks('PEPPOL-EN16931-R121', saying('InvoiceLine/Price/BaseQuantity', '0'));
  breaks('PEPPOL-EN16931-R130', marked('InvoiceLine/Price/BaseQuantity', 'unitCode', 'KGM'));
  breaks('PEPPOL-EN16931-F001', saying('IssueDate', '2026-02-30'));
  breaks('PEPPOL-EN16931-P0100', saying('InvoiceTypeCode', '325'), plain);
  breaks('PEPPOL-EN16931-P0101', saying('CreditNoteTypeCode', '261'), creditNote);
  for (const [id, reason] of [
    ['P0104', 'VATEX-EU-G'],
    ['P0105', 'VATEX-EU-O'],
    ['P0106', 'VATEX-EU-IC'],
    ['P0107', 'VATEX-EU-AE'],
    ['P0108', 'vatex-eu-d'],
    ['P0109', 'VATEX-EU-F'],
    ['P0110', 'VATEX-EU-I'],
    ['P0111', 'VATEX-EU-J'],
  ] as const)
    breaks(
      `PEPPOL-EN16931-${id}`,
      having('TaxTotal/TaxSubtotal/TaxCategory', buildNode('TaxExemptionReasonCode', reason)),
    );
  breaks('PEPPOL-EN16931-P0112', saying('InvoiceTypeCode', '384'), plain);

  /** Numbers of registers: a right one and a wrong one. */
  const NUMBERS: readonly (readonly [string, string, string, string])[] = [
    ['R040', '0088', '7300010000001', '7300010000002'],
    ['R041', '0192', '974760673', '974760674'],
    ['R042', '0184', 'DK12345678', 'DK1234567'],
    ['R043', '0208', '0477472701', '0477472702'],
    ['R044', '0201', 'UF9DHV', 'UF9D'],
    ['R045', '0210', 'RSSMRA85T10A562S', 'RSSMRA85T10'],
    ['R047', '0211', 'IT00743110157', 'IT00743110158'],
    ['R049', '0007', '5560125790', '5560125791'],
    ['R050', '0151', '51824753556', '51824753557'],
    ['R052', '0096', '1234567890', '12345'],
    ['R053', '0198', 'DK12345678', '12345678'],
    ['R054', '0106', '12345678', '1234567'],
    ['R055', '0190', '00000001234567890123', '1234567890'],
    ['R056-1', '9944', 'NL820098395B01', 'NL820098395'],
  ];
  const endpoint = (scheme: string, id: string): Change =>
    together(
      marked('AccountingSupplierParty/Party/EndpointID', 'schemeID', scheme),
      saying('AccountingSupplierParty/Party/EndpointID', id),
    );
  for (const [number, scheme, right, wrong] of NUMBERS)
    breaks(
      `PEPPOL-COMMON-${number}`,
      endpoint(scheme, wrong),
      once(scheme, async () => applyChange(await writeTree(INVOICE), endpoint(scheme, right))),
    );
  // The first is no address of the network, and the second a register, but no address.
  breaks('PEPPOL-COMMON-R046', endpoint('9907', 'RSSMRA85T10'), plain);
  const establishment = (number: string): Change =>
    having(
      'AccountingSupplierParty/Party',
      buildNode('PartyIdentification', [buildNode('ID', number, { schemeID: '0217' })]),
    );
  breaks(
    'PEPPOL-COMMON-R057',
    establishment('1234'),
    once('0217', async () => applyChange(await writeTree(INVOICE), establishment('123456789012'))),
  );
  const buyer = 'AccountingCustomerParty/Party/PartyTaxScheme/CompanyID';
  breaks(
    'PEPPOL-COMMON-R056-2',
    saying(buyer, 'NL820098395'),
    once('Dutch buyer', async () => applyChange(await writeTree(INVOICE), saying(buyer, 'NL820098395B01'))),
  );
  breaks('PEPPOL-EN16931-R004', saying('CustomizationID', `${PEPPOL_CUSTOMIZATION}::2.1`));
  for (const profile of ['urn:fdc:peppol.eu:2017:poacc:billing:02:1.0', 'B1', ''])
    breaks('PEPPOL-EN16931-R007', saying('ProfileID', profile));
  breaks('PEPPOL-EN16931-R046', without('InvoiceLine/Price/AllowanceCharge/Amount'));
  breaks('PEPPOL-EN16931-R055', marked('TaxTotal/TaxAmount', 'currencyID', 'EUR'));
}
