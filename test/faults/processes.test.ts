import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { buildEntryBody, followFeed, postEntry, applyLoad, listStatuses, type Client } from '../support/load.ts';
import {
  clientOf,
  invariantsHold,
  leaveNothing,
  LOAD_MS,
  makeStageFirst,
  setStage,
  signIn,
  start,
  type Stage,
} from './support.ts';

describe('several processes on one database', function () {
  this.timeout(60_000 + 2 * LOAD_MS);
  let stage: Stage;
  let a: Client;
  let b: Client;
  let urls: readonly [string, string];

  makeStageFirst();
  before('start a process of each role, and two that serve', async () => {
    stage = await setStage();
    const [, , one, other] = await Promise.all([
      start(stage, { ROLE: 'projector' }),
      start(stage, { ROLE: 'worker' }),
      start(stage, { ROLE: 'api' }),
      start(stage, { ROLE: 'api' }),
    ]);
    [a, b, urls] = [clientOf(stage, one), clientOf(stage, other), [one.url, other.url]];
  });
  after('leave nothing', leaveNothing);

  it('show on one what was written on the other, at once', async () => {
    const { path } = stage.file;
    for (let turn = 0; turn < 30; turn += 1) {
      const [writer, reader] = turn % 2 === 0 ? [a, b] : [b, a];
      const posted = await postEntry(writer, stage.file);
      expect(posted.status).to.equal(201);
      const read = await reader.get(`${path}/entries/${String(posted.body['id'])}`);
      expect([read.status, read.body['number']]).to.deep.equal([200, turn + 1]);
    }
    const customer = await a.post(`${path}/third-parties`, { type: 'customer', name: 'Dupont' }, randomUUID());
    const withCustomer = buildEntryBody(stage.file);
    const lines = withCustomer.lines.map((line, index) =>
      index === 2 ? { ...line, third_party_id: customer.body['id'] } : line,
    );
    const posted = await b.post(`${path}/entries`, { ...withCustomer, lines }, randomUUID());
    expect(posted.status, JSON.stringify(posted.body)).to.equal(201);
    const edit = (client: Client, name: string) =>
      client.call('PATCH', `${path}/third-parties/${String(customer.body['id'])}`, {
        body: { name },
        key: randomUUID(),
        headers: { 'If-Match': '"v1"' },
      });
    expect((await edit(a, 'Durand')).status).to.equal(200);
    const late = await edit(b, 'Dubois');
    expect([late.status, late.body['code'] ?? 'conflict']).to.deep.equal([409, 'conflict']);
    const both = await Promise.all(
      [1, 2].map((number) =>
        (number === 1 ? a : b).call('PATCH', `${path}/third-parties/${String(customer.body['id'])}`, {
          body: { name: `Name ${number}` },
          key: randomUUID(),
          headers: { 'If-Match': '"v2"' },
        }),
      ),
    );
    expect(listStatuses(both)).to.deep.equal([200, 409]);
  });

  it('know on one at once that a token was revoked on the other', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const token = await signIn(urls[turn % 2]!);
      const here = clientOf({ token }, { url: urls[turn % 2]! });
      const there = clientOf({ token }, { url: urls[(turn + 1) % 2]! });
      expect((await here.get('/v1/auth/me')).status).to.equal(200);
      expect((await there.get('/v1/auth/me')).status).to.equal(200);
      expect((await here.call('POST', '/v1/auth/logout')).status).to.equal(204);
      expect((await there.get('/v1/auth/me')).status).to.equal(401);
      expect((await here.get('/v1/auth/me')).status).to.equal(401);
    }
  });

  it('write to one company file at once, and lose none of it', async () => {
    const readers = [followFeed(a, stage.file), followFeed(b, stage.file)];
    const { answers, broken } = await applyLoad({
      writers: 20,
      milliseconds: LOAD_MS,
      write: (writer) => postEntry(writer % 2 === 0 ? a : b, stage.file),
    });
    for (const reader of readers) await reader.stop();
    expect(broken).to.deep.equal([]);
    expect(listStatuses(answers)).to.deep.equal([201]);
    expect(new Set(answers.map(({ body }) => body['number']))).to.have.property('size', answers.length);
    await invariantsHold(stage, { writes: [...a.writes, ...b.writes], readers });
  });
});
