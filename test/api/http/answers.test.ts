import type { HealthProblem } from '../../../api/services.ts';
import { expect } from 'chai';
import request from 'supertest';
import { LogUnavailable } from '../../../eventlog/port.ts';
import { createMetrics } from '../../../api/http/server/metrics.ts';
import { listenForOperators } from '../../../api/http/server/operator-listener.ts';
import { findExceptionRefusal } from '../../../api/http/server/unavailable.ts';
import { AppendTooLarge } from '../../../eventlog/port.ts';
import { BASE_URL, COMPANY, FIRM, SESSION, bearer, entry, toyApp } from './support.ts';

const ENTRIES = `/v1/companies/${COMPANY}/entries`;

describe('answers', () => {
  const { app } = toyApp();

  it("carry a request id: the client's when it is sane", async () => {
    const own = await request(app).get('/v1/ping').set('X-Request-Id', 'trace-1.2:3').expect(200);
    expect(own.headers['x-request-id']).to.equal('trace-1.2:3');
    for (const bad of ['x'.repeat(65), 'a b', '<script>']) {
      const response = await request(app).get('/v1/ping').set('X-Request-Id', bad);
      expect(response.headers['x-request-id']).to.match(/^[0-9a-f-]{36}$/);
    }
  });

  it('carry the headers that protect browsers, and no sign of the framework', async () => {
    const { headers } = await request(app).get('/v1/ping');
    expect(headers).to.include({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      vary: 'Accept-Language, Accept-Encoding',
    });
    expect(headers['content-security-policy']).to.contain("default-src 'none'");
    expect(headers['strict-transport-security']).to.contain('max-age=');
    expect(headers).to.not.have.property('x-powered-by');
    const plain = await request(toyApp({ config: { baseUrl: 'http://localhost:8080' } }).app).get('/v1/ping');
    expect(plain.headers).to.not.have.property('strict-transport-security');
  });

  it('are 404 in JSON for an unknown path', async () => {
    for (const path of [
      '/nowhere',
      '/v1',
      '/v1//ping',
      '/v1/ping/x',
      '/V1/ping',
      '/v1/%E0%A4%A',
      '/__proto__',
      '/v1/constructor',
    ]) {
      const response = await request(app).get(path).set('Accept-Language', 'en').expect(404);
      expect(response.body).to.deep.equal({ message: 'Not found.', code: 'not_found' });
    }
  });

  it('forgive one slash at the end', async () => {
    const { body } = await request(app).get('/v1/open/?lang=nl').expect(200);
    expect(body.pathUrl).to.equal(`${BASE_URL}/v1/open`);
    await request(app).get('/v1/open//').expect(404);
  });

  it('announce the end of a route', async () => {
    const [ping] = toyApp().routes.filter(({ path }) => path === '/v1/ping');
    const deprecation = { since: '2026-01-01', sunset: '2027-01-01', link: 'https://books.example/changes' };
    const old = toyApp({ extraRoutes: [{ ...ping!, path: '/v1/old', deprecation }] });
    const { headers } = await request(old.app).get('/v1/old').expect(200);
    expect(headers).to.include({
      deprecation: '@1767225600',
      sunset: 'Fri, 01 Jan 2027 00:00:00 GMT',
      link: '<https://books.example/changes>; rel="deprecation"',
    });
  });

  it('are 405 with Allow for a method that the path does not know', async () => {
    for (const method of ['put', 'patch', 'trace'] as const) {
      const response = await request(app)[method](ENTRIES).expect(405);
      expect(response.headers.allow).to.equal('GET, HEAD, OPTIONS, POST');
      expect(response.body.code).to.equal('method_not_allowed');
    }
  });

  it('tell the methods to OPTIONS', async () => {
    const response = await request(app).options(`${ENTRIES}/1`).expect(204);
    expect(response.headers.allow).to.equal('DELETE, GET, HEAD, OPTIONS');
    await request(app).options('/nowhere').expect(404);
  });

  it('to HEAD are those to GET without the body', async () => {
    const get = await request(app).get(`${ENTRIES}/1`).set(SESSION).expect(200);
    const head = await request(app).head(`${ENTRIES}/1`).set(SESSION).expect(200);
    expect(head.text).to.equal(undefined);
    for (const name of ['content-length', 'content-type', 'etag'])
      expect(head.headers[name]).to.equal(get.headers[name]);
    await request(app).head(`${ENTRIES}/1`).expect(401);
    await request(app).head('/v1/echo').expect(405);
  });

  it('refuse unknown values that narrow a list, and unknown parameters', async () => {
    const response = await request(app)
      .get(`${ENTRIES}?status=lost&perPage=1&other=1`)
      .set(SESSION)
      .set('Accept-Language', 'en')
      .expect(422);
    expect(response.body.code).to.equal('unknown_field');
    expect(response.body.errors).to.deep.equal({
      perPage: ['Unknown field “perPage”. Did you mean per_page?'],
      other: ['Unknown field “other”.'],
      status: ['The “status” field must be one of: posted, reversed.'],
    });
    await request(app).get(`${ENTRIES}?status=posted&status=reversed&lang=nl`).set(SESSION).expect(200);
    await request(app).get('/v1/open?x=1').expect(422);
    await request(app).get(`${ENTRIES}?status=&page=%00`).set(SESSION).expect(200);
  });

  it('paginate with addresses of BASE_URL without the filters', async () => {
    const { body } = await request(app)
      .get(`${ENTRIES}?status=posted&per_page=9999`)
      .set(SESSION)
      .set('Accept-Language', 'de')
      .expect(200);
    expect(body).to.include({
      per_page: 200,
      path: `${BASE_URL}${ENTRIES}`,
      first_page_url: `${BASE_URL}${ENTRIES}?page=1`,
    });
    expect(body.links[0]).to.deep.equal({ url: null, label: '&laquo; Zurück', active: false });
  });

  it('carry the facts of a refusal', async () => {
    const { body } = await request(app)
      .post(ENTRIES)
      .set(SESSION)
      .set('Accept-Language', 'en')
      .send(entry({ entry_date: '2020-01-01' }))
      .expect(422);
    expect(body).to.deep.equal({
      message: 'This period is locked.',
      code: 'period_locked',
      reason: 'period_locked',
      errors: { entry_date: ['This period is locked.'] },
      error_codes: { entry_date: ['period_locked'] },
    });
  });

  it('count further errors in the language of the caller', async () => {
    const messages: Record<string, string> = {
      fr: 'Ce compte n’existe pas dans le plan comptable du dossier. (et 1 autre erreur)',
      nl: 'Deze rekening bestaat niet in het rekeningstelsel van het dossier. (en nog 1 andere fout)',
      en: 'This account does not exist in the chart of accounts of the company file. (and 1 more error)',
      de: 'Dieses Konto gibt es im Kontenplan der Akte nicht. (und 1 weiterer Fehler)',
    };
    for (const [language, message] of Object.entries(messages)) {
      const { body } = await request(app)
        .post(ENTRIES)
        .set(SESSION)
        .set('Accept-Language', language)
        .send(entry({ entry_date: '2020-01-02' }))
        .expect(422);
      expect(body.message).to.equal(message);
      expect(body.code).to.equal('validation_failed');
    }
  });

  it('follow RFC 9457 for those who ask', async () => {
    const response = await request(app)
      .post(ENTRIES)
      .set({ ...SESSION, Accept: 'application/problem+json', 'Accept-Language': 'en' })
      .send(entry({ entry_date: '2020-01-01' }))
      .expect(422);
    expect(response.headers['content-type']).to.equal('application/problem+json');
    expect(response.body).to.deep.equal({
      type: `${BASE_URL}/docs#period_locked`,
      title: 'Unprocessable Entity',
      status: 422,
      detail: 'This period is locked.',
      instance: ENTRIES,
      code: 'period_locked',
      reason: 'period_locked',
      errors: { entry_date: ['This period is locked.'] },
      error_codes: { entry_date: ['period_locked'] },
    });
    const missing = await request(app).get('/nowhere').set('Accept', 'application/problem+json').expect(404);
    expect(missing.body).to.include({ type: `${BASE_URL}/docs#not_found`, status: 404, code: 'not_found' });
  });
});

