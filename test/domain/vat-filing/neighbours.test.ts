import { expect } from 'chai';
import { buildEcdfReturn } from '../../../domain/vat-filing/ecdf.ts';
import { buildEdiReturn } from '../../../domain/vat-filing/edi-tva.ts';
import { findElement, listElements, findText, writeXml, writeXmlLines } from '../../../domain/xml.ts';
import { findSchemaErrors } from '../../support/schemas.ts';
import { company, read } from './support.ts';

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
    const { value, problems } = buildEcdfReturn(luxembourg(), filed, {
      at: '2026-07-14T09:08:07.000000Z',
      sequence: 1,
    });
    const { reference, xml } = value;
    const text = [...writeXmlLines(xml)].join('');
    expect(problems).to.deep.equal([]);
    expect(reference).to.equal('ABC123X20260714T09080701');
    expect(await findSchemaErrors(text, 'ecdf-v1.1')).to.deep.equal([]);
    const declaration = findElement(await read(text), 'Declarations/Declarer/Declaration');
    expect(declaration?.attributes).to.deep.equal({ type: 'TVA_DECT', model: '1', language: 'FR' });
    const fields = findElement(declaration, 'FormData')!.children.map(({ name, attributes, text: value }) => [
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
    const { value, problems } = buildEcdfReturn(luxembourg(), annual, {
      at: '2027-02-14T09:08:07.000000Z',
      sequence: 1,
    });
    const text = [...writeXmlLines(value.xml)].join('');
    expect(problems).to.deep.equal([]);
    expect(await findSchemaErrors(text, 'ecdf-v1.1')).to.deep.equal([]);
    const data = findElement(await read(text), 'Declarations/Declarer/Declaration/FormData')!.children;
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
    const incomplete = luxembourg({ ...ECDF, 'vat.ecdf.prefix': 'AB', 'vat.ecdf.matricule': '1' });
    const { problems } = buildEcdfReturn(incomplete, filed, { at: '2026-07-14T09:08:07Z', sequence: 1 });
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
    const boxes = [
      { box: 'A1', amount: '1000.00' },
      { box: '08-HT', amount: '1000.00' },
      { box: '08', amount: '200.00' },
      { box: '32', amount: '200.00' },
    ];
    const { value, problems } = buildEdiReturn(french, { ...span, boxes });
    const xml = await read(writeXml(value));
    expect(problems).to.deep.equal([]);
    const [identity, form] = listElements(xml, 'Formulaire');
    expect(findText(identity, 'Zone/Identifiant')).to.equal('732829320');
    expect(form!.children.map(({ attributes, text }) => [attributes['id'], attributes['ligne'], text])).to.deep.equal([
      ['CA', 'A1', '1000'],
      ['FP', '08-HT', '1000'],
      ['GP', '08', '200'],
      ['KE', '32', '200'],
    ]);
  });

  it('says that there is nothing, and refuses cents and addresses that are missing', async () => {
    const nil = await read(writeXml(buildEdiReturn(french, { ...span, boxes: [] }).value));
    expect(
      listElements(nil, 'Formulaire')[1]!.children.map(({ attributes, text }) => [attributes['id'], text]),
    ).to.deep.equal([['KF', 'X']]);
    const boxes = [{ box: 'A1', amount: '1.50' }];
    const { problems } = buildEdiReturn({ ...french, city: null }, { ...span, boxes });
    expect(problems.map(({ field }) => field)).to.deep.equal(['city', 'boxes.A1']);
  });
});
