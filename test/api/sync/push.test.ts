import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { LANGUAGES } from '../../../domain/language.ts';
import type { AnswerBody } from '../../support/client.ts';
import { useService, type Person, type TestCompany, type TestFirm } from '../../support/service.ts';
import { outcomes, push, type Action } from './support.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('Pushing what was done offline', () => {
  const service = useService({ from: 'books' });
  let firm: TestFirm;
  let file: TestCompany;

  before(async () => {
    firm = await service.newFirm();
    file = await service.newCompany(firm.client);
  });

  const create = (name: string, fields: Partial<Action> = {}): Action => ({
    method: 'POST',
    path: 'third-parties',
    body: { type: 'customer', name },
    ...fields,
  });
  const entry = (fields: object = {}): object => ({
    journal_id: file.journal('OD'),
    entry_date: '2026-03-15',
    lines: [
      { account: '604000', debit: '10.00' },
      { account: '440000', credit: '10.00' },
    ],
    ...fields,
  });
  const named = async (name: string): Promise<AnswerBody[]> =>
    (await firm.client.get<AnswerBody[]>(`${file.path}/third-parties?q=${encodeURIComponent(name)}`)).body;

  it('carries out every action in its order, and answers each as the request alone would be', async () => {
    const pushed = await push(firm.client, file, [
      create('In order', { mutation_id: 'first' }),
      { method: 'PATCH', path: 'third-parties/$first', body: { city: 'Namur' }, base_version: 1 },
      { method: 'POST', path: 'entries', body: entry() },
      { method: 'DELETE', path: 'third-parties/$first', base_version: 2 },
    ]);
    expect(outcomes(pushed)).to.deep.equal(['201 applied', '200 applied', '201 applied', '204 applied']);
    expect(pushed.results[0]!.body).to.include({ name: 'In order', version: 1 });
    expect(pushed.results[1]!.body).to.include({ city: 'Namur', version: 2 });
    const { id } = pushed.results[2]!.body;
    expect((await firm.client.get(`${file.path}/entries/${id}`)).body).to.deep.equal(pushed.results[2]!.body);
    expect(pushed.results[3]!.body).to.equal(null);
    const { cursor, epoch } = (await firm.client.get(`${file.path}/sync/status`)).body;
    expect(pushed).to.include({ cursor, epoch });
  });

  it('knows the ids of records made earlier in the queue, in paths and bodies, also by an earlier push', async () => {
    const party = randomUUID();
    await push(firm.client, file, [create('Earlier', { mutation_id: party })]);
    const [supplier] = [randomUUID()];
    const pushed = await push(firm.client, file, [
      create('Now', { mutation_id: supplier, body: { type: 'supplier', name: 'Now' } }),
      {
        method: 'POST',
        path: 'entries',
        body: entry({
          lines: [
            { account: '604000', debit: '10.00' },
            { account: '440000', credit: '10.00', third_party_id: { $id: supplier } },
          ],
        }),
      },
      { method: 'PATCH', path: `/third-parties/$${party}`, body: { name: 'Earlier, renamed' } },
    ]);
    expect(outcomes(pushed)).to.deep.equal(['201 applied', '201 applied', '200 applied']);
    const [made, posted] = pushed.results;
    expect(JSON.stringify(posted!.body)).to.contain(`"third_party_id":${made!.body.id}`);
    expect((await named('Earlier, renamed')).length).to.equal(1);
  });

  it('goes on behind a refusal, and skips only what refers to it', async () => {
    const pushed = await push(firm.client, file, [
      create('', { mutation_id: 'refused', body: { type: 'customer' } }),
      { method: 'PATCH', path: 'third-parties/$refused', body: { city: 'Namur' } },
      { method: 'POST', path: 'entries', body: entry({ journal_id: { $id: 'never' } }) },
      { method: 'POST', path: 'no-such-thing', body: {} },
      { method: 'PUT', path: 'third-parties' },
      { method: 'PATCH', path: 'third-parties/999999', body: { city: 'Namur' } },
      { method: 'PUT', path: 'logo' },
      { method: 'POST', path: 'sync/push', body: { mutations: [] } },
      create('Behind', {}),
    ]);
    expect(outcomes(pushed)).to.deep.equal([
      '422 rejected',
      '424 skipped',
      '424 skipped',
      '404 rejected',
      '405 rejected',
      '404 rejected',
      '415 rejected',
      '422 rejected',
      '201 applied',
    ]);
    expect(pushed.results[0]!.body.errors).to.have.all.keys('name');
    expect(pushed.results[1]!.body.code).to.equal('parent_failed');
    expect(pushed.results[2]!.body.code).to.equal('parent_unknown');
    expect(pushed.results[7]!.body.code).to.equal('push_not_nested');
  });

  it('says what is wrong in the language of the client', async () => {
    const reader = await service.newMember(firm, 'encoder', { locale: null });
    const actions = [
      { method: 'PATCH', path: 'third-parties/$never', body: {} },
      { method: 'POST', path: 'sync/push' },
      create('', { body: { type: 'customer' } }),
    ];
    const said = new Map<string, Set<string>>();
    for (const language of LANGUAGES) {
      const { results } = await push(reader.client, file, actions, { headers: { 'Accept-Language': language } });
      results.forEach(({ body: { message } }, index) =>
        said.set(String(index), (said.get(String(index)) ?? new Set()).add(message)),
      );
    }
    for (const messages of said.values()) expect(messages.size, [...messages].join()).to.equal(LANGUAGES.length);
  });

  it('does nothing twice: a push whose answer was lost is answered again', async () => {
    const actions: Action[] = [
      create('Once', { mutation_id: randomUUID() }),
      { mutation_id: randomUUID(), method: 'POST', path: 'entries', body: entry() },
      { mutation_id: randomUUID(), method: 'POST', path: 'entries', body: { lines: [] } },
    ];
    const first = await push(firm.client, file, actions);
    expect(outcomes(first)).to.deep.equal(['201 applied', '201 applied', '422 rejected']);
    const events = (await service.events(file.id)).length;
    const again = await push(firm.client, file, actions);
    expect(outcomes(again)).to.deep.equal(['200 replayed', '200 replayed', '422 rejected']);
    expect(again.results.map(({ replayed }) => replayed)).to.deep.equal([true, true, false]);
    expect(again.results.map(({ body }) => body)).to.deep.equal(first.results.map(({ body }) => body));
    expect((await service.events(file.id)).length).to.equal(events);
  });

  it('shares its keys with requests that come alone', async () => {
    const id = randomUUID();
    const body = { type: 'customer', name: 'Shared' };
    const alone = await firm.client.post(`${file.path}/third-parties`, body, { 'X-Client-Mutation-Id': id });
    const pushed = await push(firm.client, file, [create('Shared', { mutation_id: id })]);
    expect(outcomes(pushed)).to.deep.equal(['200 replayed']);
    expect(pushed.results[0]!.body).to.deep.equal(alone.body);
    const other = await push(firm.client, file, [create('Another', { mutation_id: id })]);
    expect(outcomes(other)).to.deep.equal(['422 rejected']);
    expect(other.results[0]!.body.code).to.equal('idempotency_key_reused');
    const backwards = randomUUID();
    await push(firm.client, file, [create('Pushed', { mutation_id: backwards })]);
    const replay = await firm.client.post(
      `${file.path}/third-parties`,
      { type: 'customer', name: 'Pushed' },
      { 'X-Client-Mutation-Id': backwards },
    );
    expect(replay.headers.get('x-idempotent-replay')).to.equal('1');
  });

  it('acts once however often the same push is under way', async () => {
    const actions = Array.from({ length: 5 }, (_, n) => create(`Parallel ${n}`, { mutation_id: randomUUID() }));
    const pushes = await Promise.all(Array.from({ length: 10 }, () => push(firm.client, file, actions)));
    expect((await named('Parallel')).length).to.equal(5);
    const ids = pushes.map(({ results }) => results.map(({ body }) => body.id).join());
    expect(new Set(ids).size).to.equal(1);
    const applied = pushes.flatMap(({ results }) => results.filter(({ outcome }) => outcome === 'applied'));
    expect(applied.length).to.equal(5);
  });

  it('judges each action by role and demo rule, and lets the ability to synchronise stand for reading and writing', async () => {
    const reviewer = await service.newMember(firm, 'reviewer');
    expect(outcomes(await push(reviewer.client, file, [create('By a reviewer')]))).to.deep.equal(['403 rejected']);
    const encoder = await service.newMember(firm, 'encoder');
    const client = service.anonymous.as(await service.integrationToken(encoder.id, ['sync']));
    const mixed = await push(client, file, [
      create('By a token'),
      { method: 'POST', path: 'journals', body: { code: 'ZZ', label: 'Z', type: 'misc' } },
    ]);
    expect(outcomes(mixed)).to.deep.equal(['201 applied', '403 rejected']);
    expect(mixed.results[1]!.body.code).to.equal('role_too_low');
    const writer = service.anonymous.as(await service.integrationToken(encoder.id, ['read', 'write']));
    const refused = await writer.post(`${file.path}/sync/push`, { mutations: [] });
    expect(refused.status).to.equal(403);
    expect(refused.body).to.include({ code: 'token_ability_missing', required_ability: 'sync' });
    // The token that may synchronise reads and writes nothing outside of it.
    await client.refused(403).get(`${file.path}/third-parties`);
  });

  it('judges what was waiting by the role that the user has now', async () => {
    const member: Person = await service.newMember(firm, 'encoder');
    expect(outcomes(await push(member.client, file, [create('As an encoder')]))).to.deep.equal(['201 applied']);
    await firm.client.expect(200).patch(`/v1/firms/${firm.token}/members/${member.id}`, { role: 'reviewer' });
    expect(outcomes(await push(member.client, file, [create('As a reviewer')]))).to.deep.equal(['403 rejected']);
    const gone = await firm.client.delete(`/v1/firms/${firm.token}/members/${member.id}`);
    expect(gone.status, gone.text).to.be.below(300);
    await member.client.refused(404).post(`${file.path}/sync/push`, { mutations: [{ mutation_id: 'x' }] });
    await member.client.refused(404).get(`${file.path}/sync/pull`);
  });

  it('writes down from which device and when an action was made, and clamps the time', async () => {
    const [usual, early] = [randomUUID(), randomUUID()];
    const operation = randomUUID();
    const at = new Date(Date.now() - 3_600_000).toISOString();
    const pushed = await push(
      firm.client,
      file,
      [
        create('On time', { mutation_id: usual, occurred_at: at, operation_id: operation }),
        create('Ten days ago', { mutation_id: early, occurred_at: new Date(Date.now() - 10 * DAY_MS).toISOString() }),
        create('At no time', { occurred_at: 'yesterday' }),
      ],
      { device: 'tablet-9', headers: { 'X-Device-Name': encodeURIComponent('Tablette d’été') } },
    );
    expect(outcomes(pushed)).to.deep.equal(['201 applied', '201 applied', '422 rejected']);
    expect(pushed.results[2]!.body.errors).to.have.all.keys('X-Occurred-At');
    const events = await service.events(file.id);
    const of = (id: string) => events.find(({ metadata }) => metadata.client_mutation_id === id)!.metadata;
    expect(of(usual)).to.include({
      origin: 'offline_sync',
      device_id: 'tablet-9',
      device_name: 'Tablette d’été',
      operation_id: operation,
      occurred_at: at,
    });
    const clamped = Date.parse(of(early).occurred_at as string);
    expect(Date.now() - clamped).to.be.within(DAY_MS - 60_000, DAY_MS + 60_000);
  });

  it('has its limits: 500 actions, eight megabytes, and for each action those of its route', async () => {
    const actions = Array.from({ length: 501 }, (_, n) => ({ mutation_id: `n${n}`, ...create(`N${n}`) }));
    await firm.client.refused(422, ['mutations']).post(`${file.path}/sync/push`, { mutations: actions });
    await firm.client.refused(422).post(`${file.path}/sync/push`, { mutations: [] });
    const long = 'x'.repeat(1_100_000);
    const large = await push(firm.client, file, [
      create('Large', { body: { type: 'customer', name: long } }),
      create('S'),
    ]);
    expect(outcomes(large)).to.deep.equal(['413 rejected', '201 applied']);
    await firm.client.refused(413).post(`${file.path}/sync/push`, { mutations: [create('x'.repeat(9_000_000))] });
  });

  it('refuses a form that cannot be answered action by action', async () => {
    for (const [mutation, field] of [
      [{ method: 'POST', path: 'entries' }, 'mutations.0.mutation_id'],
      [{ mutation_id: 'a', path: 'entries' }, 'mutations.0.method'],
      [{ mutation_id: 'a', method: 'GET', path: 'entries' }, 'mutations.0.method'],
      [{ mutation_id: 'a', method: 'POST' }, 'mutations.0.path'],
      [{ mutation_id: 'a', method: 'POST', path: 'entries', bdy: {} }, 'mutations.0.bdy'],
    ] as const) {
      const { status, body } = await firm.client.post(`${file.path}/sync/push`, { mutations: [mutation] });
      expect(status, field).to.equal(422);
      expect(body.errors).to.have.any.keys(field);
    }
    await firm.client
      .refused(422, ['mutations.0.mutation_id'])
      .post(
        `${file.path}/sync/push`,
        { mutations: [create('Own', { mutation_id: 'own-key' })] },
        { 'X-Client-Mutation-Id': 'own-key' },
      );
  });

  it('reaches no other company file', async () => {
    const other = await service.newCompany(firm.client);
    const party = (await firm.client.post(`${other.path}/third-parties`, { type: 'customer', name: 'Theirs' })).body;
    const pushed = await push(firm.client, file, [
      { method: 'PATCH', path: `third-parties/${party.id}`, body: { name: 'Ours' } },
      { method: 'PATCH', path: `../${other.token}/third-parties/${party.id}`, body: { name: 'Ours' } },
      { method: 'PATCH', path: `%2e%2e/${other.token}/third-parties/${party.id}`, body: { name: 'Ours' } },
      { method: 'PATCH', path: `/v1/companies/${other.token}/third-parties/${party.id}`, body: { name: 'Ours' } },
    ]);
    expect(new Set(outcomes(pushed))).to.deep.equal(new Set(['404 rejected']));
  });
});
