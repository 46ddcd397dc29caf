import { expect } from 'chai';
import { findCountryPack } from '../../../domain/country-packs/index.ts';
import type { AnswerBody } from '../../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';
import type { Journal } from './members.ts';

const luxembourg = findCountryPack('LU')!;
/** What EventStoreDB takes in one append. */
const MEBIBYTE = 1024 * 1024;

describe('Opening a Luxembourg company file', () => {
  const service = useService();
  let firm: TestFirm;
  let file: TestCompany;

  before(async () => {
    firm = await service.newFirm({ userLocale: null });
    file = await service.newCompany(firm.client, {
      country_pack: 'LU',
      name: 'Menuiserie Weber',
      enterprise_number: 'RCS Luxembourg B 123.456',
      vat_number: 'lu 15027442',
      legal_form: 'S.à r.l.',
      legal_form_code: 'SARL',
      vat_regime: 'monthly',
      locale: 'de',
      country: 'LU',
      banks: [
        { code: 'BIL', label: 'BIL Girokonto', iban: 'LU28 0019 4006 4475 0000' },
        { code: 'POST', label: 'POST' },
      ],
    });
  });

  it('keeps its numbers, and shows them as people write them', () => {
    expect(file.body).to.include({
      country_pack: 'LU',
      currency: 'EUR',
      vat_regime: 'monthly',
      legal_form_code: 'SARL',
      enterprise_number: 'B123456',
      vat_number: 'LU 15027442',
    });
  });

  it('has the whole chart, in the language of whoever reads it', async () => {
    const { body } = await firm.client.get<AnswerBody[]>(`${file.path}/accounts`);
    const chart = luxembourg.charts[0]!.accounts;
    // The first bank takes the account of the chart, the second one gets its own.
    expect(body).to.have.lengthOf(chart.length + 1);
    const byNumber = new Map(body.map((row) => [row.number, row]));
    expect(byNumber.get('44111')).to.include({ control_role: 'supplier', is_postable: true, is_letterable: true });
    expect(byNumber.get('441')).to.include({ is_postable: false, type: 'liability' });
    expect(byNumber.get('513101')).to.include({ label: 'BIL Girokonto', control_role: 'bank' });
    expect(byNumber.get('513102')).to.include({ label: 'POST', control_role: 'bank', type: 'asset' });
    expect(byNumber.has('10611')).to.equal(false);
    for (const [language, label] of Object.entries({
      fr: 'Fournisseurs',
      nl: 'Leveranciers',
      en: 'Suppliers',
      de: 'Lieferanten',
    })) {
      const read = await firm.client.get<AnswerBody[]>(`${file.path}/accounts`, {
        'accept-language': language,
      });
      expect(read.body.find((row) => row.number === '44111')!.label, language).to.equal(label);
    }
  });

  it('has the VAT codes and journals of the pack', async () => {
    const codes = await firm.client.get<AnswerBody[]>(`${file.path}/vat-codes`);
    expect(codes.body).to.have.lengthOf(luxembourg.vatCodes.length);
    const acquisition = codes.body.find((row) => row.code === 'P-M-ICG-17')!;
    expect(acquisition).to.include({
      direction: 'purchase',
      kind: 'intracom',
      rate: '17.00',
      due_account_id: file.account('461411'),
      deductible_account_id: file.account('421611'),
    });
    const journals = file.body.journals as Journal[];
    expect(
      Object.fromEntries(
        journals.map(({ code, control_account }) => [code, (control_account as AnswerBody | null)?.number ?? null]),
      ),
    ).to.deep.equal({
      ACH: '44111',
      NCA: '44111',
      VEN: '4011',
      NCV: '4011',
      OD: null,
      CAI: '516',
      BIL: '513101',
      POST: '513102',
    });
  });

  it('takes entries', async () => {
    const body = await firm.client.created(`${file.path}/entries`, {
      journal_id: file.journal('ACH'),
      entry_date: '2026-02-03',
      lines: [
        { account: '6061', debit: '100.00' },
        { account: '421611', debit: '17.00' },
        { account: '44111', credit: '117.00' },
      ],
    });
    expect(body).to.include({ number: 1, status: 'posted' });
    await firm.client.refused(422).post(`${file.path}/entries`, {
      journal_id: file.journal('OD'),
      entry_date: '2026-02-03',
      lines: [
        { account: '441', debit: '1.00' },
        { account: '44111', credit: '1.00' },
      ],
    });
  });

  it('gives a sole trader and an association the charts that they keep', async () => {
    const trader = await service.newCompany(firm.client, { country_pack: 'LU', legal_form_code: 'CPP', locale: 'fr' });
    expect(trader.account('10611')).to.be.a('number');
    const club = await service.newCompany(firm.client, { country_pack: 'LU', legal_form_code: 'ASBL', locale: 'nl' });
    expect(club.account('7081')).to.be.a('number');
    const { body } = await firm.client.get<AnswerBody[]>(`${club.path}/accounts`);
    const numbers = body.map((row) => row.number);
    expect(numbers).to.include('101');
    expect(numbers).not.to.include('104');
    for (const { id } of [trader, club]) await expectSmallOpening(id);
  });

  it('is written in one append below a mebibyte', () => expectSmallOpening(file.id));

  it('refuses numbers that are none', async () => {
    const body = await firm.client.refused(422).post('/v1/companies', {
      country_pack: 'LU',
      name: 'X',
      enterprise_number: 'BE0477472701',
      vat_number: 'LU15027443',
      fiscal_year: { starts_on: '2026-01-01', ends_on: '2026-12-31' },
    });
    expect(body.errors).to.have.all.keys('enterprise_number', 'vat_number');
  });

  async function expectSmallOpening(companyId: number): Promise<void> {
    const events = await service.events(companyId);
    const opening = events.filter(({ metadata }) => metadata.operation_id === events[0]!.metadata.operation_id);
    expect(opening.map(({ type }) => type)).to.include.members(['CompanyFileOpened', 'RecordsCreated']);
    expect(Buffer.byteLength(JSON.stringify(opening))).to.be.below(MEBIBYTE);
  }
});
