import { expect } from 'chai';
import request from 'supertest';
import { computeRequestFingerprint } from '../../../api/http/routing/idempotence.ts';
import { COMPANY, SESSION, bearer, entry, toyApp } from './support.ts';

const ENTRIES = `/v1/companies/${COMPANY}/entries`;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

describe('the headers of a write', () => {
  const { app, seen } = toyApp();
  const post = (headers: Record<string, string>) =>
    request(app)
      .post(ENTRIES)
      .set({ ...SESSION, 'Accept-Language': 'en', ...headers })
      .send(entry());
  const written = async (headers: Record<string, string>) => {
    await post(headers).expect(201);
    return seen.calls.at(-1)!.write as Record<string, unknown>;
  };

  it('have sensible defaults', async () => {
    const write = await written({});
    expect(write).to.include({
      userId: 1,
      tokenKind: 'session',
      origin: 'api',
      clientMutationId: null,
      deviceId: null,
      baseVersion: null,
      occurredAt: null,
    });
    expect(write.operationId).to.match(UUID);
  });

  it('reach the handler', async () => {
    const write = await written({
      'X-Operation-Id': '0B8E7F4C-0000-4000-8000-00000000000A',
      'X-Client-Mutation-Id': 'm-1',
      'X-Device-Id': 'till 3',
      'X-Device-Name': 'T%C3%A9l%C3%A9phone%20d%27Ada',
      'X-Origin': 'offline_sync',
      'X-Base-Version': '7',
    });
    expect(write).to.include({
      operationId: '0b8e7f4c-0000-4000-8000-00000000000a',
      clientMutationId: 'm-1',
      deviceId: 'till 3',
      deviceName: "Téléphone d'Ada",
      origin: 'offline_sync',
      baseVersion: 7,
    });
  });

  it('have aliases', async () => {
    const write = await written({ 'Idempotency-Key': '"key-9"', 'If-Match': '"v12"' });
    expect(write).to.include({ clientMutationId: 'key-9', baseVersion: 12 });
    expect(await written({ 'If-Match': '*' })).to.include({ baseVersion: null });
    expect(await written({ 'If-Match': 'W/"v3"', 'X-Base-Version': '3' })).to.include({ baseVersion: 3 });
  });

  it("clamp the client time to a day around the server's", async () => {
    const recent = new Date(Date.now() - 3_600_000).toISOString();
    expect(await written({ 'X-Occurred-At': recent }))
      .to.include({ occurredAt: recent })
      .and.not.have.property('occurredAtRaw');
    for (const days of [-10, 10]) {
      const raw = new Date(Date.now() + days * 86_400_000).toISOString();
      const write = await written({ 'X-Occurred-At': raw });
      expect(write.occurredAtRaw).to.equal(raw);
      const distance = Date.parse(write.occurredAt as string) - Date.now();
      expect(Math.abs(distance - Math.sign(days) * 86_400_000)).to.be.below(5_000);
    }
  });

  for (const [name, value] of [
    ['X-Client-Mutation-Id', 'x'.repeat(65)],
    ['X-Client-Mutation-Id', 'caf\u00e9'],
    ['Idempotency-Key', 'x'.repeat(65)],
    ['X-Operation-Id', 'not-a-uuid'],
    ['X-Operation-Id', '{"evil":"\\n"}'],
    ['X-Device-Id', 'x'.repeat(65)],
    ['X-Device-Name', '%E0%A4%A'],
    ['X-Device-Name', 'caf\u00e9'],
    ['X-Device-Name', '%00'],
    ['X-Device-Name', 'a%0d%0ab'],
    ['X-Device-Name', 'x'.repeat(121)],
    ['X-Base-Version', '1.5'],
    ['X-Base-Version', '-1'],
    ['X-Base-Version', 'v3'],
    ['X-Base-Version', '9'.repeat(30)],
    ['If-Match', '"abc"'],
    ['If-Match', '"v1", "v2"'],
    ['X-Occurred-At', 'yesterday'],
    ['X-Occurred-At', '2026-02-30T10:00:00Z'],
    ['X-Occurred-At', '2026-01-01T25:00:00Z'],
    ['X-Occurred-At', '1767225600'],
    ['X-Origin', 'x'.repeat(65)],
  ] as const) {
    it(`refuse ${name}: ${JSON.stringify(value).slice(0, 40)}`, async () => {
      const response = await post({ [name]: value }).expect(422);
      expect(Object.keys(response.body.errors)).to.deep.equal([name]);
      expect(response.body.message).to.contain(name);
    });
  }

  it('refuse aliases that contradict', async () => {
    const response = await post({
      'X-Client-Mutation-Id': 'a',
      'Idempotency-Key': 'b',
      'X-Base-Version': '1',
      'If-Match': '"v2"',
    }).expect(422);
    expect(Object.keys(response.body.errors)).to.have.members(['Idempotency-Key', 'If-Match']);
  });

  it('accept a name of 120 characters that is longer when encoded', async () => {
    expect(await written({ 'X-Device-Name': encodeURIComponent('é'.repeat(120)) })).to.include({
      deviceName: 'é'.repeat(120),
    });
  });
});

