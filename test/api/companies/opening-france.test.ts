import { expect } from 'chai';
import { findCountryPack } from '../../../domain/country-packs/index.ts';
import { expectStatus, type AnswerBody } from '../../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';
import type { Journal } from './members.ts';

const france = findCountryPack('FR')!;
/** What EventStoreDB takes in one append. */
const MEBIBYTE = 1024 * 1024;

describe('Opening a French company file', () => {
  const service = useService();
  let firm: TestFirm;
  let file: TestCompany;

  before(async () => {
    firm = await service.newFirm({ userLocale: null });
    file = await service.newCompany(firm.client, {
      country_pack: 'FR',
      name: 'Menuiserie Lefèvre',
      enterprise_number: '732 829 320 00074',
      vat_number: 'fr 44 732.829.320',
      legal_form: 'SAS',
      legal_form_code: '5710',
      vat_regime: 'monthly',
      locale: 'fr',
      country: 'FR',
      banks: [
        { code: 'BNP', label: 'BNP compte courant', iban: 'FR14 2004 1010 0505 0001 3M02 606' },
        { code: 'CIC', label: 'CIC' },
      ],
    });
  });

  it('keeps its numbers, and shows them as people write them', () => {
    expect(file.body).to.include({
      country_pack: 'FR',
      currency: 'EUR',
      vat_regime: 'monthly',
      legal_form_code: '5710',
      enterprise_number: '732 829 320',
      vat_number: 'FR 44 732 829 320',
    });
  });

  it('has the whole chart, in the language of whoever reads it', async () => {
    const { body } = await firm.client.get<AnswerBody[]>(`${file.path}/accounts`);
    const chart = france.charts[0]!.accounts;
    // The first bank takes the account of the chart, the second one gets its own.
    expect(body).to.have.lengthOf(chart.length + 1);
    const byNumber = new Map(body.map((row) => [row.number, row]));
    expect(byNumber.get('401000')).to.include({ control_role: 'supplier', is_postable: true, is_letterable: true });
    expect(byNumber.get('401')).to.include({ is_postable: false, type: 'liability', class: 4 });
    expect(byNumber.get('512000')).to.include({ label: 'BNP compte courant', control_role: 'bank' });
    expect(byNumber.get('512001')).to.include({ label: 'CIC', control_role: 'bank', type: 'asset' });
    for (const [language, label] of Object.entries({
      fr: 'Honoraires',
      nl: 'Erelonen',
      en: 'Professional fees',
      de: 'Honorare',
    })) {
      const read = await firm.client.get<AnswerBody[]>(`${file.path}/accounts`, { 'accept-language': language });
      expect(read.body.find((row) => row.number === '622600')!.label, language).to.equal(label);
    }
  });

  it('has the VAT codes and journals of the pack', async () => {
    const codes = await firm.client.get<AnswerBody[]>(`${file.path}/vat-codes`);
    expect(codes.body).to.have.lengthOf(france.vatCodes.length);
    const named = new Map(codes.body.map((row) => [row.code, row]));
    expect(named.get('S-E-20')).to.include({
      direction: 'sale',
      kind: 'standard',
      rate: '20.00',
      exigibility: 'payment',
      due_account_id: file.account('445741'),
      deductible_account_id: null,
    });
    expect(named.get('P-G-IC-5.5')).to.include({
      rate: '5.50',
      exigibility: 'invoice',
      due_account_id: file.account('445200'),
      deductible_account_id: file.account('445662'),
    });
    const journals = file.body.journals as Journal[];
    expect(
      Object.fromEntries(
        journals.map(({ code, control_account }) => [code, (control_account as AnswerBody | null)?.number ?? null]),
      ),
    ).to.deep.equal({
      ACH: '401000',
      NCA: '401000',
      VEN: '411000',
      NCV: '411000',
      OD: null,
      CAI: '530000',
      BNP: '512000',
      CIC: '512001',
    });
  });

  it('takes entries on its accounts, and none on a heading', async () => {
    const post = (journal: string, account: string) =>
      firm.client.post(`${file.path}/entries`, {
        journal_id: file.journal(journal),
        entry_date: '2026-02-03',
        lines: [
          { account, debit: '100.00' },
          { account: '445660', debit: '20.00' },
          { account: '401000', credit: '120.00' },
        ],
      });
    expect(await expectStatus(post('ACH', '607000'), 201)).to.include({ number: 1, status: 'posted' });
    await expectStatus(post('ACH', '607'), 422);
  });

  it('gives a sole trader and an association the charts that they keep', async () => {
    const trader = await service.newCompany(firm.client, { country_pack: 'FR', legal_form_code: '1000', locale: 'de' });
    expect(trader.account('108900')).to.be.a('number');
    const club = await service.newCompany(firm.client, { country_pack: 'FR', legal_form_code: '9220', locale: 'nl' });
    expect(club.account('756100')).to.be.a('number');
    const { body } = await firm.client.get<AnswerBody[]>(`${club.path}/accounts`);
    const numbers = body.map((row) => row.number);
    expect(numbers).to.include('102000');
    expect(numbers).not.to.include('101300');
    for (const { id } of [trader, club]) await expectSmallOpening(id);
  });

  it('is written in one append well below a mebibyte, whatever its language', async () => {
    await expectSmallOpening(file.id);
    const many = Array.from({ length: 20 }, (_, index) => ({
      code: `B${index}`,
      label: `Banque ${index} `.repeat(15).trim(),
    }));
    const large = await service.newCompany(firm.client, {
      country_pack: 'FR',
      legal_form_code: '9220',
      locale: 'de',
      banks: many,
    });
    await expectSmallOpening(large.id);
  });

  it('takes well below a second', async () => {
    const durations: number[] = [];
    for (let attempt = 0; attempt < 3; attempt++) {
      const started = performance.now();
      await service.newCompany(firm.client, { country_pack: 'FR' });
      durations.push(performance.now() - started);
    }
    // The best of three, because other work may hold the machine for a while.
    expect(Math.min(...durations)).to.be.below(1_000);
  });

  it('refuses numbers that are none', async () => {
    const body = await firm.client.refused(422).post('/v1/companies', {
      country_pack: 'FR',
      name: 'X',
      enterprise_number: '732829321',
      vat_number: 'FR45732829320',
      fiscal_year: { starts_on: '2026-01-01', ends_on: '2026-12-31' },
    });
    expect(body.errors).to.have.all.keys('enterprise_number', 'vat_number');
  });

  async function expectSmallOpening(companyId: number): Promise<void> {
    const events = await service.events(companyId);
    const opening = events.filter(({ metadata }) => metadata.operation_id === events[0]!.metadata.operation_id);
    expect(opening.map(({ type }) => type)).to.include.members(['CompanyFileOpened', 'RecordsCreated']);
    expect(Buffer.byteLength(JSON.stringify(opening))).to.be.below(0.9 * MEBIBYTE);
  }
});
