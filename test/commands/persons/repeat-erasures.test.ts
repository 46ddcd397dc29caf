import { expect } from 'chai';
import { repeatErasuresWithFiles } from '../../../cli/keys/repeat-erasures.ts';
import type { AnswerBody, Client } from '../../support/client.ts';
import { useService, type TestCompany } from '../../support/service.ts';

/** A restore of older data: the vault knows of erasures that the log does not have. */
describe('Erasures that the restored log does not have', () => {
  const service = useService({ from: 'books' });
  let client: Client;
  let file: TestCompany;

  before(async () => {
    ({ client } = await service.newFirm());
    file = await service.newCompany(client);
  });

  const create = async (name: string): Promise<number> => {
    const fields = { type: 'customer', name, email: 'jane@example.net', phone: '+32470000000' };
    return (await client.created<AnswerBody>(`${file.path}/third-parties`, fields)).id;
  };
  const read = async (id: number) => (await client.get<AnswerBody>(`${file.path}/third-parties/${id}`)).body;
  const keyOf = (id: number, kind: 'books' | 'contact') => `company-${file.id}/third-party-${id}/${kind}`;
  const repeat = () => repeatErasuresWithFiles(service.core, service.config);
  const countAnswers = async (text: string): Promise<number> => {
    const { rows } = await service.core.pool.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM ops.idempotence WHERE company_id = $1 AND answer::text LIKE $2',
      [file.id, `%${text}%`],
    );
    return rows[0]!.n;
  };

  it('are recorded again, to the same extent, and purged', async () => {
    const [all, part, other] = [await create('Jane Marker'), await create('John Marker'), await create('Jim Stays')];
    const { vault } = service.core;
    await vault.destroyKeys([keyOf(all, 'books'), keyOf(all, 'contact')], 7);
    await vault.destroyKeys([keyOf(part, 'contact')], 8);
    // A person whom the restored log has never known.
    await vault.destroyKeys([keyOf(99_999, 'books')], 9);
    expect(await repeat()).to.deep.equal({ persons: 2, accounts: 0 });
    expect(await read(all)).to.include({ name: '[erased]', email: null, phone: null, is_active: false });
    expect((await read(all))['erased_at']).to.be.a('string');
    expect(await read(part)).to.include({ name: 'John Marker', phone: null });
    expect(await read(other)).to.include({ name: 'Jim Stays', phone: '+32470000000', erased_at: null });
    expect(await countAnswers('Jane Marker')).to.equal(0);
    const erased = (await service.events(file.id)).filter(({ type }) => type === 'PersonErased');
    expect(erased.map(({ data }) => [data['third_party_id'], data['part']])).to.deep.equal([
      [all, 'all'],
      [part, 'contact'],
    ]);
    expect(await repeat(), 'nothing is left').to.deep.equal({ persons: 0, accounts: 0 });
  });

  it('end accounts that were deleted', async () => {
    const person = await service.newUser();
    await service.core.vault.destroyKeys([`user-${person.id}`], 10);
    expect(await repeat()).to.deep.equal({ persons: 0, accounts: 1 });
    expect((await person.client.get('/v1/auth/me')).status).to.equal(401);
  });

  it('and those that the log has destroy keys which an older vault has brought back', async () => {
    const id = await create('Jack Marker');
    const { vault, pool } = service.core;
    await vault.createKeys([keyOf(id, 'books')]);
    await client.post(`${file.path}/third-parties/${id}/erase`, { reason: 'Asked', confirm: 'Jack Marker' });
    expect((await vault.loadKeys([keyOf(id, 'books')])).get(keyOf(id, 'books'))).to.equal(null);
    await pool.query('DELETE FROM vault.erasures WHERE key_id = $1', [keyOf(id, 'books')]);
    await pool.query('DELETE FROM vault.keys WHERE id = $1', [keyOf(id, 'books')]);
    await vault.createKeys([keyOf(id, 'books')]);
    await repeat();
    const { rows } = await pool.query('SELECT wrapped FROM vault.keys WHERE id = $1', [keyOf(id, 'books')]);
    expect(rows).to.deep.equal([{ wrapped: null }]);
  });
});
