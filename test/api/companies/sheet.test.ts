import { expect } from 'chai';
import { openCompanyFile } from '../../../commands/companies/open-company-file.ts';
import { createSystemContext } from '../../../commands/support/context.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { expectStatus, expectRefusal, type Client } from '../../support/client.ts';
import { details, year2026 } from '../../support/company-file-samples.ts';
import { REGISTER_ANSWER, REGISTER_KEY, useDirectories } from '../../support/directories.ts';
import { FAILURES, answerJson, answerText } from '../../support/http-server.ts';
import { useService, type TestFirm } from '../../support/service.ts';

const NUMBER = '0477.472.701';
const TIMEOUT_MS = 1_000;

describe('The sheet of a company file', () => {
  const outside = useDirectories();
  const service = useService({ environment: outside.environment, timeouts: { outsideMs: TIMEOUT_MS } });
  let firm: TestFirm;
  let client: Client;

  before(async () => {
    firm = await service.newFirm();
    ({ client } = firm);
  });
  beforeEach(() => {
    outside.reset();
    outside.register.requests.length = 0;
  });

  const open = (fields = {}) => service.newCompany(client, { enterprise_number: NUMBER, ...fields });
  const refresh = (path: string, headers = {}, as = client) => as.post(`${path}/sheet/refresh`, undefined, headers);

  it('comes from the public register', async () => {
    const file = await open({ locale: 'nl', box: '9', main_nace_code: '1', vat_number: 'BE0477472701' });
    expect(file.body).to.include({ company_sheet_at: null });
    const { status, body, headers, text: reported } = await refresh(file.path);
    expect(status, reported).to.equal(200);
    expect(body).to.include({
      id: file.id,
      version: 2,
      lock_version: 2,
      name: 'Boulangerie Été',
      legal_form_code: '610',
      legal_form: 'Société à responsabilité limitée',
      street: 'Rue Haute',
      house_number: '12',
      box: '3',
      postal_code: '1000',
      city: 'Bruxelles',
      country: 'BE',
      address: 'Rue Haute 12/3, 1000 Bruxelles',
      main_nace_code: '10711',
      enterprise_number: NUMBER,
      vat_number: 'BE 0477.472.701',
    });
    expect(body.nace_codes).to.deep.equal([
      { code: '10711', classification: 'MAIN' },
      { code: '47242', classification: 'SECO' },
    ]);
    expect(Date.parse(body.company_sheet_at as string)).to.be.closeTo(Date.now(), 60_000);
    expect(headers.get('etag')).to.equal('"v2"');
    expect(headers.get('x-operation-id')).to.be.a('string');
    const shown = (await client.get(file.path)).body;
    for (const name of ['name', 'address', 'company_sheet_at', 'version']) expect(shown[name]).to.equal(body[name]);
    const { method, url, headers: sent } = outside.register.requests[0]!;
    expect([method, url]).to.deep.equal(['GET', '/enterprises/BE/0477472701']);
    expect(sent).to.include({ authorization: `Bearer ${REGISTER_KEY}`, 'accept-language': 'nl' });
    const event = (await service.events(file.id)).at(-1)!;
    expect(event.type).to.equal('CompanyFileUpdated');
    expect(event.data.previous).to.include({ name: 'Boulangerie Dupont', company_sheet_at: null });
  });

  it('is asked for again at will: only the time changes when nothing else has', async () => {
    const file = await open();
    await refresh(file.path);
    const { body } = await refresh(file.path);
    expect(body).to.include({ version: 3 });
    const { changes } = (await service.events(file.id)).at(-1)!.data as { changes: object };
    expect(Object.keys(changes)).to.deep.equal(['company_sheet_at']);
  });

  it('leaves alone what the register does not tell', async () => {
    const file = await open({ street: 'Rue Basse', legal_form: 'Autre', address: 'Là-bas' });
    outside.register.behave(answerJson({ name: 'Renamed' }));
    expect((await refresh(file.path)).body).to.include({
      name: 'Renamed',
      street: 'Rue Basse',
      legal_form: 'Autre',
      address: 'Là-bas',
    });
  });

  it('serves a file that stands alone, and files of other countries', async () => {
    const french = await open({ country_pack: 'FR', enterprise_number: '732 829 320' });
    outside.register.behave(answerJson({ name: 'Société Exemple' }));
    expect((await refresh(french.path)).body).to.include({ name: 'Société Exemple' });
    expect(outside.register.requests[0]!.url).to.equal('/enterprises/FR/732829320');
    const { client: own } = await service.newUser();
    const alone = await service.newCompany(own, { enterprise_number: NUMBER });
    await expectStatus(refresh(alone.path, {}, own), 200);
  });

  it('cannot be dated by a client', async () => {
    const file = await open();
    const { body } = await client.patch(file.path, { company_sheet_at: '2020-01-01T00:00:00Z', name: 'X' });
    expect(body).to.include({ company_sheet_at: null, name: 'X' });
  });

  it('needs an enterprise number', async () => {
    const file = await service.newCompany(client);
    const body = await expectRefusal(refresh(file.path), 422, 'enterprise_number_missing');
    expect(body.errors).to.have.all.keys('enterprise_number');
    expect(outside.register.requests).to.deep.equal([]);
  });

  it('needs an enterprise that the register knows', async () => {
    const file = await open();
    outside.register.behave(answerText('', 404));
    const body = await expectRefusal(refresh(file.path), 422, 'enterprise_unknown');
    expect(body.errors).to.have.all.keys('enterprise_number');
    expect((await client.get(file.path)).body).to.include({ version: 1, company_sheet_at: null });
  });

  describe('when the register fails', () => {
    let path: string;
    before(async () => {
      ({ path } = await open());
    });

    for (const [name, manner] of Object.entries(FAILURES)) {
      it(`with ${name}, is a 503 and changes nothing`, async () => {
        outside.register.behave(manner);
        const start = performance.now();
        const { status, body, headers, text: reported } = await refresh(path);
        expect(performance.now() - start).to.be.lessThan(TIMEOUT_MS + 2_000);
        expect(status).to.equal(503);
        expect(body).to.have.all.keys('message', 'code').and.include({ code: 'register_unavailable' });
        expect(headers.get('retry-after')).to.equal('60');
        expect(reported).to.not.contain(REGISTER_KEY);
        expect((await client.get(path)).body).to.include({ version: 1, company_sheet_at: null });
      });
    }

    it('with an answer of the wrong kind, is a 503 too', async () => {
      outside.register.behave(answerJson({ ...REGISTER_ANSWER, name: { $ne: null } }));
      expect((await refresh(path)).body).to.include({ code: 'register_unavailable' });
    });

    it('says so in four languages', async () => {
      outside.register.behave(answerText('', 500));
      const { client: polyglot } = await service.newMember(firm, 'manager', { locale: null });
      const reported = await Promise.all(
        ['fr', 'nl', 'en', 'de'].map(
          async (language) => (await refresh(path, { 'Accept-Language': language }, polyglot)).body.message,
        ),
      );
      expect(new Set(reported).size).to.equal(4);
      expect(reported[3]).to.contain('Register');
    });
  });

  it('happens once under one mutation id', async () => {
    const file = await open();
    const headers = { 'X-Client-Mutation-Id': 'sheet-1' };
    const first = await refresh(file.path, headers);
    const second = await refresh(file.path, headers);
    expect(second.headers.get('x-idempotent-replay')).to.equal('1');
    expect(second.body).to.deep.equal(first.body);
    expect(outside.register.requests).to.have.length(1);
  });

  it('refuses to overwrite a version that is not the one meant, and the sheet of another number', async () => {
    const file = await open();
    const stale = await refresh(file.path, { 'X-Base-Version': '9' });
    expect(stale.status).to.equal(409);
    expect(stale.body).to.include({ code: 'conflict', server_version: 1 });
    expect(stale.body.server_data).to.include({ id: file.id });
    outside.register.behave((request, response) => {
      void client
        .patch(file.path, { enterprise_number: '0403.170.701' })
        .then(() => answerJson(REGISTER_ANSWER)(request, response));
    });
    await expectStatus(refresh(file.path), 409);
    expect((await client.get(file.path)).body).to.include({ name: 'Boulangerie Dupont', version: 2 });
  });

  it('is for managers', async () => {
    const file = await open();
    const { client: encoder } = await service.newMember(firm, 'encoder');
    await expectStatus(refresh(file.path, {}, encoder), 403);
    const stranger = await service.newFirm();
    await expectStatus(refresh(file.path, {}, stranger.client), 404);
    expect(outside.register.requests).to.deep.equal([]);
  });

  it('is not asked for in the demo, nor are third parties checked there', async () => {
    const demo = await service.newFirm({ isDemo: true });
    const request = { details: { ...details, enterprise_number: '0477472701' }, fiscalYear: year2026, banks: [] };
    const owner = { firmId: demo.id, userId: demo.admin.id };
    const opened = await openCompanyFile(service.core, request, owner, createSystemContext('test'));
    if (isRefusal(opened)) throw new Error(JSON.stringify(opened));
    const { body } = await demo.client.get<{ public_token: string }[]>('/v1/companies');
    const path = `/v1/companies/${body[0]!.public_token}`;
    const { body: party } = await demo.client.post(`${path}/third-parties`, {
      type: 'customer',
      name: 'A',
      vat_number: 'BE0477472701',
    });
    for (const target of [
      `${path}/sheet/refresh`,
      `${path}/third-parties/${party.id}/check-vat`,
      `${path}/third-parties/${party.id}/check-peppol`,
    ]) {
      const answer = await demo.client.post(target);
      expect([answer.status, answer.body.code], target).to.deep.equal([403, 'demo_mode']);
    }
    expect([...outside.register.requests, ...outside.names.questions]).to.deep.equal([]);
  });
});

describe('The sheet of a company file where no register is configured', () => {
  const service = useService({ from: 'books' });

  it('is a 503 that says so', async () => {
    const { client } = await service.newFirm();
    const file = await service.newCompany(client, { enterprise_number: NUMBER });
    const body = await client.refused(503).post(`${file.path}/sheet/refresh`);
    expect(body).to.have.all.keys('message', 'code').and.include({ code: 'register_not_configured' });
    const bare = await service.newCompany(client);
    await client.refused(422).post(`${bare.path}/sheet/refresh`);
  });
});
