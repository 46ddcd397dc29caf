import { expect } from 'chai';
import fc from 'fast-check';
import type { Problem } from '../../../domain/refusal.ts';
import { ecdfReturn } from '../../../domain/vat-filing/ecdf.ts';
import { ediReturn } from '../../../domain/vat-filing/edi-tva.ts';
import { returnConsignment, type ConsignedReturn } from '../../../domain/vat-filing/intervat-return.ts';
import { elementAt, elementsAt, textAt, writeXml, xmlLines } from '../../../domain/xml.ts';
import { readXml } from '../../../outside/xml/read-xml.ts';
import { mistakesIn } from '../../support/schemas.ts';
import { company, filedReturn, REPRESENTATIVE } from './support.ts';

const read = (xml: string) => readXml(Buffer.from(xml));

function intervat(...returns: readonly ConsignedReturn[]) {
  const problems: Problem[] = [];
  return { xml: writeXml(returnConsignment(returns, problems)), problems };
}

describe('A Belgian return for Intervat', () => {
  it('follows the schema and has the boxes that are filed, in whole numbers', async () => {
    const { xml, problems } = intervat({ company: company(), filed: filedReturn() });
    expect(problems).to.deep.equal([]);
    expect(await mistakesIn(xml, 'vat-consignment')).to.deep.equal([]);
    const amounts = elementsAt(await read(xml), 'VATDeclaration/Data/Amount');
    expect(amounts.map(({ attributes, text }) => [attributes['GridNumber'], text])).to.deep.equal([
      ['3', '1000.00'],
      ['54', '210.00'],
      ['59', '63.00'],
      ['71', '147.00'],
      ['82', '300.00'],
    ]);
    const declaration = elementAt(await read(xml), 'VATDeclaration');
    expect(textAt(declaration, 'Declarant/VATNumber')).to.equal('0477472701');
    expect(textAt(declaration, 'Declarant/Name')).to.equal('Menuiserie Dupont & Fils');
    expect(textAt(declaration, 'Period/Quarter')).to.equal('1');
    expect(elementAt(declaration, 'Ask')?.attributes).to.deep.equal({ Restitution: 'NO', Payment: 'YES' });
  });

  it('says 71 at 0.00 when nothing is owed, and 72 alone when something is got back', async () => {
    const nil = intervat({ company: company(), filed: filedReturn({ boxes: [] }) });
    const back = intervat({ company: company(), filed: filedReturn({ boxes: [{ box: '72', amount: '5.00' }] }) });
    expect(await mistakesIn([nil.xml, back.xml], 'vat-consignment')).to.deep.equal([]);
    const grids = async (xml: string) =>
      elementsAt(await read(xml), 'VATDeclaration/Data/Amount').map(({ attributes, text }) => [
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
    expect(await mistakesIn(xml, 'vat-consignment')).to.deep.equal([]);
    const representative = elementAt(await read(xml), 'Representative');
    expect(textAt(representative, 'RepresentativeID')).to.equal('0403019261');
    expect(textAt(representative, 'Phone')).to.equal('003221234567');
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
    expect(elementAt(await read(xml), 'Representative')).to.equal(undefined);
    expect(textAt(await read(xml), 'VATDeclaration/Declarant/EmailAddress')).to.equal('a@b.be');
    expect(textAt(await read(xml), 'VATDeclaration/Declarant/Phone')).to.equal('02123');
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
    expect(await mistakesIn(xml, 'vat-consignment')).to.deep.equal([]);
    const [justification] = elementsAt(await read(xml), 'VATDeclaration/Justification');
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
      expect(await mistakesIn(xml, 'vat-consignment')).to.deep.equal([]);
      const deduction = elementAt(await read(xml), 'VATDeclaration/Deduction');
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
    expect(await mistakesIn(xml, 'vat-consignment')).to.deep.equal([]);
    expect((await read(xml)).attributes['VATDeclarationsNbr']).to.equal('2');
    const all = elementsAt(await read(xml), 'VATDeclaration');
    expect(all.map(({ attributes }) => attributes['SequenceNumber'])).to.deep.equal(['1', '2']);
    const mixed = intervat(
      { company: company(), filed: filedReturn() },
      { company: { ...other, settings: REPRESENTATIVE }, filed: filedReturn(), field: 'declaration_ids.1' },
    );
    expect(mixed.problems.map(({ code }) => code)).to.deep.equal(['consignment_filers_differ']);
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
    expect(await mistakesIn(written, 'vat-consignment')).to.deep.equal([]);
  });
});

const ECDF = {
  'vat.ecdf.prefix': 'abc123',
  'vat.ecdf.interface_id': 'DEMO',
  'vat.ecdf.matricule': '20002212345',
  'vat.ecdf.rcs': 'B12345',
};
const luxembourg = (settings = ECDF) =>
  company({ country_pack: 'LU', country: 'LU', vat_number: 'LU15027442', enterprise_number: null, settings });

describe('A Luxembourg return for eCDF', () => {
  const filed = {
    form: 'TVA_DECT',
    period_type: 'quarterly',
    year: 2026,
    period: 2,
    isOnPayment: false,
    boxes: [
      { box: '701', amount: '1000.00' },
      { box: '702', amount: '170.00' },
      { box: '416', amount: '1.00' },
      { box: '105', amount: '-3.50' },
    ],
  } as const;

  it('follows the schema, with totals also at nothing, commas, and fields in the order of the platform', async () => {
    const problems: Problem[] = [];
    const { reference, xml } = ecdfReturn(luxembourg(), filed, '2026-07-14T09:08:07.000000Z', problems);
    const text = [...xmlLines(xml)].join('');
    expect(problems).to.deep.equal([]);
    expect(reference).to.equal('ABC123X20260714T09080701');
    expect(await mistakesIn(text, 'ecdf-v1.1')).to.deep.equal([]);
    const declaration = elementAt(await read(text), 'Declarations/Declarer/Declaration');
    expect(declaration?.attributes).to.deep.equal({ type: 'TVA_DECT', model: '1', language: 'FR' });
    const fields = elementAt(declaration, 'FormData')!.children.map(({ name, attributes, text: value }) => [
      name,
      attributes['id'],
      value,
    ]);
    expect(fields).to.deep.include(['NumericField', '701', '1000,00']);
    expect(fields).to.deep.include(['NumericField', '012', '0,00']);
    expect(fields.slice(-4)).to.deep.equal([
      ['NumericField', '105', '-3,50'],
      ['Choice', '204', '1'],
      ['Choice', '205', '0'],
      ['NumericField', '416', '1,00'],
    ]);
  });

  it('tells the year with its days, its turnover by branch and its input tax by what it was paid on', async () => {
    const problems: Problem[] = [];
    const annual = {
      ...filed,
      form: 'TVA_DECA',
      period_type: 'yearly',
      period: 1,
      isOnPayment: true,
      boxes: [
        { box: '472', amount: '300.00' },
        { box: '002', amount: '100.00' },
        { box: '007', amount: '200.00' },
        { box: '012', amount: '300.00' },
        { box: '458', amount: '51.00' },
        { box: '077', amount: '51.00' },
        { box: '080', amount: '51.00' },
      ],
    } as const;
    const text = [...xmlLines(ecdfReturn(luxembourg(), annual, '2027-02-14T09:08:07.000000Z', problems).xml)].join('');
    expect(problems).to.deep.equal([]);
    expect(await mistakesIn(text, 'ecdf-v1.1')).to.deep.equal([]);
    const data = elementAt(await read(text), 'Declarations/Declarer/Declaration/FormData')!.children;
    const told = data.map(({ attributes, text: value }) => [attributes['id'], value]);
    expect(told.slice(0, 4)).to.deep.equal([
      ['233', '01'],
      ['234', '01'],
      ['235', '31'],
      ['236', '12'],
    ]);
    for (const field of [
      ['002', '100,00'],
      ['007', '200,00'],
      ['077', '51,00'],
      ['080', '51,00'],
      ['084', '0,00'],
      ['204', '0'],
      ['205', '1'],
      ['206', 'Autres ventes et recettes'],
    ])
      expect(told).to.deep.include(field);
    // Fields of the periodic form that this one splits.
    for (const field of ['454', '472', '457', '458', '461']) expect(told.map(([id]) => id)).not.to.include(field);
  });

  it('is refused while the settings lack what the platform asks for', async () => {
    const problems: Problem[] = [];
    ecdfReturn(
      luxembourg({ ...ECDF, 'vat.ecdf.prefix': 'AB', 'vat.ecdf.matricule': '1' }),
      filed,
      '2026-07-14T09:08:07Z',
      problems,
    );
    expect(problems.map(({ field }) => field)).to.deep.equal(['vat.ecdf.matricule', 'vat.ecdf.prefix']);
  });
});

describe('A French return for EDI-TVA', () => {
  const french = company({
    country_pack: 'FR',
    country: 'FR',
    vat_number: 'FR44732829320',
    enterprise_number: '732829320',
  });
  const span = { form: 'CA3', starts_on: '2026-01-01', ends_on: '2026-01-31' };

  it('has a zone a line, in whole euros', async () => {
    const problems: Problem[] = [];
    const boxes = [
      { box: 'A1', amount: '1000.00' },
      { box: '08-HT', amount: '1000.00' },
      { box: '08', amount: '200.00' },
      { box: '32', amount: '200.00' },
    ];
    const xml = await read(writeXml(ediReturn(french, { ...span, boxes }, problems)));
    expect(problems).to.deep.equal([]);
    const [identity, form] = elementsAt(xml, 'Formulaire');
    expect(textAt(identity, 'Zone/Identifiant')).to.equal('732829320');
    expect(form!.children.map(({ attributes, text }) => [attributes['id'], attributes['ligne'], text])).to.deep.equal([
      ['CA', 'A1', '1000'],
      ['FP', '08-HT', '1000'],
      ['GP', '08', '200'],
      ['KE', '32', '200'],
    ]);
  });

  it('says that there is nothing, and refuses cents and addresses that are missing', async () => {
    const nil = await read(writeXml(ediReturn(french, { ...span, boxes: [] }, [])));
    expect(
      elementsAt(nil, 'Formulaire')[1]!.children.map(({ attributes, text }) => [attributes['id'], text]),
    ).to.deep.equal([['KF', 'X']]);
    const problems: Problem[] = [];
    ediReturn({ ...french, city: null }, { ...span, boxes: [{ box: 'A1', amount: '1.50' }] }, problems);
    expect(problems.map(({ field }) => field)).to.deep.equal(['city', 'boxes.A1']);
  });
});
