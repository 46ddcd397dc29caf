import { expect } from 'chai';
import fc from 'fast-check';
import { buildReturnConsignment, type ConsignedReturn } from '../../../domain/vat-filing/intervat-return.ts';
import { resolveFirmRepresentative, resolveRepresentative } from '../../../domain/vat-filing/filer.ts';
import { findElement, listElements, findText, writeXml } from '../../../domain/xml.ts';
import { findSchemaErrors } from '../../support/schemas.ts';
import { company, filedReturn, read, REPRESENTATIVE } from './support.ts';

function intervat(...returns: readonly ConsignedReturn[]) {
  const { value, problems } = buildReturnConsignment(returns, resolveRepresentative(returns[0]!.company));
  return { xml: writeXml(value), problems };
}

describe('A Belgian return for Intervat', () => {
  it('follows the schema and has the boxes that are filed, in whole numbers', async () => {
    const { xml, problems } = intervat({ company: company(), filed: filedReturn() });
    expect(problems).to.deep.equal([]);
    expect(await findSchemaErrors(xml, 'vat-consignment')).to.deep.equal([]);
    const amounts = listElements(await read(xml), 'VATDeclaration/Data/Amount');
    expect(amounts.map(({ attributes, text }) => [attributes['GridNumber'], text])).to.deep.equal([
      ['3', '1000.00'],
      ['54', '210.00'],
      ['59', '63.00'],
      ['71', '147.00'],
      ['82', '300.00'],
    ]);
    const declaration = findElement(await read(xml), 'VATDeclaration');
    expect(findText(declaration, 'Declarant/VATNumber')).to.equal('0477472701');
    expect(findText(declaration, 'Declarant/Name')).to.equal('Menuiserie Dupont & Fils');
    expect(findText(declaration, 'Period/Quarter')).to.equal('1');
    expect(findElement(declaration, 'Ask')?.attributes).to.deep.equal({ Restitution: 'NO', Payment: 'YES' });
  });

  it('says 71 at 0.00 when nothing is owed, and 72 alone when something is got back', async () => {
    const nil = intervat({ company: company(), filed: filedReturn({ boxes: [] }) });
    const back = intervat({ company: company(), filed: filedReturn({ boxes: [{ box: '72', amount: '5.00' }] }) });
    expect(await findSchemaErrors([nil.xml, back.xml], 'vat-consignment')).to.deep.equal([]);
    const grids = async (xml: string) =>
      listElements(await read(xml), 'VATDeclaration/Data/Amount').map(({ attributes, text }) => [
        attributes['GridNumber'],
        text,
      ]);
    expect(await grids(nil.xml)).to.deep.equal([['71', '0.00']]);
    expect(await grids(back.xml)).to.deep.equal([['72', '5.00']]);
    const unit = intervat({ company: company({ vat_regime: 'unit' }), filed: filedReturn({ boxes: [] }) });
    expect(await grids(unit.xml)).to.deep.equal([
      ['0', '0.00'],
      ['71', '0.00'],
    ]);
    const later = company({
      vat_regime: 'unit',
      settings: { vat_regimes: [{ regime: 'quarterly', from: '2026-01-01' }] },
    });
    expect(await grids(intervat({ company: later, filed: filedReturn({ boxes: [] }) }).xml)).to.deep.equal([
      ['71', '0.00'],
    ]);
  });

  it('names the representative of the settings, or every field that is missing of it', async () => {
    const named = company({ settings: REPRESENTATIVE });
    const { xml, problems } = intervat({ company: named, filed: filedReturn() });
    expect(problems).to.deep.equal([]);
    expect(await findSchemaErrors(xml, 'vat-consignment')).to.deep.equal([]);
    const representative = findElement(await read(xml), 'Representative');
    expect(findText(representative, 'RepresentativeID')).to.equal('0403019261');
    expect(findText(representative, 'Phone')).to.equal('003221234567');
    const half = company({ settings: { 'vat.filer.quality': 'Representative', 'vat.filer.name': 'Nord' } });
    expect(intervat({ company: half, filed: filedReturn() }).problems.map(({ field }) => field)).to.deep.equal([
      'vat.filer.address',
      'vat.filer.postal_code',
      'vat.filer.city',
      'vat.filer.country',
      'vat.filer.email',
      'vat.filer.phone',
      'vat.filer.vat_number',
    ]);
  });

  it('takes contact details of a filer who declares for the company itself', async () => {
    const settings = { 'vat.filer.quality': 'declarant', 'vat.filer.email': 'a@b.be', 'vat.filer.phone': '02 123' };
    const { xml } = intervat({ company: company({ settings }), filed: filedReturn() });
    expect(findElement(await read(xml), 'Representative')).to.equal(undefined);
    expect(findText(await read(xml), 'VATDeclaration/Declarant/EmailAddress')).to.equal('a@b.be');
    expect(findText(await read(xml), 'VATDeclaration/Declarant/Phone')).to.equal('02123');
  });

  it('is justified by its comment where the administration will ask, and refused without one', async () => {
    // 1,000 at 21 per cent are 210: 100 is 110 short, and 62 are let pass.
    const boxes = [
      { box: '03', amount: '1000.00' },
      { box: '54', amount: '100.00' },
      { box: '71', amount: '100.00' },
    ];
    const bare = intervat({ company: company(), filed: filedReturn({ boxes }) });
    expect(bare.problems.map(({ code, field }) => [code, field])).to.deep.equal([
      ['filing_justification_missing', 'comment'],
    ]);
    const { xml, problems } = intervat({
      company: company(),
      filed: filedReturn({ boxes, comment: 'Late  rate\nchange' }),
    });
    expect(problems).to.deep.equal([]);
    expect(await findSchemaErrors(xml, 'vat-consignment')).to.deep.equal([]);
    const [justification] = listElements(await read(xml), 'VATDeclaration/Justification');
    expect([justification?.attributes['Code'], justification?.text]).to.deep.equal([
      'W_TVA_GRID_54O_INCORRECT_VALUE',
      'Late rate change',
    ]);
  });

  it('tells the final pro rata of the year before, once: with the return that ends in March', async () => {
    const settings = {
      'vat.pro_rata.general': '60.00',
      'vat.pro_rata.by_year': [{ year: 2025, percent: '64.00' }],
    };
    const told = async (filed: Parameters<typeof filedReturn>[0], more: object = {}) => {
      const { xml, problems } = intervat({
        company: company({ settings: { ...settings, ...more } }),
        filed: filedReturn(filed),
      });
      expect(await findSchemaErrors(xml, 'vat-consignment')).to.deep.equal([]);
      const deduction = findElement(await read(xml), 'VATDeclaration/Deduction');
      return [
        deduction?.children.map(({ name, text }) => [name, text]),
        problems.map(({ code, field }) => [code, field]),
      ];
    };
    const final = [
      ['AdjustedPeriod', '2025'],
      ['AdjustedValue', '64.00'],
    ];
    expect(await told({ period: 1 })).to.deep.equal([final, []]);
    expect(await told({ period_type: 'monthly', period: 3 })).to.deep.equal([final, []]);
    expect(await told({ period_type: 'monthly', period: 2 })).to.deep.equal([undefined, []]);
    expect(await told({ period: 2 })).to.deep.equal([undefined, []]);
    // That of another year, and that of actual use, are not what is asked for.
    expect(await told({ period: 1, year: 2025 })).to.deep.equal([undefined, []]);
    expect(await told({ period: 1 }, { 'vat.pro_rata.special': true })).to.deep.equal([undefined, []]);
    const uneven = { 'vat.pro_rata.by_year': [{ year: 2025, percent: '63.50' }] };
    expect((await told({ period: 1 }, uneven))[1]).to.deep.equal([['filing_pro_rata', 'vat.pro_rata.by_year']]);
  });

  it('is refused without a valid number, for a form that has no file, and for amounts that no box takes', async () => {
    const wrong = intervat(
      { company: company({ vat_number: 'BE0477472702' }), filed: filedReturn(), field: 'declaration_ids.0' },
      { company: company(), filed: filedReturn({ form: '629' }), field: 'declaration_ids.1' },
      { company: company(), filed: filedReturn({ boxes: [{ box: '47', amount: '-1.00' }] }) },
    );
    expect(wrong.problems.map(({ code, field }) => [code, field])).to.deep.equal([
      ['filing_vat_number', 'declaration_ids.0'],
      ['filing_form_without_file', 'declaration_ids.1'],
      ['filing_amount', 'boxes.47'],
    ]);
  });

  it('is one of several in a consignment, all of one representative', async () => {
    const other = company({ id: 8, name: 'Other', vat_number: 'BE0403019261' });
    const { xml, problems } = intervat(
      { company: company(), filed: filedReturn() },
      { company: other, filed: filedReturn({ id: 43, period_type: 'monthly', period: 12 }) },
    );
    expect(problems).to.deep.equal([]);
    expect(await findSchemaErrors(xml, 'vat-consignment')).to.deep.equal([]);
    expect((await read(xml)).attributes['VATDeclarationsNbr']).to.equal('2');
    const all = listElements(await read(xml), 'VATDeclaration');
    expect(all.map(({ attributes }) => attributes['SequenceNumber'])).to.deep.equal(['1', '2']);
  });

  it('is filed for several clients by their firm, whose details are complete', async () => {
    const firm = {
      name: 'Fiduciaire du Nord',
      country_code: 'BE',
      enterprise_number: '0403019261',
      vat_number: null,
      address: 'Rue Haute 12',
      postal_code: '1000',
      city: 'Bruxelles',
      email: 'tva@nord.be',
      phone: '+32 2 123 45 67',
    };
    // Whatever the settings of a client say.
    const returns = [
      { company: company(), filed: filedReturn() },
      { company: company({ settings: REPRESENTATIVE }), filed: filedReturn({ id: 43 }) },
    ];
    const { value, problems } = buildReturnConsignment(returns, resolveFirmRepresentative(firm));
    expect(problems).to.deep.equal([]);
    expect(await findSchemaErrors(writeXml(value), 'vat-consignment')).to.deep.equal([]);
    const representative = findElement(await read(writeXml(value)), 'Representative')!;
    expect(['RepresentativeID', 'Name', 'Street', 'Phone'].map((name) => findText(representative, name))).to.deep.equal(
      ['0403019261', 'Fiduciaire du Nord', 'Rue Haute 12', '003221234567'],
    );
    const incomplete = resolveFirmRepresentative({ ...firm, enterprise_number: null, address: null, phone: 'none' });
    expect(incomplete.problems.map(({ field }) => field)).to.deep.equal([
      'firm.address',
      'firm.phone',
      'firm.enterprise_number',
    ]);
  });

  it('follows the schema whatever names and addresses hold', async () => {
    const words = fc.option(fc.string({ unit: 'binary', maxLength: 250 }));
    const some = fc.record({
      name: fc.string({ unit: 'binary', minLength: 1 }),
      street: words,
      city: words,
      postal_code: words,
    });
    const written = fc.sample(some, 12).map((more) => {
      const one = company({ ...more, name: `D ${more.name}` });
      return intervat({ company: one, filed: filedReturn({ comment: more.street }) }).xml;
    });
    expect(await findSchemaErrors(written, 'vat-consignment')).to.deep.equal([]);
  });
});
