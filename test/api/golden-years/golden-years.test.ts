import { expect } from 'chai';
import { listElements, findText } from '../../../domain/xml.ts';
import { readXml } from '../../../outside/xml/read-xml.ts';
import type { AnswerBody } from '../../support/client.ts';
import { parseFecRecords } from '../../support/fec-rules.ts';
import { readPdfText } from '../../support/pdf.ts';
import { findSchemaErrors } from '../../support/schemas.ts';
import { useService, type TestFirm } from '../../support/service.ts';
import { vatBooks, type VatBooks } from '../vat-declarations/support.ts';

/**
 * One year of each country, over HTTP, in one company file: what returns, calendars and files say of the same entries.
 * The amounts of the returns themselves are in the golden years of test/domain/vat-declarations.
 */
describe('A golden year', () => {
  const service = useService();
  let firm: TestFirm;
  let books: VatBooks;
  const YEAR = { code: '2025', starts_on: '2025-01-01', ends_on: '2025-12-31' };

  before(async () => {
    firm = await service.newFirm({ userLocale: null });
  });

  const draw = (period: number) => books.post('/vat-declarations', { year: 2025, period });
  const show = (id: number) => books.get(`/vat-declarations/${id}`);
  const validate = (id: number, body: object = {}) => books.post(`/vat-declarations/${id}/validate`, body, 200);
  const refresh = (id: number) => books.post(`/vat-declarations/${id}/refresh`, {}, 200);
  const boxOf = ({ boxes }: AnswerBody, ...names: readonly string[]) =>
    names.map((name) => (boxes as Readonly<Record<string, string>>)[name]);
  const differencesOf = ({ differences }: AnswerBody) =>
    (differences as AnswerBody[]).map(({ box, filed, now }) => [box, filed, now]);
  const post = (entry_date: string, debit: string, credit: string, amount: string) =>
    books.post('/entries', {
      journal_id: books.file.journal('OD'),
      entry_date,
      lines: [
        { account: debit, debit: amount },
        { account: credit, credit: amount },
      ],
    });
  const readText = async (path: string): Promise<string> => {
    const answer = await firm.client.get(`${books.file.path}${path}`);
    expect(answer.status, answer.text.slice(0, 500)).to.equal(200);
    return answer.text;
  };
  const readPrinted = async (path: string): Promise<string> => {
    const headers = { authorization: `Bearer ${firm.client.token}` };
    const answer = await fetch(`${firm.client.url}${books.file.path}${path}`, { headers });
    expect(answer.status).to.equal(200);
    return readPdfText(new Uint8Array(await answer.arrayBuffer()));
  };
  const listDue = async () =>
    ((await books.get('/vat/calendar?from=2025-04-01&to=2026-12-31')).data as AnswerBody[]).filter(
      ({ kind, status }) => ['return', 'intracom_listing'].includes(kind as string) && status !== 'done',
    );
  const readDeadline = async () => {
    const rows = (await firm.client.get<AnswerBody[]>(`/v1/firms/${firm.token}/dashboard`)).body;
    return rows.find(({ public_token }) => public_token === books.file.token)!.next_vat_deadline as AnswerBody;
  };

  describe('of Belgium', () => {
    const drafts: Record<number, AnswerBody> = {};

    before('purchases in the Union, a credit note on them, services and a late supply', async () => {
      books = await vatBooks(service, firm, 'BE', 'quarterly', {
        ...{ fiscal_year: YEAR, enterprise_number: '0477472701', locale: 'fr' },
        ...{ street: 'Rue Haute', house_number: '1', postal_code: '1000', city: 'Bruxelles' },
      });
      await books.document('invoice', '2025-02-01', 'P-M-IC-21', '5000.00', '604000');
      await books.document('credit-note', '2025-05-01', 'P-M-IC-21', '3000.00', '604000');
      await books.document('credit-note', '2025-05-02', 'P-S-21', '100.00', '612000');
      await books.document('invoice', '2025-08-01', 'P-M-IC-21', '3000.00', '604000');
      await books.document('invoice', '2025-08-02', 'P-S-21', '300.00', '612000');
      for (const period of [1, 2, 3, 4]) drafts[period] = await draw(period);
    });

    it('says that a draft has moved when the return before it carries something forward', async () => {
      await validate(drafts[1]!.id);
      expect(boxOf(drafts[3]!, '82')).to.deep.equal(['300.00']);
      const second = await validate(drafts[2]!.id);
      expect(boxOf(second, '81', '82', '84', '86')).to.deep.equal(['0.00', '0.00', '3000.00', '0.00']);
      const moved = await show(drafts[3]!.id);
      expect([moved.has_moved, differencesOf(moved)]).to.deep.equal([true, [['82', '300.00', '200.00']]]);
      await firm.client
        .refused(409, 'declaration_moved')
        .post(`${books.file.path}/vat-declarations/${drafts[3]!.id}/validate`, {});
      expect((await refresh(drafts[3]!.id)).has_moved).to.equal(false);
    });

    it('files the purchases of the third quarter whole, in the XML too', async () => {
      const third = await validate(drafts[3]!.id);
      expect(boxOf(third, '81', '82', '86', '55', '59')).to.deep.equal([
        ...['3000.00', '200.00', '3000.00', '630.00'],
        // 630 and 21 % of the services
        '693.00',
      ]);
      await firm.client.expect(200).patch(`${books.file.path}/settings`, {
        vat: { filer: { quality: 'declarant', name: 'Nord', phone: '022222222', email: 'tva@nord.be' } },
      });
      const xml = await readText(`/vat-declarations/${third.id}/xml`);
      expect(await findSchemaErrors(xml, 'vat-consignment')).to.deep.equal([]);
      const amounts = listElements(await readXml(Buffer.from(xml)), 'VATDeclaration/Data/Amount');
      const filed = Object.fromEntries(amounts.map(({ attributes, text }) => [attributes['GridNumber'], text]));
      expect(filed).to.deep.include({ '55': '630.00', '81': '3000.00', '86': '3000.00' });
      expect(filed).to.not.have.any.keys('62', '63', '84');
    });

    it('asks for a listing that the entries require, until it is filed on its own', async () => {
      await firm.client.expect(200).patch(`${books.file.path}/third-parties/${books.customer}`, {
        vat_number: 'FR44732829320',
        country: 'FR',
      });
      await books.document('invoice', '2025-12-30', 'S-IC-S', '250.00', '700000');
      const id = drafts[4]!.id;
      const moved = await show(id);
      expect([moved.has_moved, differencesOf(moved)]).to.deep.equal([true, [['44', '0.00', '250.00']]]);
      const { fingerprint } = await refresh(id);
      await firm.client
        .refused(409, 'declaration_moved')
        .post(`${books.file.path}/vat-declarations/${id}/validate`, { fingerprint: drafts[4]!.fingerprint });
      await validate(id, { fingerprint });
      for (const one of Object.values(drafts)) {
        await firm.client
          .refused(422, 'date_in_future')
          .post(`${books.file.path}/vat-declarations/${one.id}/filed`, { filed_on: '2999-01-01' });
        await books.post(`/vat-declarations/${one.id}/filed`, { filed_on: '2026-01-20' }, 200);
      }
      const [listing, next] = await listDue();
      expect(listing).to.include({ kind: 'intracom_listing', year: 2025, period: 4, status: 'late' });
      expect(await readDeadline()).to.deep.include({ label: listing!.label, due_on: '2026-01-26', is_late: true });
      await books.post('/vat/intracom-listing/2025/4/filed', { filed_on: '2026-01-21' }, 200);
      expect((await listDue())[0]).to.deep.equal(next);
      expect(await readDeadline()).to.include({ label: next!.label });
    });

    it('names the firm as the representative of a consignment', async () => {
      const path = `/v1/firms/${firm.token}/vat/consignment`;
      const body = { declaration_ids: [drafts[1]!.id, drafts[2]!.id] };
      const missing = ['address', 'postal_code', 'city', 'phone', 'enterprise_number'].map((name) => `firm.${name}`);
      await firm.client.refused(422, missing).post(path, body);
      await firm.client.expect(200).patch(`/v1/firms/${firm.token}`, {
        ...{ enterprise_number: '0403019261', address: 'Quai 1', postal_code: '4000', city: 'Liège' },
        ...{ email: 'tva@nord.be', phone: '+32 4 123 45 67' },
      });
      const xml = await readXml(Buffer.from((await firm.client.post(path, body)).text));
      expect(findText(xml, 'Representative/RepresentativeID')).to.equal('0403019261');
      await firm.client
        .refused(422, ['vat.filer.quality'])
        .patch(`${books.file.path}/settings`, { vat: { filer: { quality: 'gérant' } } });
    });

    it('reminds a consumer first of what is due, and what may follow', async () => {
      const person = await books.post('/third-parties', { type: 'customer', name: 'Jeanne Dubois', language: 'fr' });
      await books.post('/entries', {
        ...{
          journal_id: books.file.journal('OD'),
          entry_date: '2025-11-02',
          due_date: '2025-11-30',
          label: 'Peinture',
        },
        lines: [
          { account: '400000', debit: '100.00', third_party_id: person.id },
          { account: '700000', credit: '100.00' },
        ],
      });
      // She has no e-mail address and the service no mail server: the letter is posted.
      const body = { third_party_ids: [person.id], letters: true };
      const { letters: dry } = await books.post('/reminders', { ...body, dry_run: true }, 200);
      const [letter] = (await books.post('/reminders', body, 202)).letters as AnswerBody[];
      expect(letter!.body).to.equal((dry as AnswerBody[])[0]!.body);
      const printed = (await readPrinted(`/mails/${letter!.id}/pdf`)).replace(/\s+/g, ' ');
      for (const words of ['Peinture', '100,00', 'Ce premier rappel est gratuit', '14 jours calendrier', '20,00'])
        expect(printed).to.contain(words);
      await firm.client
        .refused(503, 'mail_not_configured')
        .post(`${books.file.path}/reminders`, { third_party_ids: [person.id] });
    });

    it('warns of cash in credit, and calls the accounts of an open year provisional', async () => {
      const spent = await post('2025-11-03', '604000', '570000', '30.00');
      expect((spent.warnings as AnswerBody[]).map(({ code }) => code)).to.deep.equal(['cash_in_credit']);
      const checks = (await books.get(`/fiscal-years/${books.file.fiscalYearId}/closing-check`)).checks as AnswerBody[];
      expect(checks.map(({ code }) => code)).to.include('cash_in_credit');
      const accounts = await books.get(`/reports/annual-accounts?fiscal_year_id=${books.file.fiscalYearId}`);
      expect(accounts.provisional).to.equal(true);
    });

    it('makes a slip for a beneficiary abroad, without a Belgian number', async () => {
      const abroad = await books.post('/third-parties', {
        ...{ type: 'supplier', name: 'Atelier Blanc', street: 'Rue de Lille', house_number: '4', postal_code: '59000' },
        ...{ city: 'Lille', country: 'FR', vat_number: 'FR44732829320' },
      });
      await books.post('/entries', {
        ...{ journal_id: books.file.journal('OD'), entry_date: '2025-11-04' },
        lines: [
          { account: '613200', debit: '500.00' },
          { account: '440000', credit: '500.00', third_party_id: abroad.id },
        ],
      });
      const { slips } = await books.get('/vat/fees-281-50/2025');
      expect((slips as AnswerBody[]).map(({ name, amount }) => [name, amount])).to.deep.equal([
        ['Atelier Blanc', '500.00'],
      ]);
      await firm.client.expect(200).patch(`${books.file.path}/settings`, {
        vat: {
          sender_281_50: {
            ...{ name: 'Nord', enterprise_number: '0403019261', address: 'Quai 1, 4000 Liège' },
            ...{ phone: '04 222', email: 'f@nord.be' },
          },
        },
      });
      const xml = await readText('/vat/fees-281-50/2025?format=xml');
      expect(xml).to.contain('Atelier Blanc');
    });
  });

  describe('of France', () => {
    before('a credit, a quarter that owes, and part payments', async () => {
      books = await vatBooks(service, firm, 'FR', 'quarterly', {
        ...{ fiscal_year: YEAR, enterprise_number: '732829320', locale: 'fr' },
        ...{ street: 'Rue de Lille', house_number: '4', postal_code: '59000', city: 'Lille' },
      });
      await books.document('invoice', '2025-02-01', 'P-G-20', '1000.00', '607000');
      await books.document('invoice', '2025-05-01', 'S-20', '3000.00', '707000');
    });

    it('carries the credit into line 22, which a draft drawn up before says', async () => {
      const second = await draw(2);
      expect(boxOf(second, '22', '32')).to.deep.equal(['0.00', '600.00']);
      await firm.client
        .refused(422, 'earlier_period_open')
        .post(`${books.file.path}/vat-declarations/${second.id}/validate`, {});
      const first = await draw(1);
      expect(boxOf(await validate(first.id), '27')).to.deep.equal(['200.00']);
      const moved = await show(second.id);
      expect(moved.has_moved).to.equal(true);
      expect(differencesOf(moved)).to.deep.include.members([
        ['22', '0.00', '200.00'],
        ['32', '600.00', '400.00'],
      ]);
      expect(boxOf(await refresh(second.id), '22', '32')).to.deep.equal(['200.00', '400.00']);
      // The credit is given up again with its return.
      await books.post(`/vat-declarations/${first.id}/reopen`, {}, 200);
      expect((await show(second.id)).has_moved).to.equal(true);
      await validate(first.id);
      await validate(second.id);
      expect(boxOf(await draw(3), '22')).to.deep.equal(['0.00']);
    });

    it('prints the form with the number before the street', async () => {
      const [{ id }] = (await books.get('/vat-declarations?per_page=1')).data as [AnswerBody];
      const printed = await readPrinted(`/vat-declarations/${id}/pdf`);
      expect(printed).to.contain('4 Rue de Lille');
    });

    it('letters part payments under one code that balances, and keeps validated words', async () => {
      const pay = async (entry_date: string, side: 'debit' | 'credit', amount: string, reference: string) => {
        const entry = await books.post('/entries', {
          ...{ journal_id: books.file.journal('OD'), entry_date, reference, label: reference },
          lines: [
            { account: '411000', [side]: amount, third_party_id: books.customer },
            { account: '580000', [side === 'debit' ? 'credit' : 'debit']: amount },
          ],
        });
        return { entry, line: (entry.lines as { id: number }[])[0]!.id };
      };
      const invoice = await pay('2025-10-01', 'debit', '1200.00', 'V1');
      for (const [day, amount] of [
        ['2025-10-02', '500.00'],
        ['2025-10-03', '300.00'],
      ] as const) {
        const { line } = await pay(day, 'credit', amount, `P${amount}`);
        await books.post('/lettering', { line_ids: [invoice.line, line], partial: true });
      }
      const records = parseFecRecords(Buffer.from(await readText(`/exports/fec/${books.file.fiscalYearId}`)));
      const { EcritureLet: code } = records.find(({ PieceRef }) => PieceRef === 'P500.00')!;
      const lettered = records.filter(({ EcritureLet }) => EcritureLet === code);
      expect(lettered.map(({ Debit, Credit }) => [Debit, Credit])).to.have.deep.members([
        ['800,00', '0,00'],
        ['0,00', '500,00'],
        ['0,00', '300,00'],
      ]);
      await firm.client
        .refused(422, 'entry_validated')
        .patch(`${books.file.path}/entries/${invoice.entry.id}`, { label: 'Autre' });
    });

    it('opens the next year by third party and open item, in a journal of its own', async () => {
      const closed = await firm.client.post(`${books.file.path}/fiscal-years/${books.file.fiscalYearId}/close`, {});
      expect(closed.status, closed.text).to.equal(200);
      const years = (await firm.client.get<{ id: number; starts_on: string }[]>(`${books.file.path}/fiscal-years`))
        .body;
      const next = years.find(({ starts_on }) => starts_on.startsWith('2026'))!.id;
      const records = parseFecRecords(Buffer.from(await readText(`/exports/fec/${next}`)));
      const opened = records.filter(({ CompteNum }) => CompteNum === '411000');
      expect(opened.map(({ JournalCode, PieceRef, Debit }) => [JournalCode, PieceRef, Debit])).to.deep.include.members([
        ['AN', 'V1', '400,00'],
      ]);
      expect(opened.every(({ CompAuxNum }) => CompAuxNum !== '')).to.equal(true);
    });
  });

  describe('of Luxembourg', () => {
    before('a quarter to be refunded, and services sold', async () => {
      books = await vatBooks(service, firm, 'LU', 'quarterly', {
        ...{ fiscal_year: YEAR, vat_number: 'LU15027442', locale: 'fr' },
        ...{ street: 'Grand-Rue', house_number: '7', postal_code: '1660', city: 'Luxembourg' },
      });
      await books.document('invoice', '2025-02-01', 'P-M-17', '1000.00', '6061');
      await books.document('invoice', '2025-05-01', 'S-17', '1000.00', '70311');
      await firm.client.expect(200).patch(`${books.file.path}/settings`, {
        vat: { ecdf: { prefix: 'ABC123', interface_id: 'DEMO', matricule: '20002212345', rcs: 'B12345' } },
      });
    });

    it('carries nothing from one return to the next: what is refundable is paid or claimed', async () => {
      const second = await draw(2);
      const first = await draw(1);
      await firm.client
        .refused(422, 'earlier_period_open')
        .post(`${books.file.path}/vat-declarations/${second.id}/validate`, {});
      expect(await validate(first.id)).to.include({ amount_refund: '170.00', amount_due: '0.00' });
      expect(await show(second.id)).to.deep.include({ has_moved: false, differences: [] });
      expect(await validate(second.id)).to.include({ amount_due: '170.00' });
      const printed = await readPrinted(`/vat-declarations/${first.id}/pdf?lang=en`);
      for (const words of ['Refundable', '7, Grand-Rue', 'Frame I.A', 'Frame I.B', 'Frame I.C'])
        expect(printed).to.contain(words);
    });

    it('has services in the line of their account, and a reference of its own in each file', async () => {
      const annual = await books.post('/vat-declarations', { year: 2025, period: 1, period_type: 'yearly' });
      expect(boxOf(annual, '007')).to.deep.equal(['0.00']);
      const [{ id }] = ((await books.get('/vat-declarations')).data as AnswerBody[]).filter(
        ({ status }) => status === 'validated',
      ) as [AnswerBody];
      const references = await Promise.all(
        [1, 2, 3].map(async () => {
          const xml = await readText(`/vat-declarations/${id}/xml`);
          return findText(await readXml(Buffer.from(xml)), 'FileReference');
        }),
      );
      expect(new Set(references).size).to.equal(3);
    });

    it('reports each tax once in the audit file', async () => {
      const root = await readXml(Buffer.from(await readText(`/exports/faia/${books.file.fiscalYearId}`)));
      const taxes = listElements(root, 'GeneralLedgerEntries/Journal/Transaction/Line').flatMap((line) =>
        listElements(line, 'TaxInformation').map((tax) => findText(tax, 'TaxAmount/Amount')),
      );
      expect(taxes).to.deep.equal(['170.00', '170.00']);
    });
  });
});
