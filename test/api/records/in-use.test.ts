import { expect } from 'chai';
import { expectStatus } from '../../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

describe('A record that cannot be deleted', () => {
  const service = useService();
  let firm: TestFirm;
  let file: TestCompany;

  before(async () => {
    firm = await service.newFirm();
    file = await service.newCompany(firm.client);
  });

  const post = (account: string) =>
    firm.client.post(`${file.path}/entries`, {
      journal_id: file.journal('OD'),
      entry_date: '2026-03-15',
      lines: [
        { account, debit: '10.00' },
        { account: '440000', credit: '10.00' },
      ],
    });

  it('says by how many entries, records and settings it is used, as data and in words', async () => {
    const { body: account } = await firm.client.post(`${file.path}/accounts`, { number: '612999', label: 'Café' });
    for (let times = 0; times < 3; times++) await expectStatus(post('612999'), 201);
    const supplier = { type: 'supplier', name: 'Torréfaction', default_account_id: account.id };
    await firm.client.created(`${file.path}/third-parties`, supplier);
    const one = `${file.path}/accounts/${account.id}`;
    const body = await firm.client.refused(422).delete(one);
    expect(body.used_by).to.deep.equal([
      { resource: 'entries', count: 3 },
      { resource: 'third-parties', count: 1 },
    ]);
    expect(body.errors.id).to.deep.equal(['This record is in use and cannot be deleted: 3 entries, 1 third party.']);
    expect(body.error_codes).to.deep.equal({ id: ['in_use'] });
    const { client } = await service.newMember(firm, 'admin', { locale: 'fr' });
    expect((await client.delete(one)).body.message).to.equal(
      'Cet enregistrement est utilisé et ne peut être supprimé : 3 écritures, 1 tiers.',
    );
  });

  it('names the settings of the company file, too', async () => {
    const journal = await firm.client.delete(`${file.path}/journals/${file.journal('OD')}`);
    expect(journal.body.used_by).to.deep.equal([
      { resource: 'entries', count: 3 },
      { resource: 'settings', count: 3 },
    ]);
    expect(journal.body.message).to.contain('3 entries, 3 settings of the company file');
  });
});
