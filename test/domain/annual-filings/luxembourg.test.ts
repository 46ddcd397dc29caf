import { expect } from 'chai';
import { listFilingForms, filingCountries } from '../../../domain/annual-filings/countries.ts';
import type { FiledCompany, FilingForm, FilingInputs } from '../../../domain/annual-filings/form.ts';
import { computeAnnualDueDate } from '../../../domain/annual-filings/due.ts';
import { computeAnnualAmounts } from '../../../domain/reports/annual-accounts.ts';
import { findElement, findText, listElements, type XmlElement } from '../../../domain/xml.ts';
import { readXml } from '../../../outside/xml/read-xml.ts';
import { findSchemaErrors } from '../../support/schemas.ts';
import { company } from '../vat-filing/support.ts';

const ECDF = {
  'vat.ecdf.prefix': 'ABC123',
  'vat.ecdf.interface_id': 'DEMO',
  'vat.ecdf.matricule': '20002212345',
  'vat.ecdf.rcs': 'B12345',
};

const filer = (settings: FiledCompany['settings'] = ECDF): FiledCompany => ({
  ...company({ country_pack: 'LU', vat_number: null, country: 'LU', settings }),
  legal_form: null,
  legal_form_code: null,
  currency: 'EUR',
  main_nace_code: null,
  nace_codes: [],
});

/** Balances by account: debit positive. */
const CURRENT = { '101': '-12000.00', '5131': '13500.50', '401': '1000.00', '4015': '-500.00', '70': '-3000.50' };
const BOOKS = { ...CURRENT, '61': '999.00', '631': '1.00' };
const PREVIOUS = { '101': '-12000.00', '5131': '12000.00' };

const stated = (balances: Readonly<Record<string, string>>) => {
  const all = new Map(Object.entries(balances));
  return { atEnd: all, overDays: all };
};

function inputsOf(settings?: FiledCompany['settings'], manual: FilingInputs['manual'] = new Map()): FilingInputs {
  const [current, previous] = [stated(BOOKS), stated(PREVIOUS)];
  const toBooks = (one: typeof current) => ({ stated: one, balances: one.atEnd, movements: [] });
  const year = { id: 2, code: '2025', starts_on: '2025-01-01', ends_on: '2025-12-31', is_closed: true };
  return {
    company: filer(settings),
    year,
    previousYear: { ...year, id: 1, code: '2024', starts_on: '2024-01-01', ends_on: '2024-12-31' },
    isProvisional: false,
    current: toBooks(current),
    previous: toBooks(previous),
    computeRubrics: (model) =>
      computeAnnualAmounts(model, { closing: { profit: '142', loss: '142' }, isOpenYear: false, current, previous }),
    manual,
    previousManual: new Map(),
    assets: [],
    openItems: [],
    assetLines: [],
  };
}

const STAMP = { at: '2026-06-01T10:00:00Z', sequence: 1 };
const formOf = (code: string): FilingForm =>
  listFilingForms('LU', { legal_form_code: null }, '2025-12-31').find((form) => form.code === code)!;

const read = async (content: string): Promise<readonly XmlElement[]> =>
  listElements(findElement(await readXml(Buffer.from(content)), 'Declarations/Declarer'), 'Declaration');
const fieldsOf = (declaration: XmlElement, kind: 'NumericField' | 'TextField'): Record<string, string> =>
  Object.fromEntries(
    listElements(findElement(declaration, 'FormData'), kind).map((field) => [field.attributes['id'], field.text]),
  ) as Record<string, string>;

