import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { LANGUAGES } from '../../../domain/language.ts';
import { rebuildReadTables } from '../../../projections/engine/rebuild.ts';
import { expectStatus, expectRefusal, type Answer, type AnswerBody } from '../../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';
import { outcomes, push, type Action, type Result } from './support.ts';

interface Conflict extends AnswerBody {
  readonly status: string;
  readonly overlap: readonly string[];
  readonly base_data: AnswerBody;
  readonly client_data: AnswerBody;
  readonly server_data: AnswerBody;
  readonly suggested: { readonly resolution: string; readonly data: AnswerBody | null };
}

const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

describe('Conflicts of clients that were offline', () => {
  const service = useService({ from: 'books' });
  let firm: TestFirm;
  let file: TestCompany;

  before(async () => {
    firm = await service.newFirm();
    file = await service.newCompany(firm.client);
  });

  const newParty = async (name = 'Brasserie'): Promise<AnswerBody> =>
    (await firm.client.post(`${file.path}/third-parties`, { type: 'customer', name, city: 'Namur' })).body;
  const pathOf = ({ id }: AnswerBody): string => `${file.path}/third-parties/${id}`;
  const patch = (party: AnswerBody, body: object, fields: Partial<Action> = {}): Action => ({
    mutation_id: randomUUID(),
    method: 'PATCH',
    path: `third-parties/${party.id}`,
    body,
    base_version: party.version,
    ...fields,
  });
  const shown = async (party: AnswerBody): Promise<AnswerBody> => (await firm.client.get(pathOf(party))).body;
  const list = async (query = '') =>
    (await firm.client.get<AnswerBody & { data: Conflict[]; open: number }>(`${file.path}/sync/conflicts${query}`))
      .body;
  const one = async ({ conflict_id }: Result): Promise<Conflict> =>
    (await list('?per_page=200')).data.find(({ id }) => id === conflict_id)!;
  const resolve = (id: number | undefined, body: object, client = firm.client): Promise<Answer<Conflict>> =>
    client.post<Conflict>(`${file.path}/sync/conflicts/${id}/resolve`, body);
  /** Someone has renamed the party, and a tablet that did not know renames it too. */
  const met = async (fields: Partial<Action> = {}): Promise<{ party: AnswerBody; action: Action; result: Result }> => {
    const party = await newParty();
    await firm.client.patch(pathOf(party), { name: 'Server' });
    const action = patch(party, { name: 'Tablet' }, fields);
    const { results } = await push(firm.client, file, [action]);
    return { party, action, result: results[0]! };
  };

  it('keep what the client had read, what it asked for and what the server has, and change nothing', async () => {
    const occurredAt = ago(30);
    const { party, action, result } = await met({ occurred_at: occurredAt });
    expect(result).to.include({ status: 409, outcome: 'conflict', replayed: false });
    expect(result.body).to.include({ code: 'conflict', server_version: 2 });
    expect(await shown(party)).to.include({ name: 'Server', version: 2 });
    const conflict = await one(result);
    const { updated_at: _now, ...was } = party;
    expect(conflict).to.deep.include({
      status: 'open',
      resource: 'third-parties',
      record_id: party.id,
      mutation_id: action.mutation_id,
      method: 'PATCH',
      path: action.path,
      base_version: 1,
      server_version: 2,
      overlap: ['name'],
      device: { id: 'tablet', name: null },
      user: { id: firm.admin.id, name: 'Ada Admin' },
      client_data: { name: 'Tablet' },
      resolution: null,
      resolved_at: null,
      resolved_by: null,
      version: 1,
      occurred_at: occurredAt.replace('Z', '000Z'),
    });
    expect(conflict.base_data).to.deep.include(was);
    expect(conflict.server_data).to.deep.equal(await shown(party));
  });

  it('do not come about where fields do not touch one another', async () => {
    const party = await newParty();
    await firm.client.patch(pathOf(party), { name: 'Server' });
    const [result] = (await push(firm.client, file, [patch(party, { city: 'Liège', email: 'a@example.com' })])).results;
    expect(result).to.include({ status: 200, outcome: 'applied', merged: true });
    expect(await shown(party)).to.include({ name: 'Server', city: 'Liège', email: 'a@example.com', version: 3 });
  });

  it('do not come about where both want the same, nor over what the device itself has sent', async () => {
    const party = await newParty();
    await firm.client.patch(pathOf(party), { name: 'Same' });
    const same = await push(firm.client, file, [patch(party, { name: 'Same' })]);
    expect(outcomes(same)).to.deep.equal(['200 applied']);
    const own = await newParty();
    const queue = [patch(own, { name: 'One' }), patch(own, { name: 'Two' }), patch(own, {}, { method: 'DELETE' })];
    expect(outcomes(await push(firm.client, file, queue))).to.deep.equal(['200 applied', '200 applied', '204 applied']);
    const third = await newParty();
    const first = await push(firm.client, file, [patch(third, { name: 'One' })], { device: 'phone' });
    expect(outcomes(first)).to.deep.equal(['200 applied']);
    const other = await push(firm.client, file, [patch(third, { name: 'Two' })], { device: 'laptop' });
    expect(outcomes(other)).to.deep.equal(['409 conflict']);
  });

  it('merge under their key: a merge whose answer was lost is answered again', async () => {
    const party = await newParty();
    await firm.client.patch(pathOf(party), { name: 'Server' });
    const action = patch(party, { city: 'Liège' });
    const first = await push(firm.client, file, [action]);
    await firm.client.patch(pathOf(party), { city: 'Arlon' });
    const again = await push(firm.client, file, [action]);
    expect(outcomes(again)).to.deep.equal(['200 replayed']);
    expect(again.results[0]!.body).to.deep.equal(first.results[0]!.body);
    expect(await shown(party)).to.include({ city: 'Arlon' });
  });

  it('are met by deletions of what others have changed, and by changes of settings and entries', async () => {
    const party = await newParty();
    await firm.client.patch(pathOf(party), { city: 'Liège' });
    const deletion = { method: 'DELETE', path: `third-parties/${party.id}`, base_version: 1 };
    const { version } = (await firm.client.get(file.path)).body;
    await firm.client.patch(`${file.path}/settings`, { history: { trash_retention_days: 40 } });
    const settings = { method: 'PATCH', path: 'settings', base_version: version };
    const pushed = await push(firm.client, file, [
      deletion,
      { ...settings, body: { history: { trash_retention_days: 50 } } },
      { ...settings, body: { vat: { administration_cell: 'Namur 1' } } },
    ]);
    expect(outcomes(pushed)).to.deep.equal(['409 conflict', '409 conflict', '200 applied']);
    expect(await one(pushed.results[0]!)).to.deep.include({
      client_data: null,
      overlap: [],
      suggested: { resolution: 'keep_server', data: null },
    });
    expect(await one(pushed.results[1]!)).to.deep.include({
      resource: 'companies',
      record_id: file.id,
      overlap: ['history.trash_retention_days'],
    });
  });

  it('suggest the later action of the two, field by field', async () => {
    const party = await newParty();
    await firm.client.patch(pathOf(party), { name: 'Server' }, { 'X-Occurred-At': ago(60) });
    await firm.client.patch(pathOf(party), { city: 'Arlon' }, { 'X-Occurred-At': ago(10) });
    const action = patch(party, { name: 'Tablet', city: 'Liège', phone: '081 00 00 00' }, { occurred_at: ago(30) });
    const { overlap, suggested } = await one((await push(firm.client, file, [action])).results[0]!);
    expect(overlap).to.deep.equal(['name', 'city']);
    expect(suggested).to.deep.equal({ resolution: 'merge', data: { name: 'Tablet', phone: '081 00 00 00' } });
  });

  it('are answered again while they are open, and not made twice', async () => {
    const { action, result } = await met();
    const events = (await service.events(file.id)).length;
    const again = (await push(firm.client, file, [action])).results[0]!;
    expect(again).to.include({ status: 409, outcome: 'conflict', replayed: true, conflict_id: result.conflict_id });
    expect(again.body).to.include({ code: 'conflict', server_version: 2 });
    const other = await push(firm.client, file, [{ ...action, body: { name: 'Other' } }]);
    expect(outcomes(other)).to.deep.equal(['422 rejected']);
    expect(other.results[0]!.body.code).to.equal('idempotency_key_reused');
    expect((await service.events(file.id)).length).to.equal(events);
  });

  it('are made once when the same push comes many times at once', async () => {
    const party = await newParty();
    await firm.client.patch(pathOf(party), { name: 'Server' });
    const action = patch(party, { name: 'Tablet' });
    const pushes = await Promise.all(Array.from({ length: 8 }, () => push(firm.client, file, [action])));
    expect(new Set(pushes.map(({ results }) => results[0]!.conflict_id)).size).to.equal(1);
  });

  it('are resolved for the server: nothing changes, and the action is done away with', async () => {
    const { party, action, result } = await met();
    const { status, body, headers } = await resolve(result.conflict_id, { resolution: 'keep_server' });
    expect(status).to.equal(200);
    expect(body).to.deep.include({
      status: 'resolved',
      resolution: 'keep_server',
      resolved_data: null,
      version: 2,
      resolved_by: { id: firm.admin.id, name: 'Ada Admin' },
    });
    expect(headers.get('etag')).to.equal('"v2"');
    expect(await shown(party)).to.include({ name: 'Server', version: 2 });
    const again = (await push(firm.client, file, [action])).results[0]!;
    expect(again).to.include({ status: 200, outcome: 'replayed', conflict_id: result.conflict_id });
    expect(again.body).to.deep.equal(await shown(party));
  });

  it('are resolved for the client, or merged, through the route that the client had asked for', async () => {
    const client = await met();
    expect((await resolve(client.result.conflict_id, { resolution: 'keep_client' })).body.status).to.equal('resolved');
    expect(await shown(client.party)).to.include({ name: 'Tablet', version: 3 });
    const merged = await met();
    const data = { name: 'Both', city: 'Dinant' };
    const resolved = await resolve(merged.result.conflict_id, {
      resolution: 'merge',
      data,
      expected_server_version: 2,
    });
    expect(resolved.body).to.deep.include({ status: 'resolved', resolution: 'merge', resolved_data: data });
    expect(await shown(merged.party)).to.include({ name: 'Both', city: 'Dinant', version: 3 });
    const again = (await push(firm.client, file, [merged.action])).results[0]!;
    expect(again).to.include({ status: 200, outcome: 'replayed' });
    expect(again.body).to.include({ name: 'Both' });
    const party = await newParty();
    await firm.client.patch(pathOf(party), { city: 'Liège' });
    const deletion = { method: 'DELETE', path: `third-parties/${party.id}`, base_version: 1 };
    const { results } = await push(firm.client, file, [deletion]);
    await expectStatus(resolve(results[0]!.conflict_id, { resolution: 'keep_client' }), 200);
    await firm.client.refused(404).get(pathOf(party));
  });

  it('are not resolved on what has moved on again, twice, or with what the route refuses', async () => {
    const { party, result } = await met();
    await firm.client.patch(pathOf(party), { name: 'Server again' });
    const stale = await resolve(result.conflict_id, { resolution: 'keep_client', expected_server_version: 2 });
    expect(stale.status).to.equal(409);
    expect(stale.body).to.include({ code: 'conflict', server_version: 3 });
    const refused = await resolve(result.conflict_id, { resolution: 'merge', data: { country_code: 'Belgium' } });
    expect(refused.status).to.equal(422);
    expect(refused.body.errors).to.have.any.keys('country_code');
    const without = await resolve(result.conflict_id, { resolution: 'merge' });
    expect(without.body).to.include({ code: 'merge_data_required' });
    await expectStatus(resolve(result.conflict_id, { resolution: 'perhaps' }), 422);
    await expectStatus(resolve(999_999, { resolution: 'keep_server' }), 404);
    expect((await shown(party)).version).to.equal(3);
    await expectStatus(resolve(result.conflict_id, { resolution: 'keep_client' }), 200);
    await expectRefusal(resolve(result.conflict_id, { resolution: 'keep_client' }), 422, 'conflict_already_resolved');
  });

  it('say what is wrong in four languages', async () => {
    const member = await service.newMember(firm, 'admin', { locale: null });
    const { result } = await met();
    const deleted = await newParty();
    await firm.client.patch(pathOf(deleted), { city: 'Liège' });
    const deletion = { method: 'DELETE', path: `third-parties/${deleted.id}`, base_version: 1 };
    const { results } = await push(firm.client, file, [deletion]);
    const said = new Map<string, Set<string>>();
    const note = ({ body }: Answer<Conflict>) =>
      said.set(body.code!, (said.get(body.code!) ?? new Set()).add(body.message));
    const path = `${file.path}/sync/conflicts/${result.conflict_id}/resolve`;
    for (const language of LANGUAGES) {
      note(await member.client.post(`${path}?lang=${language}`, { resolution: 'merge' }));
      const other = `${file.path}/sync/conflicts/${results[0]!.conflict_id}/resolve?lang=${language}`;
      note(await member.client.post(other, { resolution: 'merge', data: {} }));
    }
    await resolve(result.conflict_id, { resolution: 'keep_server' });
    for (const language of LANGUAGES)
      note(await member.client.post(`${path}?lang=${language}`, { resolution: 'merge' }));
    expect([...said.keys()].sort()).to.deep.equal([
      'conflict_already_resolved',
      'merge_data_required',
      'merge_not_possible',
    ]);
    for (const [code, messages] of said) expect(messages.size, code).to.equal(LANGUAGES.length);
  });

  it('are decided by who asked, or by who could have asked; everybody sees them', async () => {
    const { result } = await met();
    const [reviewer, encoder] = [await service.newMember(firm, 'reviewer'), await service.newMember(firm, 'encoder')];
    for (const resolution of ['keep_server', 'keep_client']) {
      await expectRefusal(resolve(result.conflict_id, { resolution }, reviewer.client), 403, 'role_too_low');
    }
    const seen = await reviewer.client.get<{ data: Conflict[] }>(`${file.path}/sync/conflicts`);
    expect(seen.body.data.map(({ id }) => id)).to.include(result.conflict_id);
    await expectStatus(resolve(result.conflict_id, { resolution: 'keep_client' }, encoder.client), 200);
    const own = await newParty();
    const pushed = await push(encoder.client, file, [patch({ ...own, version: 0 }, { name: 'X' })]);
    expect(outcomes(pushed)).to.deep.equal(['409 conflict']);
    await firm.client.patch(`/v1/firms/${firm.token}/members/${encoder.id}`, { role: 'reviewer' });
    await expectStatus(resolve(pushed.results[0]!.conflict_id, { resolution: 'keep_client' }, encoder.client), 403);
    await expectStatus(resolve(pushed.results[0]!.conflict_id, { resolution: 'keep_server' }, encoder.client), 200);
  });

  it('are listed in pages, the newest first, with how many are open', async () => {
    const { result } = await met();
    const page = await list('?per_page=2');
    expect(page).to.include({ per_page: 2, current_page: 1 });
    expect(page.data[0]!.id).to.equal(result.conflict_id);
    const open = await list('?status=open&per_page=200');
    expect(open.open).to.equal(open.total).and.to.equal(page.open);
    expect(open.data.every(({ status }) => status === 'open')).to.equal(true);
    const resolved = await list('?status=resolved&resource=third-parties&per_page=200');
    expect(resolved.total).to.be.above(0);
    expect((await list()).total).to.equal((resolved.total as number) + open.open);
    expect((await firm.client.get(`${file.path}/sync/status`)).body.open_conflicts).to.equal(open.open);
    await firm.client.refused(422).get(`${file.path}/sync/conflicts?status=x`);
  });

  it('are in the feed, and are what they were when the tables are made anew', async () => {
    const { cursor } = (await firm.client.get<{ cursor: number }>(`${file.path}/sync/status`)).body;
    const { result } = await met();
    await resolve(result.conflict_id, { resolution: 'keep_server' });
    const pulled = await firm.client.get<{
      changes: { resource: string; id: number; version: number; data: Conflict }[];
    }>(`${file.path}/sync/pull?since=${cursor}`);
    const fed = pulled.body.changes.find(
      ({ resource, id }) => resource === 'sync-conflicts' && id === result.conflict_id,
    );
    const before = await list('?per_page=200');
    expect(fed).to.include({ version: 2 });
    expect(fed!.data).to.deep.equal(before.data[0]);
    await rebuildReadTables(service.core.relaxedPool, service.core.log);
    expect(await list('?per_page=200')).to.deep.equal(before);
    for (const line of service.errors.splice(0)) expect(line).to.contain('will restart from its checkpoint');
  });
});
