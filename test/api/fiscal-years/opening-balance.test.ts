import { expect } from 'chai';
import { normalizeAmount, normalizeDate } from '../../../api/records/import/notations.ts';
import { MAX_OPENING_LINES } from '../../../domain/fiscal-years/opening-balance.ts';
import { expectStatus, type AnswerBody } from '../../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

describe('Opening balances', () => {
  const service = useService({ from: 'books' });
  let firm: TestFirm;
  let file: TestCompany;
  let path: string;

  beforeEach(async () => {
    firm ??= await service.newFirm();
    file = await service.newCompany(firm.client);
    path = `${file.path}/fiscal-years/${file.fiscalYearId}/opening-balance`;
  });

  const send = (content: string | Uint8Array, fields: Readonly<Record<string, string>> = {}) =>
    firm.client.upload('POST', path, [
      ...Object.entries(fields).map(([field, value]) => ({ field, content: value })),
      { field: 'file', content, name: 'balance.csv', type: 'text/csv' },
    ]);
  const refusedWith = async (request: ReturnType<typeof send>): Promise<AnswerBody> => {
    const head = await service.core.log.readHead();
    const body = await expectStatus(request, 422);
    expect(await service.core.log.readHead(), 'nothing is appended').to.equal(head);
    return body;
  };
  const linesOf = (body: AnswerBody) =>
    (body.lines as { account: { number: string }; debit: string; credit: string }[]).map(
      ({ account, debit, credit }) => [account.number, debit, credit],
    );
  const simple = {
    lines: [
      { account: '550000', debit: '10.00' },
      { account: '140000', credit: '10.00' },
    ],
  };

  it('are posted from JSON as one entry on the first day', async () => {
    const customer = await firm.client.post(`${file.path}/third-parties`, { type: 'customer', name: 'Client' });
    const body = {
      label: 'Reprise 2025',
      journal_id: file.journal('OD'),
      lines: [
        {
          account: '400000',
          debit: 121,
          third_party: customer.body.code,
          due_date: '2025-12-15',
          reference: 'F 2025/88',
          label: 'Facture',
        },
        { account_id: file.account('550000'), debit: '879.00' },
        { account: '140000', credit: '1000.00' },
      ],
    };
    const preview = await firm.client.post(path, { ...body, preview: true });
    expect(preview.status, preview.text).to.equal(200);
    expect(preview.headers.get('x-operation-id')).to.equal(null);
    expect(preview.body).to.deep.include({ preview: true, total_debit: '1000.00', label: 'Reprise 2025' });

    const posted = await firm.client.created(path, body);
    expect(posted).to.deep.include({
      origin: 'opening_balance',
      number: 1,
      entry_date: '2026-01-01T00:00:00.000000Z',
      label: 'Reprise 2025',
      total_debit: '1000.00',
      third_party: { id: customer.body.id, name: 'Client' },
    });
    const lines = posted.lines as AnswerBody[];
    expect(lines[0]).to.deep.include({
      third_party_id: customer.body.id,
      due_date: '2025-12-15T00:00:00.000000Z',
      reference: 'F 2025/88',
    });
    expect((await firm.client.get(`${file.path}/entries/${posted.id}`)).body).to.deep.equal(posted);
    expect(preview.body.lines).to.deep.equal(lines.map(({ id: _id, ...line }) => line));
  });

  it('are posted once, and again after they were reversed', async () => {
    const first = await firm.client.created(path, simple);
    await firm.client.refused(422, 'opening_balance_exists').post(path, simple);
    await firm.client.created(`${file.path}/entries/${first.id}/reverse`);
    const again = await firm.client.post(path, simple);
    expect([again.status, again.body.number], again.text).to.deep.equal([201, 3]);
  });

  it('are refused where they would count twice, in a locked period, and under a stale version', async () => {
    const { body: year } = await firm.client.get(path.replace('/opening-balance', ''));
    const january = (year.periods as { id: number }[])[0]!.id;
    const lock = `${file.path}/fiscal-years/${file.fiscalYearId}/periods/${january}`;
    await firm.client.post(`${lock}/lock`);
    const locked = await firm.client.post(path, simple);
    expect(locked.body).to.include({ code: 'period_locked', reason: 'period_locked' });
    await firm.client.post(`${lock}/unlock`);
    await firm.client.refused(409, { server_version: 3 }).post(path, simple, { 'X-Base-Version': '1' });
    const next = await firm.client.post(`${file.path}/fiscal-years`, {
      starts_on: '2027-01-01',
      ends_on: '2027-12-31',
    });
    await firm.client.created(path, simple);
    const later = await firm.client.post(`${file.path}/fiscal-years/${next.body.id}/opening-balance`, simple);
    expect([later.status, later.body.code]).to.deep.equal([422, 'opening_balance_not_first']);
  });

  it('name every line that is wrong', async () => {
    const { body } = await firm.client.post(path, {
      lines: [
        { account: '400000', debit: '1.00', third_party: 'NOBODY' },
        { account: '99', credit: '5.00' },
        { account: '550000', debit: '-1.00', due_date: 'soon' },
      ],
    });
    expect(Object.keys(body.errors)).to.deep.equal([
      ...['lines.2.debit', 'lines.2.due_date'],
      ...['lines.0.third_party', 'lines.1.account'],
    ]);
    const { body: later } = await firm.client.post(path, {
      lines: [
        { account: '400000', debit: '1.00', third_party: 'NOBODY' },
        { account: '99', credit: '5.00' },
      ],
    });
    expect(Object.keys(later.errors)).to.deep.equal(['lines', 'lines.0.third_party', 'lines.1.account']);
    for (const none of [{}, { lines: null }, { lines: [] }, { lines: 'x' }]) {
      const answer = await firm.client.post(path, none);
      expect([answer.status, Object.keys(answer.body.errors)], JSON.stringify(none)).to.deep.equal([422, ['lines']]);
    }
    const flood = {
      lines: Array.from({ length: MAX_OPENING_LINES + 1 }, () => ({ account: '550000', debit: '1.00' })),
    };
    await firm.client.refused(422).post(path, flood);
    await firm.client.refused(400).post(path, 'no json');
    await firm.client.refused(415).post(path, 'x', { 'Content-Type': 'text/csv' });
  });

  it('keep the amounts in currency of a file, with the side of their line', async () => {
    const { body } = await send(
      [
        'Compte;Débit;Crédit;Devise;Montant en devise;Cours',
        '550000;892,86;;usd;1000,00;1,12',
        '440000;;2222,22;USD;2400,00;',
        '140000;1329,36;;;;',
      ].join('\n'),
    );
    expect(
      (body.lines as AnswerBody[]).map(({ currency, currency_amount, exchange_rate }) => [
        ...[currency, currency_amount, exchange_rate],
      ]),
    ).to.deep.equal([
      ['USD', '1000.00', '1.12'],
      ['USD', '-2400.00', '1.08000108'],
      [null, null, null],
    ]);
  });

  for (const [language, header, row] of [
    [
      'French',
      'Compte;Libellé;Débit;Crédit;Code tiers;Échéance;Référence',
      '400000;Café;"1.210,00";;C1;31/12/2025;F-1',
    ],
    [
      'Dutch',
      'Rekening;Omschrijving;Debet;Credit;Relatie;Vervaldag;Factuurnummer',
      '400000;Café;1210,00;0;C1;31-12-2025;F-1',
    ],
    [
      'English',
      'Account,Description,Debit,Credit,Customer,Due date,Invoice number',
      '400000,Café,"1,210.00",,C1,2025-12-31,F-1',
    ],
    [
      'German',
      'Konto\tBuchungstext\tSoll\tHaben\tKunde\tFällig am\tBelegnummer',
      '400000\tCafé\t1 210,00 €\t\tC1\t31.12.2025\tF-1',
    ],
  ] as const) {
    it(`are read from a file with ${language} headings`, async () => {
      await firm.client.post(`${file.path}/third-parties`, { type: 'customer', code: 'C1', name: 'Client' });
      const separator = /[;,\t]/.exec(header)![0];
      const equity = ['140000', '', '', '1210.00', '', '', ''].join(separator);
      const { status, body, text } = await send(
        Buffer.from(`${header}\r\n${row}\r\n${equity}\r\n`, language === 'German' ? 'utf8' : 'latin1'),
      );
      expect(status, text).to.equal(201);
      expect(linesOf(body)).to.deep.equal([
        ['400000', '1210.00', '0.00'],
        ['140000', '0.00', '1210.00'],
      ]);
      expect((body.lines as AnswerBody[])[0]).to.deep.include({
        label: 'Café',
        due_date: '2025-12-31T00:00:00.000000Z',
        reference: 'F-1',
      });
    });
  }

  it('are read from a list of balances with their sign, without the accounts at zero', async () => {
    const list =
      'Compte;Intitulé;Débit;Crédit;Solde;Nature\n' +
      '550000;Banque;500,00;380,00;120,00;x\n' +
      '600000;Achats;;;;x\n' +
      '140000;Report;0,00;120,00;-120,00;x\n' +
      '700000;Ventes;0,00;0,00;0,00;x\n';
    expect(Object.keys((await refusedWith(send(list))).errors)).to.deep.equal(['columns.6']);
    const preview = await send(list, { ignore_unknown_columns: 'true', preview: 'true' });
    expect([preview.status, preview.body.total_debit], preview.text).to.deep.equal([200, '120.00']);
    const body = await expectStatus(send(list, { ignore_unknown_columns: '1', label: 'Reprise' }), 201);
    expect(body.label).to.equal('Reprise');
    expect(linesOf(body)).to.deep.equal([
      ['550000', '120.00', '0.00'],
      ['140000', '0.00', '120.00'],
    ]);
  });

  it('say which lines and columns of a file are wrong', async () => {
    const errors = async (csv: string) => Object.keys((await refusedWith(send(csv))).errors);
    expect(await errors('Compte;Débit\n550000;1\n')).to.deep.equal(['columns.credit']);
    expect(await errors('Libellé;Solde\nx;1\n')).to.deep.equal(['columns.account']);
    expect(await errors('account;debit;credit;due_date\n\n550000;1.234;;\n140000;;x;32/01/2026\n')).to.deep.equal([
      'lines.3.debit',
      'lines.4.credit',
      'lines.4.due_date',
    ]);
    expect(await errors('account;debit;credit;balance\n550000;5;3;1\n')).to.deep.equal(['lines.2.balance']);
    expect(await errors('account;debit;credit;third_party\n550000;5;;Z\n99;;5;\n')).to.deep.equal([
      'lines.2.third_party',
      'lines.3.account',
    ]);
    expect(await errors('account;debit;credit\n550000;5;\n140000;;4\n')).to.deep.equal(['lines']);
    expect(await errors('account;debit;credit\n550000;0;\n')).to.deep.equal(['lines']);
    expect((await refusedWith(send(''))).code).to.equal('import_empty');
    const rows = Array.from({ length: MAX_OPENING_LINES + 1 }, () => '550000;1;').join('\n');
    expect((await refusedWith(send(`account;debit;credit\n${rows}\n`))).code).to.equal('import_too_many_rows');
  });

  it('may have thousands of lines', async function () {
    this.timeout(20_000);
    const rows = Array.from({ length: MAX_OPENING_LINES / 2 }, (_, index) => `400000;${index + 1};;F${index}\n`).join(
      '',
    );
    const pairs = rows + rows.replaceAll('400000', '440000').replace(/;(\d+);;/g, ';;$1;');
    const { status, body, text } = await send(`account;debit;credit;reference\n${pairs}`);
    expect(status, text.slice(0, 300)).to.equal(201);
    expect(body.lines).to.have.length(MAX_OPENING_LINES);
    file = await service.newCompany(firm.client);
    path = `${file.path}/fiscal-years/${file.fiscalYearId}/opening-balance`;
    const label = 'x'.repeat(200);
    const lines = Array.from({ length: MAX_OPENING_LINES }, (_, index) =>
      index % 2 === 0 ? { account: '400000', debit: '1.00', label } : { account: '440000', credit: '1.00', label },
    );
    await firm.client.refused(422, 'opening_balance_too_large').post(path, { lines });
  });

  it('read amounts and dates as people write them, and leave alone what could mean two things', () => {
    for (const [written, meant] of [
      ['1234', '1234'],
      ['1234,5', '1234.5'],
      ['1.234,56', '1234.56'],
      ['1,234.56', '1234.56'],
      ['1 234 567,89 €', '1234567.89'],
      ['1\u202f234,00', '1234.00'],
      ["1'234.50", '1234.50'],
      ['-1.234.567', '-1234567'],
      ['EUR 12,00', '12.00'],
      ['1.234', '1.234'],
      ['1.23.456,7', '1.23.456,7'],
      ['1,2,3', '1,2,3'],
      ['x', 'x'],
    ] as const)
      expect(normalizeAmount(written), written).to.equal(meant);
    expect(['31/12/2025', '1.2.2026', '03-04-2026', '2026-05-06', 'soon'].map(normalizeDate)).to.deep.equal([
      '2025-12-31',
      '2026-02-01',
      '2026-04-03',
      '2026-05-06',
      'soon',
    ]);
  });
});