describe('idempotence', () => {
  const key = (value: string) => ({ ...SESSION, 'X-Client-Mutation-Id': value });

  it('executes once and replays with 200', async () => {
    const { app, seen } = toyApp();
    const first = await request(app).post(ENTRIES).set(key('k')).send(entry()).expect(201);
    expect(first.headers).to.not.have.property('x-idempotent-replay');
    const again = await request(app).post(ENTRIES).set(key('k')).send(entry()).expect(200);
    expect(again.headers['x-idempotent-replay']).to.equal('1');
    expect(again.text).to.equal(first.text);
    expect(again.headers['x-operation-id']).to.equal(first.headers['x-operation-id']);
    expect(again.headers.etag).to.equal('"v1"');
    expect(again.headers['content-type']).to.equal(first.headers['content-type']);
    await request(app)
      .post(ENTRIES)
      .set({ ...SESSION, 'Idempotency-Key': 'k' })
      .send(entry())
      .expect(200);
    expect(seen.calls).to.have.length(1);
  });

  it('does not mind the order of keys or white space', async () => {
    const { app } = toyApp();
    await request(app).post(ENTRIES).set(key('k')).send(entry()).expect(201);
    const reordered = Object.fromEntries(Object.entries(entry()).reverse());
    await request(app)
      .post(ENTRIES)
      .set(key('k'))
      .send({ ...reordered, label: ' Rent ' })
      .expect(200);
  });

  it('refuses the key for another body, path or method', async () => {
    const { app, seen } = toyApp();
    await request(app).post(ENTRIES).set(key('k')).send(entry()).expect(201);
    const other = await request(app)
      .post(ENTRIES)
      .set(key('k'))
      .send(entry({ label: 'Other' }))
      .expect(422);
    expect(other.body.code).to.equal('idempotency_key_reused');
    await request(app).delete(`${ENTRIES}/1`).set(key('k')).expect(422);
    await request(app).post(`/v1/companies/${COMPANY}/slow`).set(key('k')).expect(422);
    expect(seen.calls).to.have.length(1);
  });

  it('tells paths and methods apart where the bodies are the same', async () => {
    const { app } = toyApp();
    await request(app).delete(`${ENTRIES}/1`).set(key('k')).expect(204);
    await request(app).delete(`${ENTRIES}/2`).set(key('k')).expect(422);
    expect(computeRequestFingerprint('PUT', '/a', {})).to.not.equal(computeRequestFingerprint('PATCH', '/a', {}));
    expect(computeRequestFingerprint('PUT', '/a', {}, { baseVersion: 1 })).to.not.equal(
      computeRequestFingerprint('PUT', '/a', {}),
    );
    expect(computeRequestFingerprint('PUT', '/a', { x: 1, y: [2] })).to.equal(
      computeRequestFingerprint('PUT', '/a', { y: [2], x: 1 }),
    );
  });

  it('keeps the keys of users apart', async () => {
    const { app, seen } = toyApp();
    await request(app).post(ENTRIES).set(key('k')).send(entry()).expect(201);
    await request(app)
      .post(ENTRIES)
      .set({ ...bearer('2|dutch'), 'X-Client-Mutation-Id': 'k' })
      .send(entry())
      .expect(201);
    expect(seen.calls).to.have.length(2);
  });

  it('judges a refused business rule anew', async () => {
    const { app, seen } = toyApp();
    const send = () =>
      request(app)
        .post(ENTRIES)
        .set(key('k'))
        .send(entry({ entry_date: '2020-01-01' }));
    await send().expect(422);
    expect((await send().expect(422)).headers).to.not.have.property('x-idempotent-replay');
    expect(seen.calls).to.have.length(2);
  });

  it('does not bind the key to a body that was not understood', async () => {
    const { app } = toyApp();
    await request(app).post(ENTRIES).set(key('k')).send({}).expect(422);
    await request(app).post(ENTRIES).set(key('k')).send(entry()).expect(201);
  });

  it('tells the handler that it resumes what was interrupted', async () => {
    const { app, seen } = toyApp();
    const send = () =>
      request(app)
        .post(ENTRIES)
        .set(key('k'))
        .send(entry({ entry_date: '2020-01-03' }));
    await send().expect(500);
    await send().expect(201);
    const replay = await send().expect(200);
    expect(replay.headers['x-idempotent-replay']).to.equal('1');
    expect(seen.calls.map(({ write }) => (write as { isResumed?: boolean }).isResumed ?? false)).to.deep.equal([
      false,
      true,
    ]);
  });

  it('replays an answer without a body as an empty 200', async () => {
    const { app } = toyApp();
    await request(app).delete(`${ENTRIES}/1`).set(key('k')).expect(204);
    const again = await request(app).delete(`${ENTRIES}/1`).set(key('k')).expect(200);
    expect(again.text).to.equal('');
    expect(again.headers).to.include({ 'x-trashed': '1', 'x-idempotent-replay': '1', 'content-length': '0' });
  });

  it('says when the same request is still running', async () => {
    let open = () => {};
    const gate = { wait: new Promise<void>((resolve) => (open = resolve)) };
    const { app, seen } = toyApp({ gate });
    const slow = () => request(app).post(`/v1/companies/${COMPANY}/slow`).set(key('k'));
    const server = app.listen(0, '127.0.0.1');
    try {
      const first = slow().then((response) => response);
      let second = await slow();
      for (let tries = 0; second.status !== 409 && tries < 50; tries++) second = await slow();
      expect(second.body.code).to.equal('request_in_progress');
      expect(second.headers['retry-after']).to.equal('1');
      open();
      expect((await first).status).to.equal(200);
      expect(seen.calls).to.have.length(1);
    } finally {
      server.close();
    }
  });
});