describe('Annual accounts for eCDF', () => {
  it('are two declarations in the envelope of VAT, valid by its schema', async () => {
    for (const code of ['CA_BILAN', 'CA_BILANABR']) {
      const form = formOf(code);
      const inputs = inputsOf();
      const { value, problems } = form.file!.write(inputs, form.compute(inputs), STAMP);
      expect(problems).to.deep.equal([]);
      expect(value.name).to.equal('ABC123X20260601T10000001');
      expect(await findSchemaErrors(value.content, 'ecdf-v1.1')).to.deep.equal([]);
      const declarations = await read(value.content);
      expect(declarations.map(({ attributes }) => attributes['type'])).to.deep.equal([
        code,
        code.replace('BILAN', 'COMPP'),
      ]);
      for (const declaration of declarations) {
        expect(declaration.attributes['model']).to.equal('2');
        expect([findText(declaration, 'Year'), findText(declaration, 'Period')]).to.deep.equal(['2025', '1']);
        expect(fieldsOf(declaration, 'TextField')).to.deep.equal({
          '01': '01/01/2025',
          '02': '31/12/2025',
          '03': 'EUR',
        });
      }
    }
  });

  it('have a decimal comma, negative charges, the previous year in the next field, and the sums of what they contain', async () => {
    const form = formOf('CA_BILANABR');
    const inputs = inputsOf();
    const { value } = form.file!.write(inputs, form.compute(inputs), STAMP);
    const [balanceSheet, income] = await read(value.content);
    expect(fieldsOf(balanceSheet!, 'NumericField')).to.include({
      ...{ '197': '13500,50', '198': '12000,00', '203': '1000,00', '201': '14500,50', '202': '12000,00' },
      ...{ '303': '12000,00', '321': '2000,50', '453': '500,00', '405': '14500,50' },
    });
    expect(fieldsOf(income!, 'NumericField')).to.deep.equal({
      // 3000.50 of turnover less 999.00 of external charges.
      ...{ '651': '2001,50', '657': '-1,00', '659': '-1,00', '667': '2000,50', '669': '2000,50', '670': '0,00' },
    });
    expect(fieldsOf(balanceSheet!, 'NumericField')).to.not.have.any.keys('107', '108');
  });

  it('name the settings that are missing; a VAT number is not needed, a number in the register is', () => {
    const form = formOf('CA_BILAN');
    const inputs = inputsOf({});
    const { problems } = form.file!.write(inputs, form.compute(inputs), STAMP);
    expect(problems.map(({ field }) => field)).to.have.members(
      ['prefix', 'interface_id', 'matricule', 'rcs'].map((name) => `vat.ecdf.${name}`),
    );
  });

  it('take manual amounts in the fields that are no totals, and check the totals', () => {
    const manual = new Map([['653', { code: '653', amount: '-10.00', text: null, reason: 'Pension' }]]);
    const { boxes, checks } = formOf('CA_BILAN').compute(inputsOf(ECDF, manual));
    const amounts = new Map(boxes.map(({ code, amount }) => [code, amount]));
    expect([amounts.get('653'), amounts.get('605'), amounts.get('669')]).to.deep.equal(['-10.00', '-10.00', '1990.50']);
    const { boxes: next } = formOf('CA_BILAN').compute({ ...inputsOf(), previousManual: manual });
    expect(next.find(({ code }) => code === '669')?.previous).to.equal('-10.00');
    expect(checks).to.deep.equal([
      { code: '321-669', severity: 'blocking', equation: '321 = 669', left: '2000.50', right: '1990.50' },
    ]);
  });

  it('are abridged if the user says so or the company is within the thresholds of the settings', () => {
    const { chooseForm } = filingCountries.LU;
    const abridged = { 'annual_accounts.abridged.total': '20000.00', 'annual_accounts.abridged.turnover': '1000.00' };
    const all = { ...abridged, 'annual_accounts.abridged.employees': 50 };
    expect(chooseForm(inputsOf({}))).to.equal('CA_BILAN');
    expect(chooseForm(inputsOf({ 'annual_accounts.scheme': 'abbreviated' }))).to.equal('CA_BILANABR');
    expect(chooseForm(inputsOf(abridged))).to.equal('CA_BILAN');
    // Only the turnover is above.
    expect(chooseForm(inputsOf(all))).to.equal('CA_BILANABR');
    expect(chooseForm(inputsOf({ ...all, 'annual_accounts.average_employees': 51 }))).to.equal('CA_BILAN');
    expect(chooseForm(inputsOf({ ...all, 'annual_accounts.scheme': 'full' }))).to.equal('CA_BILAN');
  });

  it('leave out the trial balance, whose field numbers are not known', () => {
    expect(formOf('CA_BILAN').leftOut.map(({ code }) => code)).to.include('CA_PLANCOMPTA');
  });
});

describe('The due date of annual accounts', () => {
  const due = (country_pack: string, endsOn: string, meeting: string | null = null) =>
    computeAnnualDueDate({ country_pack, settings: { 'annual_accounts.general_meeting_date': meeting } }, endsOn);

  it('is seven months after the year in Belgium and Luxembourg, and sooner after an early meeting', () => {
    expect(due('BE', '2025-12-31')).to.equal('2026-07-31');
    expect(due('BE', '2025-12-31', '2026-05-28')).to.equal('2026-06-27');
    expect(due('BE', '2025-12-31', '2026-07-20')).to.equal('2026-07-31');
    // The meeting about another year.
    expect(due('BE', '2025-12-31', '2025-05-28')).to.equal('2026-07-31');
    expect(due('LU', '2025-12-31', '2026-05-28')).to.equal('2026-06-28');
    expect(due('LU', '2025-12-31')).to.equal('2026-07-31');
  });

  it('is in May in France for calendar years, otherwise three months and fifteen days after the year', () => {
    expect(due('FR', '2025-12-31')).to.equal('2026-05-20');
    expect(due('FR', '2026-06-30')).to.equal('2026-10-15');
  });
});
