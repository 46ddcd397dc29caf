import { expect } from 'chai';
import request from 'supertest';
import { toyApp } from './support.ts';

describe('the body of a request', () => {
  const { app } = toyApp();
  const post = (path: string, raw: string | Buffer, type = 'application/json') =>
    request(app)
      .post(path)
      .set('Content-Type', type)
      .set('Accept-Language', 'en')
      .serialize((body: string) => body)
      .send(raw as string);

  it('is trimmed, except passwords, and empty texts become null', async () => {
    const { body } = await post(
      '/v1/echo',
      '{"a":"  x ","b":"","c":"   ","user":{"Password":" p ","new_password":""},"l":[" y ",""]}',
    ).expect(200);
    expect(body).to.deep.equal({
      a: 'x',
      b: null,
      c: null,
      user: { Password: ' p ', new_password: '' },
      l: ['y', null],
    });
  });

  it('is trimmed of spaces that are not ASCII', async () => {
    const { body } = await post('/v1/echo', JSON.stringify({ a: '\u00a0é\u2003', b: 'été' })).expect(200);
    expect(body).to.deep.equal({ a: 'é', b: 'été' });
  });

  it('may be absent', async () => {
    const response = await request(app).post('/v1/fields').set('Accept-Language', 'en').expect(422);
    expect(response.body.errors).to.deep.equal({ name: ['The “name” field is required.'] });
    await request(app)
      .post('/v1/echo')
      .set('Transfer-Encoding', 'chunked')
      .set('Content-Type', 'application/json')
      .expect(200);
  });

  it('may start with a byte order mark', () => post('/v1/echo', '\ufeff{}').expect(200));

  it('counts as {} when it is null', () => post('/v1/echo', 'null').expect(200));

  for (const raw of [
    '{',
    '{"a":NaN}',
    '{"a":Infinity}',
    '{"a":01}',
    "{'a':1}",
    '{"a":1,}',
    '',
    '\u0000{}',
    '{"a":"\u0000"}',
    'undefined',
  ]) {
    it(`that does not parse is a 400: ${JSON.stringify(raw)}`, async () => {
      const response = await post('/v1/echo', raw);
      if (raw === '') return void expect(response.status).to.equal(200);
      expect(response.status).to.equal(400);
      expect(response.body).to.deep.equal({
        message: 'The body of the request is not valid JSON.',
        code: 'invalid_json',
      });
    });
  }

  it('that is not UTF-8 is a 400', () =>
    post('/v1/echo', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])).expect(400));

  for (const [raw, code] of [
    ['{"a":{"b":["x","n\\u0000l"]}}', 'a.b.1'],
    ['{"a":"\\ud800"}', 'a'],
    ['{"a":"\\udc00\\ud800"}', 'a'],
    ['{"a":1e400}', 'a'],
    ['{"a":[-1e999]}', 'a.0'],
    ['{"k\\u0000":1}', 'body'],
  ] as const) {
    it(`that cannot be stored is a 422 at its field: ${raw}`, async () => {
      const response = await post('/v1/echo', raw).expect(422);
      expect(Object.keys(response.body.errors)).to.deep.equal([code]);
    });
  }

  it('keeps surrogate pairs', async () => {
    const { body } = await post('/v1/echo', '{"a":"\\ud83d\\ude00"}').expect(200);
    expect(body).to.deep.equal({ a: '😀' });
  });

  for (const depth of [65, 10_000, 200_000]) {
    it(`nested ${depth} levels deep is a 422`, async () => {
      const response = await post('/v1/echo', `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`).expect(422);
      expect(response.body.code).to.equal('body_too_deep');
    });
  }

  it('nested 63 levels deep is fine', () => post('/v1/echo', `{"a":${'['.repeat(63)}${']'.repeat(63)}}`).expect(200));

  it('takes the last of duplicate keys', async () => {
    const { body } = await post('/v1/echo', '{"a":1,"a":2}').expect(200);
    expect(body).to.deep.equal({ a: 2 });
  });

  it('cannot reach prototypes', async () => {
    const raw =
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"deep":{"__proto__":{"polluted":1},"x":1},"ok":1}';
    const { text } = await post('/v1/echo', raw).expect(200);
    expect(text).to.equal('{"deep":{"x":1},"ok":1}');
    expect(({} as Record<string, unknown>).polluted).to.equal(undefined);
  });

  it('that looks like a refusal is only a body', async () => {
    const raw = { refused: true, code: 'conflict', problems: [{ code: 'conflict' }] };
    const { body } = await post('/v1/echo', JSON.stringify(raw)).expect(200);
    expect(body).to.deep.equal(raw);
  });

  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=utf-16',
    'multipart/form-data',
  ]) {
    it(`of type ${type} is a 415`, async () => {
      expect((await post('/v1/echo', '{}', type).expect(415)).body.code).to.equal('unsupported_media_type');
    });
  }

  for (const type of [
    'application/json; charset=utf-8',
    'APPLICATION/JSON;charset="UTF-8"',
    'application/merge-patch+json',
  ]) {
    it(`of type ${type} is read`, () => post('/v1/echo', '{}', type).expect(200));
  }

  it('that is compressed is a 415', () =>
    request(app).post('/v1/echo').set('Content-Encoding', 'gzip').send({}).expect(415));

  it('of exactly 1 MiB is read, one byte more is a 413', async () => {
    const body = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`;
    await post('/v1/echo', body(1024 * 1024)).expect(200);
    expect((await post('/v1/echo', body(1024 * 1024 + 1)).expect(413)).body.code).to.equal('payload_too_large');
  });

  it('of 10 MB is a 413 also when its length is not announced', async () => {
    const sending = request(app)
      .post('/v1/echo')
      .set('Content-Type', 'application/json')
      .set('Transfer-Encoding', 'chunked');
    for (let part = 0; part < 10; part++) sending.write('x'.repeat(1024 * 1024));
    const response = await sending;
    expect(response.status).to.equal(413);
  });

  it('with a flood of wrong items is refused in no time', async () => {
    const startedAt = performance.now();
    const lines = new Array(300_000).fill({});
    const { SESSION, COMPANY } = await import('./support.ts');
    const response = await request(app)
      .post(`/v1/companies/${COMPANY}/entries`)
      .set(SESSION)
      .send({ journal_id: 1, entry_date: '2026-01-01', lines })
      .expect(422);
    expect(Object.keys(response.body.errors)).to.deep.equal(['lines']);
    expect(performance.now() - startedAt).to.be.below(2000);
  });

  it('tells every wrong field at once, by dotted path', async () => {
    const { SESSION, COMPANY } = await import('./support.ts');
    const response = await request(app)
      .post(`/v1/companies/${COMPANY}/entries`)
      .set(SESSION)
      .set('Accept-Language', 'en')
      .send({
        journal_id: 'x',
        entry_date: '2026-02-30',
        label: 'x'.repeat(21),
        lines: [{ account_id: 1, debit: '0.005', lable: 'x' }, { debit: -1 }, 7],
        date: '2026-02-03',
      })
      .expect(422);
    expect(response.body).to.deep.equal({
      message: 'Unknown field “lines.0.lable”. Did you mean label? (and 8 more errors)',
      code: 'unknown_field',
      errors: {
        'lines.0.lable': ['Unknown field “lines.0.lable”. Did you mean label?'],
        date: ['Unknown field “date”. Did you mean entry_date?'],
        journal_id: ['The “journal” field must be an integer.'],
        entry_date: ['The “entry date” field must be an existing date in the form YYYY-MM-DD.'],
        label: ['The “label” field must not be longer than 20 characters.'],
        'lines.0.debit': ['The amount in the “line 1, debit” field must not have more than two decimals.'],
        'lines.1.account_id': ['The “line 2, account” field is required.'],
        'lines.1.debit': ['The amount in the “line 2, debit” field must not be negative.'],
        'lines.2': ['The “line 3” field must be an object.'],
      },
      error_codes: {
        'lines.0.lable': ['unknown_field'],
        date: ['unknown_field'],
        journal_id: ['not_an_integer'],
        entry_date: ['not_a_date'],
        label: ['text_too_long'],
        'lines.0.debit': ['amount_too_many_decimals'],
        'lines.1.account_id': ['required'],
        'lines.1.debit': ['amount_negative'],
        'lines.2': ['not_an_object'],
      },
    });
  });

  for (const raw of ['[]', '"x"', '12', 'true']) {
    it(`that is not an object is a 422: ${raw}`, async () => {
      const response = await post('/v1/fields', raw).expect(422);
      expect(response.body.errors).to.deep.equal({ body: ['The “request body” field must be an object.'] });
    });
  }
});