describe('versions of a record', () => {
  const { app } = toyApp();

  it('show as an ETag, which saves the next answer', async () => {
    expect((await request(app).get(`${ENTRIES}/5`).set(SESSION).expect(200)).headers.etag).to.equal('"v3"');
    for (const tag of ['"v3"', 'W/"v3"', '"v1", "v3"', '*']) {
      const again = await request(app)
        .get(`${ENTRIES}/5`)
        .set({ ...SESSION, 'If-None-Match': tag })
        .expect(304);
      expect(again.text).to.equal('');
      expect(again.headers.etag).to.equal('"v3"');
    }
    await request(app)
      .get(`${ENTRIES}/5`)
      .set({ ...SESSION, 'If-None-Match': '"v2"' })
      .expect(200);
  });

  it('answer 409 with what the server has', async () => {
    const response = await request(app)
      .delete(`${ENTRIES}/5`)
      .set({ ...SESSION, 'X-Base-Version': '1', 'Accept-Language': 'en' })
      .expect(409);
    expect(response.body).to.deep.equal({
      message: 'This record has been changed in the meantime. Nothing was modified.',
      code: 'conflict',
      server_version: 3,
      server_data: { id: 5 },
    });
    expect(response.headers).to.not.have.property('x-operation-id');
  });

  it('come with the operation only when something was recorded', async () => {
    const posted = await request(app).post(ENTRIES).set(SESSION).send(entry()).expect(201);
    expect(posted.headers['x-operation-id']).to.match(UUID);
    const refused = await request(app)
      .post(ENTRIES)
      .set(SESSION)
      .send(entry({ entry_date: '2020-01-01' }))
      .expect(422);
    expect(refused.headers).to.not.have.property('x-operation-id');
    const mail = await request(app).post('/v1/limited').set(SESSION).expect(204);
    expect(mail.headers).to.not.have.property('x-operation-id');
  });
});
