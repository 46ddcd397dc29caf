import { expect } from 'chai';
import { REGISTER_KEY, INVOICE, getDnsName, useDirectories, VIES_ANSWER } from '../../support/directories.ts';
import { expectStatus, expectRefusal, type AnswerBody, type Client } from '../../support/client.ts';
import { FAILURES, answerJson, answerText } from '../../support/http-server.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

const NUMBER = 'BE0477472701';
const TIMEOUT_MS = 1_000;

interface Announced {
  readonly event: string;
}

describe('Technical checks of third parties', () => {
  const outside = useDirectories();
  const service = useService({ environment: outside.environment, timeouts: { outsideMs: TIMEOUT_MS } });
  let firm: TestFirm;
  let client: Client;
  let file: TestCompany;
  let path: string;

  before(async () => {
    firm = await service.newFirm();
    ({ client } = firm);
    file = await service.newCompany(client);
    path = `${file.path}/third-parties`;
  });
  beforeEach(() => {
    outside.reset();
    for (const { requests } of [outside.vies, outside.publisher]) requests.length = 0;
    outside.names.questions.length = 0;
  });

  const create = (fields: Record<string, unknown> = {}): Promise<AnswerBody> =>
    client.created(path, { type: 'customer', name: 'Dupont', ...fields });
  const show = async (id: number) => (await client.get(`${path}/${id}`)).body;
  const announcements = async (): Promise<string[]> => {
    const { rows } = await service.core.pool.query<Announced>('SELECT event FROM ops.outbox ORDER BY 1');
    return rows.map(({ event }) => event);
  };

  describe('of a VAT number', () => {
    const check = (id: number, headers = {}, as = client) => as.post(`${path}/${id}/check-vat`, undefined, headers);

    it('keep what VIES says, and show it', async () => {
      const { id } = await create({ vat_number: NUMBER });
      const { status, body, headers, text: reported } = await check(id);
      expect(status, reported).to.equal(200);
      expect(body).to.include({
        id,
        version: 2,
        vat_valid: true,
        vat_name: 'SRL BOULANGERIE ETE',
        vat_address: 'RUE HAUTE 12\n1000 BRUXELLES',
        vat_consultation_number: 'WAPIAAAAXk1234',
      });
      expect(Date.parse(body.vat_checked_at as string)).to.be.closeTo(Date.now(), 60_000);
      expect(headers.get('etag')).to.equal('"v2"');
      expect(headers.get('x-operation-id')).to.be.a('string');
      expect(await show(id)).to.deep.equal(body);
      expect(JSON.parse(outside.vies.requests[0]!.body)).to.deep.equal({ countryCode: 'BE', vatNumber: '0477472701' });
    });

    it('ask in the name of the company file when it has a number of its own', async () => {
      const other = await service.newCompany(client, { vat_number: 'BE0403170701' });
      const { body } = await client.post(`${other.path}/third-parties`, {
        type: 'supplier',
        name: 'A',
        vat_number: 'EL094259216',
      });
      await client.expect(200).post(`${other.path}/third-parties/${body.id}/check-vat`);
      expect(JSON.parse(outside.vies.requests[0]!.body)).to.deep.equal({
        countryCode: 'EL',
        vatNumber: '094259216',
        requesterMemberStateCode: 'BE',
        requesterNumber: '0403170701',
      });
    });

    it('replace what was found out before, and tell it in the history and in the feed', async () => {
      const { id } = await create({ vat_number: NUMBER });
      await check(id);
      outside.vies.behave(
        answerJson({ ...VIES_ANSWER, valid: false, name: '---', address: '---', requestIdentifier: '' }),
      );
      expect((await check(id)).body).to.include({
        version: 3,
        vat_valid: false,
        vat_name: null,
        vat_address: null,
        vat_consultation_number: null,
      });
      const events = (await service.events(file.id)).filter(({ data }) => data.id === id);
      expect(events.map(({ type }) => type)).to.deep.equal(['ThirdPartyChecked', 'ThirdPartyChecked']);
      expect(events[1]!.data.previous).to.include({ vat_valid: true, vat_name: 'SRL BOULANGERIE ETE' });
      const { body } = await client.get<{ changes: { id: number; resource: string; data: object }[] }>(
        `${file.path}/sync/pull?since=0&limit=2000`,
      );
      const change = body.changes.findLast((one) => one.resource === 'third-parties' && one.id === id);
      expect(change!.data).to.include({ vat_valid: false, version: 3 });
    });

    it('narrow lists', async () => {
      const { id } = await create({ vat_number: NUMBER, name: 'Only one' });
      outside.vies.behave(answerJson({ valid: false }));
      await check(id);
      const { body } = await client.get<AnswerBody[]>(`${path}?vat_valid=0&q=Only`);
      expect(body.map((one) => one.id)).to.deep.equal([id]);
      expect((await client.get(`${path}?vat_valid=1&q=Only`)).body).to.deep.equal([]);
    });

    it('tell nobody', async () => {
      const { id } = await create({ vat_number: NUMBER });
      const before = await announcements();
      expect(before).to.include('third_party.created');
      await expectStatus(check(id), 200);
      expect(await announcements()).to.deep.equal(before);
      await client.patch(`${path}/${id}`, { name: 'Dupond' });
      expect(await announcements(), 'a change does').to.have.length(before.length + 1);
    });

    it('no longer hold for another number', async () => {
      const { id } = await create({ vat_number: NUMBER });
      await check(id);
      const { body } = await client.patch(`${path}/${id}`, { vat_number: 'BE0403170701' });
      expect(body).to.include({
        vat_checked_at: null,
        vat_valid: null,
        vat_name: null,
        vat_address: null,
        vat_consultation_number: null,
      });
    });

    it('cannot be written by a client', async () => {
      const requested = {
        vat_valid: true,
        vat_name: 'Me',
        vat_checked_at: '2026-01-01T00:00:00Z',
        peppol_registered: true,
      };
      const { id, ...body } = await create({ vat_number: NUMBER, ...requested });
      expect(body).to.include({ vat_valid: null, vat_name: null, vat_checked_at: null, peppol_registered: false });
      expect((await client.patch(`${path}/${id}`, requested)).body).to.include({ vat_valid: null, version: 1 });
    });

    it('need a number that VIES knows', async () => {
      for (const [fields, code] of [
        [{}, 'vat_number_missing'],
        [{ vat_number: 'CHE116294121' }, 'vat_number_not_in_vies'],
      ] as const) {
        const { id } = await create(fields);
        expect((await expectRefusal(check(id), 422, { code })).errors).to.have.all.keys('vat_number');
      }
      expect(outside.vies.requests).to.deep.equal([]);
    });

    it('are of third parties of this company file that are not in the recycle bin', async () => {
      const { id } = await create({ vat_number: NUMBER });
      const other = await service.newCompany(client);
      const trashed = await create({ vat_number: NUMBER });
      await client.delete(`${path}/${trashed.id}`);
      for (const target of [
        `${other.path}/third-parties/${id}/check-vat`,
        `${path}/${trashed.id}/check-vat`,
        `${path}/999999999/check-vat`,
        `${path}/x/check-vat`,
      ])
        expect((await client.post(target)).status, target).to.equal(404);
      expect(outside.vies.requests).to.deep.equal([]);
    });

    for (const [name, manner] of Object.entries(FAILURES)) {
      it(`are a 503 and change nothing when VIES answers with ${name}`, async () => {
        const { id } = await create({ vat_number: NUMBER });
        outside.vies.behave(manner);
        const start = performance.now();
        const { status, body, headers } = await check(id);
        expect(performance.now() - start).to.be.lessThan(TIMEOUT_MS + 2_000);
        expect(status).to.equal(503);
        expect(body).to.have.all.keys('message', 'code').and.include({ code: 'vies_unavailable' });
        expect(headers.get('retry-after')).to.equal('60');
        expect(await show(id)).to.include({ version: 1, vat_checked_at: null, vat_valid: null });
      });
    }

    it('are a 503 when the member state does not answer: the number is not called invalid', async () => {
      const { id } = await create({ vat_number: NUMBER });
      outside.vies.behave(answerJson({ actionSucceed: false, errorWrappers: [{ error: 'MS_UNAVAILABLE' }] }));
      expect((await check(id)).body).to.include({ code: 'vies_unavailable' });
      expect(await show(id)).to.include({ vat_valid: null });
    });

    it('say why in four languages', async () => {
      const { id } = await create({ vat_number: NUMBER });
      outside.vies.behave(answerText('', 500));
      const { client: polyglot } = await service.newMember(firm, 'encoder', { locale: null });
      const reported = await Promise.all(
        ['fr', 'nl', 'en', 'de'].map(
          async (language) => (await check(id, { 'Accept-Language': language }, polyglot)).body.message,
        ),
      );
      expect(new Set(reported).size).to.equal(4);
      expect(reported[1]).to.contain('lidstaat');
    });

    it('happen once under one mutation id', async () => {
      const { id } = await create({ vat_number: NUMBER });
      const headers = { 'X-Client-Mutation-Id': `check-${id}` };
      const first = await check(id, headers);
      const second = await check(id, headers);
      expect(second.headers.get('x-idempotent-replay')).to.equal('1');
      expect(second.body).to.deep.equal(first.body);
      expect(outside.vies.requests).to.have.length(1);
    });

    it('that failed can be tried again under the same mutation id', async () => {
      const { id } = await create({ vat_number: NUMBER });
      const headers = { 'X-Client-Mutation-Id': `again-${id}` };
      outside.vies.behave(answerText('', 500));
      await expectStatus(check(id, headers), 503);
      outside.reset();
      expect((await check(id, headers)).body).to.include({ vat_valid: true });
    });

    it('refuse to judge a version that is not the one meant, and a number that changed meanwhile', async () => {
      const { id } = await create({ vat_number: NUMBER });
      const stale = await check(id, { 'X-Base-Version': '7' });
      expect(stale.status).to.equal(409);
      expect(stale.body).to.include({ code: 'conflict', server_version: 1 });
      expect(stale.body.server_data).to.include({ id, vat_checked_at: null });
      outside.vies.behave((request, response) => {
        void client
          .patch(`${path}/${id}`, { vat_number: 'BE0403170701' })
          .then(() => answerJson(VIES_ANSWER)(request, response));
      });
      await expectStatus(check(id), 409);
      expect(await show(id)).to.include({ vat_number: 'BE0403170701', vat_valid: null, version: 2 });
    });

    it('do not stand in the way of whoever writes meanwhile', async () => {
      const { id } = await create({ vat_number: NUMBER });
      outside.vies.behave((request, response) => {
        void client.patch(`${path}/${id}`, { name: 'Renamed' }).then(() => answerJson(VIES_ANSWER)(request, response));
      });
      expect((await check(id)).body).to.include({ name: 'Renamed', vat_valid: true, version: 3 });
    });

    it('are for those who keep the books', async () => {
      const { id } = await create({ vat_number: NUMBER });
      const { client: reviewer } = await service.newMember(firm, 'reviewer');
      await expectStatus(check(id, {}, reviewer), 403);
      const { client: encoder } = await service.newMember(firm, 'encoder');
      await expectStatus(check(id, {}, encoder), 200);
    });
  });

  describe('of the Peppol network', () => {
    const check = (id: number, headers = {}, as = client) => as.post(`${path}/${id}/check-peppol`, undefined, headers);
    const lookupOf = (body: AnswerBody) =>
      body.peppol_lookup as { identifiers: string[]; document_types: { document: string | null }[] };

    it('keep whether the identifier is known, and answer the documents that can be sent', async () => {
      const { id } = await create({ peppol_identifier: '0208:0477472701' });
      const { status, body, headers, text: reported } = await check(id);
      expect(status, reported).to.equal(200);
      expect(body).to.include({ id, version: 2, peppol_registered: true, peppol_identifier: '0208:0477472701' });
      expect(Date.parse(body.peppol_checked_at as string)).to.be.closeTo(Date.now(), 60_000);
      expect(lookupOf(body)).to.deep.equal({
        identifiers: ['0208:0477472701'],
        document_types: [{ scheme: 'busdox-docid-qns', id: INVOICE, document: 'Invoice' }],
      });
      expect(headers.get('etag')).to.equal('"v2"');
      const { peppol_lookup: _answered, ...kept } = body;
      expect(await show(id)).to.deep.equal(kept);
    });

    it('find the identifier of an enterprise by its numbers', async () => {
      outside.names.behave('no such name', getDnsName('0208:0477472701'));
      const { id } = await create({ enterprise_number: '0477.472.701', country: 'BE' });
      const { body } = await check(id);
      expect(body).to.include({ peppol_identifier: '9925:be0477472701', peppol_registered: true });
      expect(lookupOf(body).identifiers).to.deep.equal(['0208:0477472701', '9925:be0477472701']);
      const { body: found } = await client.get<AnswerBody[]>(`${path}?q=9925:be0477472701`);
      expect(
        found.map((one) => one.id),
        'and by it they are found',
      ).to.deep.equal([id]);
    });

    it('leave the identifier open when none is known', async () => {
      const { id } = await create({ vat_number: 'LU15027442' });
      outside.names.behave('no such name', getDnsName('9938:lu15027442'));
      const { body } = await check(id);
      expect(body).to.include({ peppol_identifier: null, peppol_registered: false, version: 2 });
      expect(body.peppol_checked_at).to.be.a('string');
      expect(lookupOf(body)).to.deep.equal({ identifiers: ['9938:lu15027442'], document_types: [] });
    });

    it('notice who has left', async () => {
      const { id } = await create({ peppol_identifier: '9915:left' });
      await check(id);
      outside.names.behave('no such name', getDnsName('9915:left'));
      expect((await check(id)).body).to.include({ peppol_registered: false, peppol_identifier: '9915:left' });
    });

    it('tell nobody, not even of an identifier that they found', async () => {
      const { id } = await create({ enterprise_number: '0403170701', country: 'BE' });
      const before = await announcements();
      expect((await check(id)).body).to.include({ peppol_identifier: '0208:0403170701' });
      expect(await announcements()).to.deep.equal(before);
    });

    it('need an identifier, or numbers that one follows from', async () => {
      const { id } = await create({ country: 'DE', vat_number: 'DE136695976' });
      const body = await expectRefusal(check(id), 422, 'peppol_identifier_missing');
      expect(body.errors).to.have.all.keys('peppol_identifier');
      expect(outside.names.questions).to.deep.equal([]);
    });

    for (const manner of ['failure', 'refusal', 'silence', 'no records'] as const) {
      it(`are a 503 and say nothing when the name server answers with ${manner}`, async () => {
        const { id } = await create({ peppol_identifier: `9915:dns-${manner.replace(' ', '')}` });
        await check(id);
        outside.names.behave(manner);
        const { status, body, headers } = await check(id);
        expect(status).to.equal(503);
        expect(body).to.have.all.keys('message', 'code').and.include({ code: 'peppol_unavailable' });
        expect(headers.get('retry-after')).to.equal('60');
        expect(await show(id), 'as it was known before').to.include({ peppol_registered: true, version: 2 });
      });
    }

    for (const [name, manner] of Object.entries(FAILURES)) {
      it(`are a 503 and change nothing when the publisher answers with ${name}`, async () => {
        const { id } = await create({ peppol_identifier: '9915:test' });
        outside.publisher.behave(manner);
        await expectRefusal(check(id), 503, 'peppol_unavailable');
        expect(await show(id)).to.include({ version: 1, peppol_registered: false, peppol_checked_at: null });
      });
    }

    it('do not conclude from one identifier that fails that there is no other', async () => {
      const { id } = await create({ enterprise_number: '0477472701', country: 'BE' });
      outside.names.behave('no such name', getDnsName('0208:0477472701'));
      outside.names.behave('failure', getDnsName('9925:be0477472701'));
      await expectStatus(check(id), 503);
      expect(await show(id)).to.include({ version: 1 });
    });

    it('do not go where a name server sends them inside the network', async () => {
      const { id } = await create({ peppol_identifier: '9915:inside' });
      outside.names.behave([{ regexp: `!.*!${outside.vies.url}!` }]);
      await expectStatus(check(id), 503);
      expect(outside.vies.requests).to.deep.equal([]);
    });

    it('refuse what changed meanwhile', async () => {
      const { id } = await create({ peppol_identifier: '9915:test' });
      await expectStatus(check(id, { 'X-Base-Version': '2' }), 409);
      outside.publisher.behave((request, response) => {
        void client
          .patch(`${path}/${id}`, { peppol_identifier: '9915:other' })
          .then(() => answerText('', 404)(request, response));
      });
      await expectStatus(check(id), 409);
      expect(await show(id)).to.include({ peppol_identifier: '9915:other', peppol_checked_at: null });
    });
  });

  it('never put a key into what is answered', async () => {
    expect((await client.get('/openapi.json')).text).to.not.contain(REGISTER_KEY);
  });
});

describe('Technical checks where nothing is configured', () => {
  const service = useService({ from: 'books' });

  it('are a 503 that says so, behind what is wrong with the request', async () => {
    const firm = await service.newFirm();
    const file = await service.newCompany(firm.client);
    const { body } = await firm.client.post(`${file.path}/third-parties`, {
      type: 'customer',
      name: 'A',
      vat_number: NUMBER,
    });
    const { body: bare } = await firm.client.post(`${file.path}/third-parties`, { type: 'customer', name: 'B' });
    for (const [check, code] of [
      ['check-vat', 'vies_not_configured'],
      ['check-peppol', 'peppol_not_configured'],
    ] as const) {
      const answer = await firm.client.refused(503).post(`${file.path}/third-parties/${body.id}/${check}`);
      expect(answer).to.have.all.keys('message', 'code').and.include({ code });
      await firm.client.refused(422).post(`${file.path}/third-parties/${bare.id}/${check}`);
    }
  });
});
