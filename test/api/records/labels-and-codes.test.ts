import { expect } from 'chai';
import type { AnswerBody, Client } from '../../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

describe('Records of their own kind', () => {
  const service = useService();
  let firm: TestFirm;
  let file: TestCompany;
  let reader: Client;

  before(async () => {
    firm = await service.newFirm({ locale: 'nl' });
    file = await service.newCompany(firm.client);
    reader = (await service.newMember(firm, 'manager', { locale: null })).client;
  });

  const labelOf = async (client: Client, path: string, headers?: Record<string, string>) =>
    (await client.get(`${file.path}/${path}`, headers)).body.label;

  describe('labels of the country pack', () => {
    it('come in the language of the header, of the query, or of the firm', async () => {
      const journal = `journals/${file.journal('VEN')}`;
      for (const [language, label] of [
        ['fr', 'Ventes'],
        ['nl', 'Verkopen'],
        ['en', 'Sales'],
        ['de', 'Verkäufe'],
      ] as const) {
        expect(await labelOf(reader, journal, { 'Accept-Language': language })).to.equal(label);
        expect(await labelOf(reader, `${journal}?lang=${language}`)).to.equal(label);
        const listed = (await reader.get<AnswerBody[]>(`${file.path}/journals?lang=${language}`)).body;
        expect(listed.find(({ id }) => id === file.journal('VEN'))!.label).to.equal(label);
      }
      expect(
        await labelOf(reader, `${journal}?lang=fr`, { 'Accept-Language': 'de' }),
        'the query wins over the header',
      ).to.equal('Ventes');
      expect(await labelOf(reader, journal, { 'Accept-Language': 'es, de;q=0.5, fr;q=0.2' })).to.equal('Verkäufe');
      expect(await labelOf(reader, journal), 'the firm speaks Dutch').to.equal('Verkopen');
    });

    it('come in the language that the user has chosen, whatever the request says', async () => {
      const german = (await service.newMember(firm, 'reviewer', { locale: 'de' })).client;
      expect(await labelOf(german, `journals/${file.journal('VEN')}?lang=fr`, { 'Accept-Language': 'en' })).to.equal(
        'Verkäufe',
      );
    });

    it('are translated for accounts, VAT codes and control accounts too', async () => {
      const account = `accounts/${file.account('440000')}`;
      const labels = await Promise.all(
        ['fr', 'nl', 'en', 'de'].map((language) => labelOf(reader, `${account}?lang=${language}`)),
      );
      expect(new Set(labels)).to.have.property('size', 4);
      const journal = await reader.get(`${file.path}/journals/${file.journal('ACH')}?lang=de`);
      expect(journal.body.control_account).to.deep.equal({
        id: file.account('440000'),
        number: '440000',
        label: labels[3],
      });
      const code = (await reader.get<AnswerBody[]>(`${file.path}/vat-codes`)).body[0]!;
      expect(await labelOf(reader, `vat-codes/${code.id}?lang=fr`)).to.not.equal(
        await labelOf(reader, `vat-codes/${code.id}?lang=nl`),
      );
    });

    it('give way to a label that someone typed, in every language', async () => {
      const path = `accounts/${file.account('612000')}`;
      await reader.patch(`${file.path}/${path}`, { label: 'Énergie' });
      for (const language of ['fr', 'nl', 'en', 'de'])
        expect(await labelOf(reader, `${path}?lang=${language}`)).to.equal('Énergie');
    });

    it('are found by a search in any of the four languages', async () => {
      for (const q of ['ventes', 'VERKOPEN', 'sales', 'verkaufe']) {
        expect(
          (await reader.get<AnswerBody[]>(`${file.path}/journals?q=${q}`)).body.map(({ id }) => id),
          q,
        ).to.include(file.journal('VEN'));
      }
    });
  });

  describe('third parties', () => {
    const create = (body: Record<string, unknown>) => firm.client.created(`${file.path}/third-parties`, body);

    it('get a code and the control account of their kind when none is given', async () => {
      const [customer, supplier] = [
        await create({ type: 'customer', name: 'Client' }),
        await create({ type: 'supplier', name: 'Fournisseur' }),
      ];
      expect(customer.code).to.match(/^C\d{5}$/);
      expect(supplier.code).to.match(/^S\d{5}$/);
      expect(customer.account_id).to.equal(file.account('400000'));
      expect(supplier.account_id).to.equal(file.account('440000'));
    });

    it('never get the same code, also at the same moment and after others were trashed', async () => {
      const many = await Promise.all(
        Array.from({ length: 10 }, (_, n) => create({ type: 'customer', name: `Client ${n}` })),
      );
      await firm.client.delete(`${file.path}/third-parties/${many[3]!.id}`);
      many.push(await create({ type: 'customer', name: 'After' }));
      expect(new Set(many.map(({ code }) => code))).to.have.property('size', 11);
      await firm.client.expect(200).post(`${file.path}/trash/third-parties/${many[3]!.id}/restore`);
    });

    it('are not posted to a group account', async () => {
      const group = (await firm.client.get<AnswerBody[]>(`${file.path}/accounts?is_postable=0`)).body[0]!.id;
      await firm.client.refused(422, ['account_id']).post(`${file.path}/third-parties`, {
        type: 'customer',
        name: 'X',
        account_id: group,
      });
    });

    it('are listed by type and searched by name, VAT number and IBAN', async () => {
      const own = await service.newCompany(firm.client);
      const add = (body: Record<string, unknown>) => firm.client.post(`${own.path}/third-parties`, body);
      await add({ type: 'customer', name: 'Café de la Gare', vat_number: 'BE0477472701', ibans: ['BE68539007547034'] });
      await add({ type: 'supplier', name: 'Gare du Nord SA' });
      const names = async (query: string) =>
        (await firm.client.get<AnswerBody[]>(`${own.path}/third-parties?${query}`)).body.map(({ name }) => name);
      expect(await names('type=customer')).to.deep.equal(['Café de la Gare']);
      expect(await names('q=gare')).to.have.members(['Café de la Gare', 'Gare du Nord SA']);
      expect(await names('q=CAFE')).to.deep.equal(['Café de la Gare']);
      expect(await names('q=gare&type=supplier')).to.deep.equal(['Gare du Nord SA']);
      expect(await names('q=0477472701')).to.deep.equal(['Café de la Gare']);
      expect(await names('q=BE685390')).to.deep.equal(['Café de la Gare']);
      expect(await names('q=')).to.have.length(2);
    });

    it('announce their creation and their changes once, with the fields that changed', async () => {
      const party = await create({ type: 'customer', name: 'Announced' });
      await firm.client.patch(`${file.path}/third-parties/${party.id}`, { name: 'Renamed', notes: 'x' });
      await firm.client.patch(`${file.path}/third-parties/${party.id}`, { name: 'Renamed' });
      const { rows } = await service.core.pool.query<{ event: string; data: Record<string, unknown> }>(
        `SELECT event, data FROM ops.outbox WHERE event LIKE 'third_party.%' AND (data->>'id')::bigint = $1 ORDER BY created_at`,
        [party.id],
      );
      expect(rows.map(({ event }) => event)).to.deep.equal(['third_party.created', 'third_party.updated']);
      const members = [
        'id',
        'type',
        'code',
        'name',
        'vat_number',
        'enterprise_number',
        'country',
        'email',
        'peppol_identifier',
        'peppol_registered',
      ];
      expect(rows[0]!.data).to.have.all.keys(members);
      expect(rows[1]!.data).to.have.all.keys(...members, 'changed');
      expect([...(rows[1]!.data.changed as string[])].sort()).to.deep.equal(['name', 'notes']);
    });
  });

  it('keeps an account that a journal, a VAT code or a third party points to', async () => {
    for (const number of ['440000', '411000', '400000']) {
      const { status, body } = await firm.client.delete(`${file.path}/accounts/${file.account(number)}`);
      expect([status, body.code], number).to.deep.equal([422, 'in_use']);
    }
  });

  it('takes the type of a new account as given, else from its number, and its class always from there', async () => {
    for (const [number, type] of [
      ['1992', 'equity'],
      ['2992', 'asset'],
      ['6992', 'expense'],
      ['7992', 'income'],
      ['0992', 'off_balance'],
      ['8992', 'off_balance'],
    ] as const) {
      const created = (await firm.client.post(`${file.path}/accounts`, { number, label: 'X', type: null })).body;
      expect(created).to.include({ number, type, class: Number(number[0]) });
    }
    const { body } = await firm.client.post(`${file.path}/accounts`, {
      number: '0991',
      label: 'Hors bilan',
      type: 'off_balance',
      class: 5,
    });
    expect(body).to.include({ class: 0, type: 'off_balance' });
    const renumbered = await firm.client.patch(`${file.path}/accounts/${body.id}`, { number: '1991' });
    expect(renumbered.body).to.include({ number: '1991', class: 1, version: 2 });
  });
});