describe('the language of an answer', () => {
  const { app } = toyApp();
  const languageOf = async (path: string, headers: Record<string, string>) => {
    const response = await request(app).get(path).set(headers);
    expect(response.headers['content-language']).to.equal(response.body.language);
    return response.body.language as string;
  };

  it("is the user's, whatever is asked", async () => {
    expect(await languageOf('/v1/me?lang=de', { ...bearer('2|dutch'), 'Accept-Language': 'en' })).to.equal('nl');
  });
  it("else the parameter's", async () => {
    expect(await languageOf('/v1/me?lang=de', { ...SESSION, 'Accept-Language': 'en' })).to.equal('de');
    expect(await languageOf('/v1/me?lang=xx', { ...SESSION, 'Accept-Language': 'en' })).to.equal('en');
  });
  it('else the best of the header', async () => {
    for (const [header, language] of [
      ['nl-BE,nl;q=0.9,en;q=0.8', 'nl'],
      ['en;q=0.5, de;q=0.9', 'de'],
      ['es, pt;q=0.9, en;q=0.1', 'en'],
      ['en;q=0, nl;q=0.1', 'nl'],
      ['en;q=banana, nl;q=0.1', 'nl'],
      ['EN-us', 'en'],
      ['*', 'fr'],
      [',;,;q=', 'fr'],
    ] as const) {
      expect(await languageOf('/v1/open', { 'Accept-Language': header }), header).to.equal(language);
    }
  });
  it("else the firm's", async () => {
    expect(await languageOf('/v1/me', bearer('6|german-firm'))).to.equal('de');
    expect(await languageOf(`/v1/firms/${FIRM}`, SESSION)).to.equal('de');
  });
  it('else French', async () => expect(await languageOf('/v1/open', {})).to.equal('fr'));
});

