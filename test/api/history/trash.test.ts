import { expect } from 'chai';
import { purgeOverdueRecords } from '../../../commands/history/purge.ts';
import { toBookDate } from '../../../domain/dates.ts';
import { LANGUAGES } from '../../../domain/language.ts';
import { expectRefusal, expectStatus, type AnswerBody } from '../../support/client.ts';
import { useHistory } from './support.ts';

interface TrashItem extends AnswerBody {
  readonly type: string;
  readonly label: string | null;
  readonly can_restore: boolean;
  readonly blocked_by: { code: string; message: string }[];
}

describe('The recycle bin', () => {
  const books = useHistory();
  const path = (suffix: string) => `${books.file.path}${suffix}`;
  const trash = (query = '') => books.firm.client.ok(path(`/trash?per_page=200&${query}`));
  const items = async (query = '') => (await trash(query)).data as TrashItem[];
  const trashed = async (type: string, body: object): Promise<AnswerBody> => {
    const made = await books.firm.client.created(path(`/${type}`), body);
    const deleted = await books.firm.client.delete(path(`/${type}/${made.id}`));
    expect([deleted.status, deleted.headers.get('x-trashed')]).to.deep.equal([204, '1']);
    return made;
  };
  const party = (code?: string) => trashed('third-parties', { type: 'customer', name: 'Hôtel', ...(code && { code }) });

  it('lists what was deleted, with counts, types and how long it is kept', async () => {
    const { id } = await party();
    const account = await trashed('accounts', { number: '614999', label: 'Divers' });
    const { body } = await books.firm.client.get(path('/trash?per_page=1'));
    expect(body).to.deep.include({ per_page: 1, total: 2, last_page: 2, retention_days: 30, can_purge: true });
    expect(body.counts).to.deep.include({ 'third-parties': 1, accounts: 1, journals: 0 });
    expect(body.types).to.include.members(['third-parties', 'accounts', 'journals', 'vat-codes']);
    const [last] = body.data as TrashItem[];
    expect(last).to.deep.include({
      type: 'accounts',
      id: account.id,
      label: '614999 Divers',
      can_restore: true,
      blocked_by: [],
    });
    expect(last!.deleted_by).to.deep.include({ id: books.firm.admin.id });
    const deleted = Date.parse(last!.deleted_at as string);
    expect(last!.purge_on).to.equal(toBookDate(new Date(deleted + 30 * 24 * 3_600_000)));
    expect((await items('type=third-parties')).map((item) => item.id)).to.deep.equal([id]);
    expect(await trash('type=journals')).to.deep.include({ total: 0, data: [] });
    const reviewer = await books.service.newMember(books.firm, 'reviewer', { allCompanies: true });
    expect((await reviewer.client.get(path('/trash'))).body.can_purge).to.equal(false);
  });

  it('gives a record back with another code when its own was taken since', async () => {
    const { id } = await party('HOTEL1');
    await books.firm.client.created(path('/third-parties'), { type: 'customer', name: 'Autre', code: 'HOTEL1' });
    const [item] = await items('type=third-parties');
    expect(item).to.deep.include({ id, can_restore: false });
    expect(item!.blocked_by.map(({ code }) => code)).to.deep.equal(['record_taken']);
    const restore = (body: object) => books.firm.client.post(path(`/trash/third-parties/${id}/restore`), body);
    await expectRefusal(restore({}), 422, ['code']);
    await expectStatus(restore({ code: 'HOTEL1' }), 422);
    expect(Object.keys((await restore({ number: '12' })).body.errors)).to.deep.equal(['number']);
    const restored = await expectStatus(restore({ code: 'HOTEL2' }), 200);
    expect(restored).to.deep.include({ id, code: 'HOTEL2', deleted_at: null });
    const [update, back] = await books.history(`resource=third-parties&record_id=${id}`);
    expect([update!.op, back!.op]).to.deep.equal(['update', 'restore']);
  });

  it('names what a record refers to when that lies in the bin too', async () => {
    const account = await books.firm.client.post(path('/accounts'), { number: '614998', label: 'Divers' });
    const made = await books.firm.client.created(path('/third-parties'), {
      type: 'supplier',
      name: 'Imprimerie',
      default_account_id: account.body.id,
    });
    await books.firm.client.delete(path(`/third-parties/${made.id}`));
    await books.firm.client.expect(204).delete(path(`/accounts/${account.body.id}`));
    const restore = () => books.firm.client.post(path(`/trash/third-parties/${made.id}/restore`), {});
    const messages = new Set<string>();
    for (const locale of LANGUAGES) {
      await books.firm.client.patch('/v1/auth/me', { locale });
      const refused = await expectStatus(restore(), 422);
      expect(refused).to.deep.include({
        code: 'parent_in_bin',
        parents: [{ resource: 'accounts', id: account.body.id }],
      });
      messages.add(refused.message);
    }
    expect(messages).to.have.length(4);
    // What is referred to from within the bin stays there, so that both can come back.
    const purge = await books.firm.client.refused(422, 'in_use').delete(path(`/trash/accounts/${account.body.id}`));
    expect(purge.used_by).to.deep.equal([{ resource: 'third-parties', count: 1 }]);
    await books.firm.client.expect(200).post(path(`/trash/accounts/${account.body.id}/restore`), {});
    await expectStatus(restore(), 200);
  });

  it('removes one for good, and tells those who synchronise', async () => {
    const { id } = await party();
    const { body: before } = await books.firm.client.get(path('/sync/pull?limit=2000'));
    const purged = await books.firm.client.delete(path(`/trash/third-parties/${id}`));
    expect(purged.status).to.equal(204);
    expect(purged.headers.get('x-operation-id')).to.be.a('string');
    await books.firm.client.refused(404).delete(path(`/trash/third-parties/${id}`));
    await books.firm.client.refused(404).post(path(`/trash/third-parties/${id}/restore`), {});
    expect((await items()).map((item) => item.id)).to.not.include(id);
    const { body: after } = await books.firm.client.get(path(`/sync/pull?since=${before.cursor as number}`));
    const [change] = after.changes as AnswerBody[];
    expect(change).to.deep.include({ resource: 'third-parties', op: 'delete', id });
    expect(change!.data).to.deep.include({ id, reason: 'purged' });
    const [revision] = await books.history(`resource=third-parties&record_id=${id}`);
    expect(revision).to.deep.include({ op: 'purge', can_revert: false });
    expect(revision!.blocked_by[0]).to.deep.include({ code: 'undo_purged' });
    expect(await books.history(`resource=third-parties&record_id=${id}&op=purge`)).to.have.length(1);
    const next = await books.firm.client.post(path('/third-parties'), { type: 'customer', name: 'Suivant' });
    expect(next.body.code, 'a code is not handed out twice').to.not.equal(undefined);
  });

  it('keeps a merged third party, whose entries refer to it', async () => {
    const goes = await books.party();
    await books.item('10.00', { party: goes });
    const stays = await books.party();
    await books.firm.client.expect(200).post(path(`/third-parties/${goes}/merge`), { into: stays });
    await books.firm.client.refused(422, 'in_use').delete(path(`/trash/third-parties/${goes}`));
  });

  it('is emptied by an admin: all but what something refers to', async () => {
    await party();
    await party();
    const manager = await books.service.newMember(books.firm, 'manager', { allCompanies: true });
    await manager.client.refused(403).delete(path('/trash'));
    const encoder = await books.service.newMember(books.firm, 'encoder', { allCompanies: true });
    const { id } = await party();
    await encoder.client.refused(403).delete(path(`/trash/third-parties/${id}`));
    const left = (await items()).length;
    const { status, body, headers } = await books.firm.client.delete(path('/trash'));
    expect(status).to.equal(200);
    expect(body).to.deep.equal({ purged: left - 1, kept: 1 });
    expect(headers.get('x-operation-id')).to.be.a('string');
    expect(await items()).to.have.length(1);
    const again = await books.firm.client.delete(path('/trash'));
    expect(again.body).to.deep.equal({ purged: 0, kept: 1 });
    expect(again.headers.get('x-operation-id')).to.equal(null);
  });

  it('loses at night what has lain there for longer than the file keeps it, once, in however many processes', async () => {
    const { id } = await party();
    const { id: young } = await party();
    const { pool } = books.service.core;
    const age = (days: number, record: number) =>
      pool.query(`UPDATE read.third_parties SET deleted_at = now() - make_interval(days => $1) WHERE id = $2`, [
        days,
        record,
      ]);
    const { rows } = await pool.query<{ deleted_at: string }>(
      'SELECT deleted_at FROM read.third_parties WHERE id = $1',
      [id],
    );
    await age(31, id);
    await age(29, young);
    const purged = await Promise.all([
      purgeOverdueRecords(books.service.core),
      purgeOverdueRecords(books.service.core),
    ]);
    expect(purged.reduce((sum, count) => sum + count, 0)).to.equal(1);
    expect(await purgeOverdueRecords(books.service.core)).to.equal(0);
    const kept = (await items()).map((item) => item.id);
    expect(kept).to.include(young);
    expect(kept).to.not.include(id);
    const [revision] = await books.history(`resource=third-parties&record_id=${id}`);
    expect(revision).to.deep.include({ op: 'purge', user: null, origin: 'retention' });
    // Back to what the log says: the tables are held against it at the end.
    await pool.query('UPDATE read.third_parties SET deleted_at = $1 WHERE id = $2', [rows[0]!.deleted_at, id]);
    const [trashing] = await books.history(`resource=third-parties&record_id=${young}&op=delete`);
    await pool.query('UPDATE read.third_parties SET deleted_at = $1 WHERE id = $2', [
      trashing!.after!.deleted_at,
      young,
    ]);
    await books.firm.client.patch(path('/settings'), { history: { trash_retention_days: 5 } });
    expect((await trash()).retention_days).to.equal(5);
  });
});
