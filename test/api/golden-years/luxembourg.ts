import { expect } from 'chai';
import { expectSameAccounts } from './annual-accounts.ts';
import { listElements, findText } from '../../../domain/xml.ts';
import { readXml } from '../../../outside/xml/read-xml.ts';
import { buildCamtFile, type WrittenStatement } from '../../support/bank-files.ts';
import type { AnswerBody } from '../../support/client.ts';
import { findSchemaErrors } from '../../support/schemas.ts';
import { getBoxes, openGoldenYear, payLess, revalueForeignSales, type GoldenFirm, type GoldenYear } from './support.ts';

const IBAN = 'LU280019400644750000';

export function describeLuxembourg(share: () => GoldenFirm): void {
  let year: GoldenYear;

  before('a quarter to be refunded, and services sold', async () => {
    year = await openGoldenYear(share(), 'LU', {
      ...{ vat_number: 'LU15027442', banks: [{ code: 'BIL', label: 'BIL', iban: IBAN }] },
      ...{ street: 'Grand-Rue', house_number: '7', postal_code: '1660', city: 'Luxembourg' },
    });
    await year.document('invoice', '2025-02-01', 'P-M-17', '1000.00', '6061');
    await year.document('invoice', '2025-05-01', 'S-17', '1000.00', '70311');
    await year.patch('/settings', {
      vat: { ecdf: { prefix: 'ABC123', interface_id: 'DEMO', matricule: '20002212345', rcs: 'B12345' } },
    });
  });

  it('carries nothing from one return to the next: what is refundable is paid or claimed', async () => {
    const { draw, validate, show } = year;
    const second = await draw(2);
    const first = await draw(1);
    await year.refuse(422, 'earlier_period_open', `/vat-declarations/${second.id}/validate`);
    expect(await validate(first.id)).to.include({ amount_refund: '170.00', amount_due: '0.00' });
    expect(await show(second.id)).to.deep.include({ has_moved: false, differences: [] });
    expect(await validate(second.id)).to.include({ amount_due: '170.00' });
    const printed = await year.readPrinted(`/vat-declarations/${first.id}/pdf?lang=en`);
    for (const words of ['Refundable', '7, Grand-Rue', 'Frame I.A', 'Frame I.B', 'Frame I.C'])
      expect(printed).to.contain(words);
  });

  it('has services in the line of their account, and a reference of its own in each file', async () => {
    const annual = await year.post('/vat-declarations', { year: 2025, period: 1, period_type: 'yearly' });
    expect(getBoxes(annual, '007')).to.deep.equal(['0.00']);
    const [{ id }] = ((await year.get('/vat-declarations')).data as AnswerBody[]).filter(
      ({ status }) => status === 'validated',
    ) as [AnswerBody];
    const references = await Promise.all(
      [1, 2, 3].map(async () => {
        const xml = await year.readBytes(`/vat-declarations/${id}/xml`);
        return findText(await readXml(xml), 'FileReference');
      }),
    );
    expect(new Set(references).size).to.equal(3);
  });

  it('reports each tax once in the audit file', async () => {
    const root = await readXml(await year.readBytes(`/exports/faia/${year.file.fiscalYearId}`));
    const taxes = listElements(root, 'GeneralLedgerEntries/Journal/Transaction/Line').flatMap((line) =>
      listElements(line, 'TaxInformation').map((tax) => findText(tax, 'TaxAmount/Amount')),
    );
    expect(taxes).to.deep.equal(['170.00', '170.00']);
  });

  it('posts discounts and payment differences to their own accounts', async () => {
    const accounts = { customers: '4011', suppliers: '44111', income: '70311', expense: '6061' };
    expect(
      await payLess(year, { iban: IBAN, write: (one: WrittenStatement) => buildCamtFile('08', one), ...accounts }),
    ).to.deep.equal({
      // 100 − 98, 60 − 59.60, 50 − 49
      ...{ '65562': '2.00', '6582': '0.40', '75562': '-1.00' },
    });
  });

  it('tells of deductible and due tax that hide one another', async () => {
    expect(await year.listVatAccounts()).to.deep.equal([]);
    await year.document('invoice', '2025-08-01', 'P-M-17', '1000.00', '6061');
    await year.document('invoice', '2025-08-02', 'S-17', '1000.00', '70311');
    // 17 % of 1000 on either side
    expect(await year.listVatAccounts()).to.deep.equal([
      ['170.00', '421611'],
      ['-170.00', '461411'],
    ]);
  });

  it('may be followed by a year of 24 months', async () => {
    const next = { code: '2026', starts_on: '2026-01-01', ends_on: '2028-01-01' };
    await year.refuse(422, ['ends_on'], '/fiscal-years', next);
    await year.post('/fiscal-years', { ...next, ends_on: '2027-12-31' });
  });

  it('takes the losses of what is open in currency, not the gains', async () => {
    const sales = { year: '2025', yearId: year.file.fiscalYearId, customers: '4011', income: '70311' };
    expect(await revalueForeignSales(year, sales)).to.deep.equal({
      entries: [['6562 454.55 0.00', '40119 0.00 454.55']],
      reversals: [['40119 454.55 0.00', '6562 0.00 454.55']],
    });
  });

  it('files the figures of the annual accounts', () =>
    expectSameAccounts(year, { CA_BILAN: 'full', CA_BILANABR: 'abbreviated' }));

  it('files its annual accounts through eCDF, and keeps the file as it was filed', async () => {
    const path = `/annual-filings/${year.file.fiscalYearId}`;
    await year.patch(path, { form: null });
    const draft = await year.readText(`${path}/file?format=xml`);
    expect(await findSchemaErrors(draft, 'ecdf-v1.1')).to.deep.equal([]);
    expect(draft).to.contain('type="CA_BILAN"').and.contain('type="CA_COMPP"');
    const leftOut = (await year.get(path))['left_out'] as AnswerBody[];
    expect(leftOut.map(({ code }) => code)).to.include('CA_PLANCOMPTA');
    await year.post(`${path}/filed`, { filed_on: '2026-06-01' }, 200);
    // Each file has a reference of its own, but the filed one stays.
    const [first, second] = await Promise.all([1, 2].map(() => year.readText(`${path}/file?format=xml`)));
    expect(first).to.equal(second);
    expect(first).to.not.equal(draft);
    await year.patch('/settings', { vat: { ecdf: { rcs: null } } });
    expect(await year.readText(`${path}/file?format=xml`)).to.equal(first);
  });
}