describe('failures', () => {
  const { app, logs } = toyApp();

  it('of ours are a 500 that tells nothing and a log line that tells all', async () => {
    const response = await request(app).post('/v1/fail').set('Accept-Language', 'en').send({}).expect(500);
    expect(response.body).to.deep.equal({
      message: 'An internal error has occurred. It has been recorded.',
      code: 'internal_error',
    });
    const line = logs.find((log) => log.msg === 'request failed' && log.requestId === response.headers['x-request-id']);
    expect(line).to.have.nested.property('err.message', 'secret detail');
  });

  it('of an undeclared answer are found in tests', async () => {
    const response = await request(app).get('/v1/undeclared').expect(500);
    const line = logs.find((log) => log.requestId === response.headers['x-request-id'] && log.err);
    expect(line).to.have.nested.property('err.message').that.contains('body.b is not declared');
    await request(toyApp({ config: { checkReplies: false } }).app)
      .get('/v1/undeclared')
      .expect(200);
  });

  for (const [thrown, code] of [
    [{ code: '57P01' }, 'database_unavailable'],
    [{ code: '08006' }, 'database_unavailable'],
    [{ code: '53300' }, 'overloaded'],
    [{ code: '40001' }, 'overloaded'],
    [{ code: '53100' }, 'database_unavailable'],
    [{ message: 'timeout exceeded when trying to connect' }, 'overloaded'],
    [{ message: 'Connection terminated unexpectedly' }, 'database_unavailable'],
  ] as const) {
    it(`of the database are a 503 with a code: ${JSON.stringify(thrown)}`, async () => {
      const response = await request(app).post('/v1/fail').send(thrown).expect(503);
      expect(response.body.code).to.equal(code);
      expect(response.headers['retry-after']).to.equal('1');
    });
  }

  it('of tables that another version is making are a 503, whatever is missing of them', () => {
    const codeOf = (code: string, message: string) =>
      findExceptionRefusal(Object.assign(new Error(message), { code }))?.code;
    for (const [code, message] of [
      ['42P01', 'relation "read.entries" does not exist'],
      ['42703', 'column e.purpose does not exist'],
      ['42703', 'column "purpose" of relation "entries" does not exist'],
      ['3F000', 'schema "read" does not exist'],
      ['42883', 'operator does not exist: text = bigint'],
      ['42804', 'column "id" is of type bigint but expression is of type text'],
      ['0A000', 'cached plan must not change result type'],
    ] as const)
      expect(codeOf(code, message), message).to.equal('tables_being_made');
    expect(codeOf('42P01', 'relation "ops.mistake" does not exist')).to.equal(undefined);
    expect(codeOf('0A000', 'cannot do this at all')).to.equal(undefined);
  });

  it('of the database by mistake of ours stay a 500', () =>
    request(app).post('/v1/fail').send({ code: '42601' }).expect(500));

  it('are recognised through their causes', () => {
    const codeOf = (error: unknown) => findExceptionRefusal(error)?.code;
    expect(codeOf(new LogUnavailable(new Error('gone')))).to.equal('event_log_unavailable');
    expect(codeOf(new Error('while posting', { cause: new LogUnavailable(null) }))).to.equal('event_log_unavailable');
    expect(codeOf(new AppendTooLarge('company-1', 9))).to.equal('append_too_large');
    const refusedConnection = Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' });
    expect(codeOf(refusedConnection)).to.equal('database_unavailable');
    expect(codeOf(Object.assign(new AggregateError([refusedConnection]), { code: 'ECONNREFUSED' }))).to.equal(
      'database_unavailable',
    );
    expect(codeOf(Object.assign(new Error('no file'), { code: 'ENOENT', syscall: 'open' }))).to.equal(undefined);
    for (const exhausted of ['EMFILE', 'ENFILE', 'ENOMEM', 'ENOBUFS', 'ERR_MEMORY_ALLOCATION_FAILED'])
      expect(codeOf(Object.assign(new Error('no more'), { code: exhausted, syscall: 'open' }))).to.equal('overloaded');
    expect(codeOf(new RangeError('Array buffer allocation failed'))).to.equal('overloaded');
    expect(codeOf(Object.assign(new Error('write'), { code: 'EPIPE', syscall: 'write' }))).to.equal(
      'database_unavailable',
    );
    expect(codeOf('thrown text')).to.equal(undefined);
  });
});

