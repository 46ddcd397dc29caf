import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { expectStatus, type AnswerBody } from '../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../support/service.ts';

describe('Requests to real routes', () => {
  const service = useService({ from: 'books' });
  let firm: TestFirm;
  let file: TestCompany;
  const lines = [
    { account: '604000', debit: '1.00' },
    { account: '440000', credit: '1.00' },
  ];
  const entry = () => ({ journal_id: file.journal('OD'), entry_date: '2026-03-15', lines });
  const post = (headers?: Record<string, string>) => firm.client.post(`${file.path}/entries`, entry(), headers);
  const lastMetadata = async () => (await service.events(file.id)).at(-1)!.metadata;

  before(async () => {
    firm = await service.newFirm();
    file = await service.newCompany(firm.client);
  });

  describe('bodies', () => {
    const writes = () =>
      [
        ['POST', '/v1/companies'],
        ...['accounts', 'journals', 'vat-codes', 'third-parties', 'entries'].map((resource) => [
          'POST',
          `${file.path}/${resource}`,
        ]),
        ['PATCH', `${file.path}/accounts/${file.account('604000')}`],
        ['PATCH', `${file.path}/journals/${file.journal('OD')}`],
      ] as [string, string][];
    const everywhere = async (
      body: unknown,
      headers: Record<string, string>,
      check: (answer: { status: number; body: AnswerBody; text: string }, path: string) => void,
    ) => {
      const before = await service.core.log.readHead();
      for (const [method, path] of writes()) check(await firm.client.request(method, path, { body, headers }), path);
      expect(await service.core.log.readHead()).to.equal(before);
    };

    it('that do not parse are a 400', async () => {
      for (const body of ['{', '{"name": }', 'name=x', '{"a":1}}', '\u0000', '{"a":NaN}', "{'a':1}"]) {
        await everywhere(body, {}, ({ status, body: answered }, path) =>
          expect([status, answered.code], path).to.deep.equal([400, 'invalid_json']),
        );
      }
    });

    it('of another type are a 415', async () => {
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/xml',
      ]) {
        await everywhere('{}', { 'Content-Type': type }, ({ status }, path) => expect(status, path).to.equal(415));
      }
    });

    it('that are too large are a 413', async () => {
      await everywhere(`{"name":"${'x'.repeat(1_100_000)}"}`, {}, ({ status }, path) =>
        expect(status, path).to.equal(413),
      );
    });

    it('that are no objects are a 422', async () => {
      for (const body of ['[]', '"text"', '5', 'true'])
        await everywhere(body, {}, ({ status, body: answered }, path) =>
          expect([status, Object.keys(answered.errors)], `${path} ${body}`).to.deep.equal([422, ['body']]),
        );
    });

    it('that are strange are refused or read, never a 500', async () => {
      const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
      const strange = [
        deep,
        '{"label":"\\u0000"}',
        '{"label":"\\ud800"}',
        '{"__proto__":{"id":1},"constructor":1}',
        '{"rate":1e400,"debit":-1e400}',
        '{"a":1,"a":2}',
        '\ufeff{}',
        `{"lines":[${'{},'.repeat(5_000)}{}]}`,
        '{"toString":1,"hasOwnProperty":2,"valueOf":3}',
      ];
      for (const body of strange)
        await everywhere(body, {}, ({ status, text }, path) =>
          expect(status, `${path} ${body.slice(0, 40)} ${text.slice(0, 100)}`).to.be.oneOf([200, 400, 413, 422]),
        );
    });

    it('that JSON allows and accounting does not are refused with their reason', async () => {
      const text = (changes: string) =>
        JSON.stringify({ ...entry(), label: 'x' }).replace('"label":"x"', changes === '' ? '"label":"x"' : changes);
      const cases: readonly (readonly [changes: string, status: number, reason: string | null])[] = [
        ['"label":"one","label":"two"', 201, null],
        ['"__proto__":{"label":"x"},"constructor":{"prototype":{"label":"x"}}', 201, null],
        [`"deep":${'['.repeat(10_000)}${']'.repeat(10_000)}`, 422, 'body_too_deep'],
        [`"deep":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, 422, 'body_too_deep'],
        ['"extra":1e400', 422, 'extra'],
        ['"extra":[1,-1e999]', 422, 'extra.1'],
        ['"extra":NaN', 400, 'invalid_json'],
        ['"extra":Infinity', 400, 'invalid_json'],
        ['"label":"a\\ud800b"', 422, 'label'],
        ['"label":"\\udc00\\ud800"', 422, 'label'],
        ['"label":"a\\u0000b"', 422, 'label'],
        ['"a\\u0000b":1', 422, 'body'],
        ['"label":"\\ud83d\\ude00"', 201, null],
        [`"extra":"${'x'.repeat(10 * 1024 * 1024)}"`, 413, 'payload_too_large'],
      ];
      for (const [changes, status, reason] of cases) {
        const answer = await firm.client.post(`${file.path}/entries`, text(changes));
        const what = `${changes.slice(0, 60)} ${answer.text.slice(0, 200)}`;
        expect(answer.status, what).to.equal(status);
        if (reason !== null)
          expect([answer.body.code, ...Object.keys(answer.body.errors ?? {})], what).to.include(reason);
      }
      const posted = (await firm.client.get<{ data: { label: string | null }[] }>(`${file.path}/entries?per_page=3`))
        .body;
      expect(posted.data.map(({ label }) => label)).to.deep.equal(['😀', null, 'two']);
      expect(({} as Record<string, unknown>).label).to.equal(undefined);
    });

    it('trim texts and take empty ones for none', async () => {
      const { body } = await firm.client.post(`${file.path}/third-parties`, {
        type: ' customer ',
        name: '  Spaces  ',
        notes: '   ',
        city: '',
      });
      expect(body).to.include({ type: 'customer', name: 'Spaces', notes: null, city: null });
    });
  });

  describe('languages', () => {
    it('are four, for the same refusal of the same code and fields', async () => {
      const reader = await service.newMember(firm, 'encoder', { locale: null });
      const answers = await Promise.all(
        ['fr', 'nl', 'en', 'de'].map((language) =>
          reader.client.post(
            `${file.path}/entries`,
            { ...entry(), lines: [{ account: '604000', debit: '5.00' }, lines[1]!] },
            { 'Accept-Language': language },
          ),
        ),
      );
      expect(answers.map(({ body }) => body.errors.lines)).to.deep.equal([
        ['L’écriture n’est pas équilibrée : débit 5,00, crédit 1,00.'],
        ['De boeking is niet in evenwicht: debet 5,00, credit 1,00.'],
        ['The entry does not balance: debit 5.00, credit 1.00.'],
        ['Die Buchung ist nicht ausgeglichen: Soll 5,00, Haben 1,00.'],
      ]);
      expect(answers.map(({ headers }) => headers.get('content-language'))).to.deep.equal(['fr', 'nl', 'en', 'de']);
      for (const { status, headers, body } of answers) {
        expect(status).to.equal(422);
        expect(headers.get('vary')).to.contain('Accept-Language');
        expect(body.message).to.equal(body.errors.lines![0]);
      }
      const several = await Promise.all(
        ['fr', 'nl', 'en', 'de'].map((language) => reader.client.post(`${file.path}/entries?lang=${language}`, {})),
      );
      expect(new Set(several.map(({ body }) => body.message))).to.have.property('size', 4);
      expect(several[0]!.body.message).to.match(/ \(et 2 autres erreurs\)$/);
    });

    it('come as RFC 9457 problems for those who ask', async () => {
      const { status, headers, body } = await firm.client.post(
        `${file.path}/entries`,
        {},
        { Accept: 'application/problem+json' },
      );
      expect(status).to.equal(422);
      expect(headers.get('content-type')).to.contain('application/problem+json');
      expect(body).to.include({ status: 422 });
      expect(body).to.include.keys('type', 'title', 'detail', 'errors');
    });
  });

  describe('headers of writes', () => {
    it('end in the metadata of the event', async () => {
      const [operation, mutation] = [randomUUID(), randomUUID()];
      const occurred = new Date(Date.now() - 3_600_000).toISOString();
      const { headers } = await post({
        'X-Operation-Id': operation.toUpperCase(),
        'X-Client-Mutation-Id': mutation,
        'X-Device-Id': 'device-7',
        'X-Device-Name': 'T%C3%A9l%C3%A9phone%20de%20Zo%C3%A9',
        'X-Occurred-At': occurred,
        'X-Origin': 'offline_sync',
      });
      expect(headers.get('x-operation-id')).to.equal(operation);
      const metadata = await lastMetadata();
      expect(metadata).to.include({
        company_id: file.id,
        firm_id: firm.id,
        user_id: firm.admin.id,
        token_kind: 'session',
        operation_id: operation,
        client_mutation_id: mutation,
        device_id: 'device-7',
        device_name: 'Téléphone de Zoé',
        origin: 'offline_sync',
        occurred_at: occurred,
      });
      expect(metadata.occurred_at_raw).to.equal(undefined);
      expect(Date.parse(metadata.recorded_at as string)).to.be.within(Date.now() - 60_000, Date.now() + 1_000);
    });

    it('are optional: an operation id is made, and the token kind told', async () => {
      const token = await service.integrationToken(firm.admin.id, ['write']);
      const { status, headers } = await service.anonymous.as(token).post(`${file.path}/entries`, entry());
      expect(status).to.equal(201);
      const metadata = await lastMetadata();
      expect(metadata.operation_id)
        .to.match(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
        .and.equal(headers.get('x-operation-id'));
      expect(metadata).to.include({ token_kind: 'integration', origin: 'api' });
      for (const name of ['client_mutation_id', 'device_id', 'device_name', 'occurred_at'])
        expect(metadata[name], name).to.equal(undefined);
    });

    it('clamp the time of the client to a day around the server’s and keep what was sent', async () => {
      for (const days of [-10, 10]) {
        const sent = new Date(Date.now() + days * 86_400_000).toISOString();
        await expectStatus(post({ 'X-Occurred-At': sent }), 201);
        const metadata = await lastMetadata();
        expect(metadata.occurred_at_raw).to.equal(sent);
        expect(Date.parse(metadata.occurred_at as string)).to.be.closeTo(
          Date.now() + Math.sign(days) * 86_400_000,
          10_000,
        );
      }
    });

    it('are refused when they are wrong, each by its name and all at once', async () => {
      const before = await service.core.log.readHead();
      const wrong = {
        'X-Operation-Id': 'not-a-uuid',
        'X-Client-Mutation-Id': 'm'.repeat(65),
        'X-Device-Id': 'd'.repeat(65),
        'X-Device-Name': '%E9%',
        'X-Occurred-At': 'yesterday',
        'X-Base-Version': 'one',
      };
      const body = await expectStatus(post(wrong), 422);
      expect(body.errors).to.have.all.keys(Object.keys(wrong));
      expect((await post({ 'X-Device-Name': encodeURIComponent('é'.repeat(121)) })).body.errors).to.have.all.keys(
        'X-Device-Name',
      );
      await expectStatus(post({ 'X-Device-Name': 'evil%0d%0aX-Injected%3a%201' }), 422);
      expect(await service.core.log.readHead()).to.equal(before);
    });

    it('group several requests under one operation', async () => {
      const operation = randomUUID();
      const answers = [
        await post({ 'X-Operation-Id': operation }),
        await firm.client.post(
          `${file.path}/third-parties`,
          { type: 'customer', name: 'Grouped' },
          { 'X-Operation-Id': operation },
        ),
      ];
      expect(answers.map(({ headers }) => headers.get('x-operation-id'))).to.deep.equal([operation, operation]);
      const events = (await service.events(file.id)).filter(({ metadata }) => metadata.operation_id === operation);
      expect(events.map(({ type }) => type)).to.deep.equal(['EntryPosted', 'RecordsCreated']);
    });

    it('give no operation id to reads and to refusals', async () => {
      expect((await firm.client.get(`${file.path}/entries`)).headers.get('x-operation-id')).to.equal(null);
      expect(
        (await firm.client.post(`${file.path}/entries`, {}, { 'X-Operation-Id': randomUUID() })).headers.get(
          'x-operation-id',
        ),
      ).to.equal(null);
    });
  });
});
