import { expect } from 'chai';
import { describePlace } from '../../../domain/e-invoicing/index.ts';

describe('the place of a broken rule', () => {
  it('is told in words', () => {
    expect(describePlace('/Invoice/cac:InvoiceLine[2]/cac:Price', 'en')).to.equal('line 2, price');
    expect(describePlace('/Invoice/cac:InvoiceLine[2]/cac:Price', 'nl')).to.equal('regel 2, prijs');
    expect(
      describePlace('/Invoice/cac:AccountingSupplierParty/cac:Party/cac:PostalAddress/cbc:CityName', 'fr'),
    ).to.equal('vendeur, adresse');
    expect(
      describePlace(
        '/CrossIndustryInvoice/rsm:SupplyChainTradeTransaction/ram:IncludedSupplyChainTradeLineItem[3]/ram:SpecifiedTradeProduct',
        'de',
      ),
    ).to.equal('Position 3, Artikel');
    expect(describePlace('pdf:metadata', 'en')).to.equal('metadata of the PDF');
  });

  it('is the document where nothing is nearer', () => {
    expect(describePlace('/', 'fr')).to.equal('document');
    expect(describePlace('/CreditNote', 'de')).to.equal('Dokument');
  });
});