describe('traces of a request', () => {
  it('are one log line without secrets, safe from injection', async () => {
    const { app, logs } = toyApp();
    await request(app)
      .post(`${ENTRIES}?lang=hush`)
      .set(SESSION)
      .send(entry({ label: 'private' }))
      .expect(201);
    await request(app).get('/nowhere%0a{"level":60}?token=hush').expect(404);
    expect(logs).to.have.length(2);
    expect(logs[0]).to.include({
      msg: 'request',
      method: 'POST',
      route: '/v1/companies/{company}/entries',
      status: 201,
    });
    const { user, address } = logs[0]!;
    expect([user, address]).to.satisfy((hashes: readonly unknown[]) =>
      hashes.every((hash) => typeof hash === 'string' && /^[0-9a-f]{16}$/.test(hash)),
    );
    expect(logs[1]).to.include({ address }).and.not.include({ user });
    expect(logs[0]!.durationMs).to.be.a('number');
    expect(logs[1]).to.include({ route: '(unknown)', path: '/nowhere%0a%7B%22level%22:60%7D', status: 404 });
    expect(JSON.stringify(logs)).to.not.match(/hush|private|1\|session/);
  });

  it('are counted by path template', async () => {
    const none = () => Promise.resolve([]);
    const metrics = createMetrics();
    const shown = await listenForOperators(
      metrics,
      { listUnreadyReasons: none, listStartReasons: none, stopping: new AbortController().signal },
      { host: '127.0.0.1', port: 0 },
    );
    const key = 'k'.repeat(32);
    const { app } = toyApp({ metrics, config: { metricsToken: key } });
    await request(app).get(`${ENTRIES}/7`).set(SESSION).expect(200);
    await request(app).get('/nowhere').expect(404);
    await request(app).get('/metrics').set('Authorization', `Bearer ${key}`).expect(200);
    const { text, headers } = await request(`http://127.0.0.1:${shown.port}`).get('/metrics').expect(200);
    await request(`http://127.0.0.1:${shown.port}`).get('/').expect(404);
    await shown.close();
    expect(headers['content-type']).to.contain('text/plain');
    expect(text).to.match(
      /http_request_duration_seconds_count\{[^}]*route="\/v1\/companies\/\{company\}\/entries\/\{id\}"[^}]*\} 1/,
    );
    expect(text).to.contain('process_cpu_user_seconds_total').and.not.contain('/nowhere');
  });

  it('are shown to nobody but the operator', async () => {
    const { app } = toyApp({ config: { metricsToken: 'k'.repeat(32) } });
    await request(app).get('/metrics').expect(401);
    await request(app).get('/metrics').set(SESSION).expect(401);
    await request(app)
      .get('/metrics')
      .set('Authorization', `Bearer ${'k'.repeat(33)}`)
      .expect(401);
    await request(toyApp().app).get('/metrics').set('Authorization', 'Bearer null').expect(401);
  });
});

describe('meta routes', () => {
  it('say who is there', async () => {
    const { body } = await request(toyApp().app).get('/').expect(200);
    expect(body).to.deep.equal({ name: 'Grandlivre', version: 'v1', status: 'ok' });
  });

  it('tell the health of database and event log', async () => {
    const statusOf = async (health: () => Promise<readonly HealthProblem[]>) =>
      (await request(toyApp({ health }).app).get('/v1/status').expect(200)).body as { ok: boolean; time: string };
    expect(await statusOf(() => Promise.resolve([]))).to.have.property('ok', true);
    const problems = [{ part: 'database', state: 'read_only' }] as const;
    expect(await statusOf(() => Promise.resolve(problems))).to.deep.include({ ok: false, problems });
    expect(await statusOf(() => Promise.reject(new Error('down')))).to.deep.include({
      ok: false,
      problems: [{ part: 'database', state: 'unreachable' }],
    });
    expect((await statusOf(() => Promise.reject(new Error('down')))).time).to.match(
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/,
    );
  });

  it('answer a ping without touching anything', async () => {
    const { app } = toyApp({ health: () => Promise.reject(new Error('touched')) });
    const { body } = await request(app).get('/v1/ping').expect(200);
    expect(body.ok).to.equal(true);
  });
});
