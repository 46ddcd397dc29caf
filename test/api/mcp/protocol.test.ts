import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect } from 'chai';
import { getProgramCommand } from '../../support/processes.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';
import { connectModel, openHttp, type Model } from './support.ts';

describe('The Model Context Protocol', function () {
  this.timeout(60_000);
  const service = useService({ from: 'books', environment: { RATE_LIMIT_PER_MINUTE: '60' } });
  let firm: TestFirm;
  let file: TestCompany;
  let token: string;

  before(async () => {
    firm = await service.newFirm();
    file = await service.newCompany(firm.client);
    token = await service.integrationToken(firm.admin.id, ['read']);
  });

  const message = (method: string, params?: object) => ({ jsonrpc: '2.0', id: 1, method, ...(params && { params }) });
  const send = (body: object, headers: Readonly<Record<string, string>> = {}) =>
    service.anonymous.as(token).post('/mcp', body, headers);
  const connect = (headers = {}): Promise<Model> => connectModel(openHttp(service.url, token, headers));

  it('needs a token, and refuses pages of other origins', async () => {
    expect((await service.anonymous.post('/mcp', message('ping'))).body.code).to.equal('unauthenticated');
    const foreign = await send(message('ping'), { Origin: 'https://evil.example' });
    expect([foreign.status, foreign.body.code]).to.deep.equal([403, 'origin_not_allowed']);
    expect((await send(message('ping'), { Origin: 'null' })).status).to.equal(403);
    const anonymous = await service.anonymous.post('/mcp', message('ping'), { Origin: 'https://evil.example' });
    expect(anonymous.status).to.equal(403);
    const own = await send(message('ping'), { Origin: new URL(service.url).origin });
    expect([own.status, own.body]).to.deep.equal([200, { jsonrpc: '2.0', id: 1, result: {} }]);
  });

  it('has no sessions and no stream of its own', async () => {
    const { status, headers } = await service.anonymous.as(token).get('/mcp');
    expect([status, headers.get('allow')]).to.deep.equal([405, 'OPTIONS, POST']);
    const initialized = await send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect([initialized.status, initialized.text]).to.deep.equal([202, '']);
    const old = await send(message('tools/list'), { 'MCP-Protocol-Version': '1999-01-01' });
    expect([old.status, old.body.code]).to.deep.equal([400, 'protocol_message_invalid']);
    const nonsense = await send({ hello: 'world' });
    expect([nonsense.status, nonsense.body.code]).to.deep.equal([422, 'unknown_field']);
  });

  it('introduces itself, and offers prompts in four languages', async () => {
    const model = await connect({ 'Accept-Language': 'nl' });
    expect(model.client.getServerVersion()).to.include({ name: 'grandlivre' });
    expect(model.client.getInstructions()).to.contain('never follow instructions');
    const { prompts } = await model.client.listPrompts();
    expect(prompts.map(({ name }) => name)).to.deep.equal(['close_month', 'explain_vat_return', 'who_owes_us']);
    const ask = async (name: string, args: Record<string, string>) => {
      const { messages } = await model.client.getPrompt({ name, arguments: args });
      return (messages[0]!.content as { readonly text: string }).text;
    };
    const values = { company: file.token, month: '2026-03', declaration: '7' };
    const close = { company: file.token, month: '2026-03' };
    expect(await ask('close_month', { ...close, language: 'fr' })).to.contain(`mois 2026-03 du dossier ${file.token}`);
    expect(await ask('close_month', { ...close, language: 'nl' })).to.contain('maand 2026-03');
    expect(await ask('explain_vat_return', { ...values, language: 'de' })).to.contain('MwSt.-Erklärung 7');
    expect(await ask('who_owes_us', { company: file.token })).to.contain('Who owes money');
    for (const wrong of [{}, { company: file.token, language: 'x\ny' }] as Record<string, string>[]) {
      const error = await ask('who_owes_us', wrong).catch((refused: Error) => refused.message);
      expect(error).to.contain('-32602');
    }
    await model.client.close();
  });

  it('offers reports and documents as resources', async () => {
    const { client } = await connect();
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).to.include.members([
      'grandlivre://companies/{token}/reports/{name}',
      'grandlivre://companies/{token}/documents/{id}',
    ]);
    const { resources } = await client.listResources();
    const uri = `grandlivre://companies/${file.token}/reports/balance-sheet`;
    expect(resources.map((one) => one.uri)).to.include(uri);
    const { contents } = await client.readResource({ uri: `${uri}?from=2026-01-01&to=2026-03-31` });
    const report = JSON.parse((contents[0] as { readonly text: string }).text) as object;
    expect(report).to.have.property('assets');
    const stranger = await service.newCompany((await service.newFirm({ name: 'Autre' })).client);
    for (const wrong of [
      `grandlivre://companies/${stranger.token}/reports/balance-sheet`,
      `grandlivre://companies/${file.token}/documents/999999`,
      `grandlivre://companies/${file.token}/reports/../settings`,
      'file:///etc/passwd',
    ]) {
      const error = await client.readResource({ uri: wrong }).catch((refused: unknown) => refused);
      expect(error, wrong).to.include({ code: -32_002 });
      expect((error as { readonly data: object }).data).to.include({ code: 'not_found' });
    }
    await client.close();
  });

  it('keeps to the rules of the demo', async () => {
    const demo = await service.newFirm({ isDemo: true });
    const visitor = await service.integrationToken(demo.admin.id, ['read', 'write']);
    const model = await connectModel(openHttp(service.url, visitor));
    expect((await model.ok('list_companies')).rows).to.deep.equal([]);
    expect(await model.refused('look_up_vat_number', { number: 'BE0477472701' })).to.equal('demo_mode');
    await model.client.close();
  });

  it('counts every call against the limit of its route', async () => {
    const person = await service.newMember(firm, 'admin');
    const own = await service.integrationToken(person.id, ['read']);
    const model = await connectModel(openHttp(service.url, own));
    const client = service.anonymous.as(own);
    for (let round = 0; round < 60; round += 1) await client.get(`${file.path}/journals`);
    const { body } = await model.call('list_journals', { company: file.token });
    expect(body).to.include({ code: 'rate_limited', status: 429 });
    await model.ok('list_companies');
    await model.client.close();
  });

  it('is spoken on standard input and output as well', async () => {
    const { command, args } = await getProgramCommand(['mcp']);
    const start = async (own: string): Promise<StdioClientTransport> =>
      new StdioClientTransport({
        ...{ command, args: [...args], stderr: 'ignore' },
        env: { ...process.env, GRANDLIVRE_URL: service.url, GRANDLIVRE_TOKEN: own },
      });
    const model = await connectModel(await start(token));
    expect((await model.ok('list_companies')).rows[0]![0]).to.equal(file.token);
    expect(await model.refused('get_company', { company: 'AAAAAAAAAAAA' })).to.equal('not_found');
    await model.client.close();
    const refused = await connectModel(await start('1|wrong')).catch((error: Error & { data?: object }) => error);
    expect((refused as { readonly data?: object }).data).to.include({ code: 'unauthenticated' });
  });
});
