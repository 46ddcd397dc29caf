import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { pushDocument, pushPendingDocuments, type PushToolbox } from '../../../commands/bridge/push-document.ts';
import { createSystemContext } from '../../../commands/support/context.ts';
import { openBridge } from '../../../outside/bridge/platform.ts';
import { openFileStore } from '../../../outside/files/index.ts';
import { findExternalDocument } from '../../../projections/bridge/queries.ts';
import { answerJson, answerText } from '../../support/http-server.ts';
import { expectStatus, expectRefusal, type AnswerBody, type Client } from '../../support/client.ts';
import { KEY, startPlatform, type TestPlatform } from '../../support/platform.ts';
import { BRIDGE_INCOMING_KEY, startTestService, type TestService } from '../../support/service.ts';
import { buildUblInvoice } from '../../support/ubl-invoices.ts';

const COMPANY_VAT = 'BE0403170701';

interface MirrorAnswer extends AnswerBody {
  readonly public_token: string;
  readonly problems: readonly { readonly field: string | null; readonly code: string; readonly message: string }[];
}

describe('The routes of the external platform', () => {
  let platform: TestPlatform;
  let service: TestService;
  let bridge: Client;
  let client: Client;
  let path: string;

  before(async () => {
    platform = await startPlatform();
    service = await startTestService({ environment: platform.environment, timeouts: { outsideMs: 1_500 } });
    bridge = service.anonymous.as(BRIDGE_INCOMING_KEY);
    await bridge.expect(201).put('/v1/bridge/firms/f-1', {
      name: 'Cabinet',
      locale: 'fr',
      revision: 3,
      members: [{ external_id: 'p-1', email: 'anne@cabinet.example', name: 'Anne', role: 'admin' }],
    });
    const company = await bridge.expect(201).put<MirrorAnswer>('/v1/bridge/firms/f-1/companies/c-1', COMPANY);
    path = `/v1/companies/${company.public_token}`;
    const { rows } = await service.core.pool.query<{ id: number }>(
      `SELECT id FROM read.users WHERE external_id = 'p-1'`,
    );
    client = service.anonymous.as(await service.sessionToken(rows[0]!.id));
  });
  after(async () => {
    try {
      await service.invariants();
      expect(service.errors).to.deep.equal([]);
    } finally {
      await service.stop();
      await platform.close();
    }
  });
  beforeEach(() => platform.instead(null));

  const COMPANY = {
    name: 'Boulangerie Dupont',
    vat_number: COMPANY_VAT,
    city: 'Namur',
    revision: 5,
    fiscal_year: { starts_on: '2026-01-01', ends_on: '2026-12-31' },
  };
  let count = 0;
  const document = (more: object = {}) => {
    count += 1;
    return {
      external_id: `d-${count}`,
      direction: 'purchase',
      number: `F-${count}`,
      document_date: '2026-03-02',
      third_party: { name: 'Meunerie du Lac', vat_number: 'BE0477472701' },
      lines: [{ description: 'Farine', amount_net: '100.00', account: '604000', vat_code: 'P-M-21' }],
      ...more,
    };
  };
  const send = (body: object) => bridge.post('/v1/bridge/companies/c-1/documents', body);

  it('open to its key alone', async () => {
    for (const caller of [service.anonymous, client, service.anonymous.as('x'.repeat(40))]) {
      expect(await caller.refused(401).get('/v1/bridge/status')).to.have.keys('message', 'code');
    }
    const body = await bridge.ok('/v1/bridge/status');
    expect(body).to.include({ ok: true, is_platform_configured: true, firms_count: 1, companies_count: 1 });
  });

  it('mirror firms and files again without a trace, and leave out what comes late', async () => {
    const head = await service.core.log.readHead();
    await bridge.expect(200).put('/v1/bridge/firms/f-1/companies/c-1', COMPANY);
    const late = await bridge.put('/v1/bridge/firms/f-1/companies/c-1', { ...COMPANY, revision: 4, name: 'Old name' });
    expect(late.body).to.include({ is_outdated: true });
    const lateFirm = await bridge.put('/v1/bridge/firms/f-1', { name: 'Old name', revision: 2, members: [] });
    expect(lateFirm.body, lateFirm.text).to.include({ is_outdated: true });
    expect(await service.core.log.readHead()).to.equal(head);
    expect((await client.get(path)).body).to.include({ name: 'Boulangerie Dupont', external_id: 'c-1' });
  });

  it('resolve what both sides have changed by what the platform has changed since', async () => {
    await client.expect(200).patch(path, { city: 'Liège', street: 'Rue Haute' });
    const told = { ...COMPANY, revision: 6, postal_code: '5000', enterprise_number: 'nonsense' };
    const { body } = await bridge.put<MirrorAnswer>('/v1/bridge/firms/f-1/companies/c-1', told);
    expect(body.problems.map(({ field, code }) => [field, code])).to.deep.equal([
      ['enterprise_number', 'enterprise_number_invalid'],
    ]);
    expect((await client.get(path)).body).to.include({ city: 'Liège', street: 'Rue Haute', postal_code: '5000' });
    await bridge.put('/v1/bridge/firms/f-1/companies/c-1', { ...told, revision: 7, city: 'Dinant' });
    expect((await client.get(path)).body).to.include({ city: 'Dinant', street: 'Rue Haute' });
  });

  it('link the file of the same enterprise that the firm has opened itself', async () => {
    const own = await service.newCompany(client, { name: 'Own', enterprise_number: 'BE 0403.019.261' });
    const told = { name: 'Own', enterprise_number: '0403019261' };
    const linked = await bridge.put<MirrorAnswer>('/v1/bridge/firms/f-1/companies/c-own', told);
    expect([linked.status, linked.body.public_token]).to.deep.equal([200, own.token]);
    expect((await client.get(own.path)).body).to.include({ external_id: 'c-own', source: 'manual' });
  });

  it('refuse a file of another firm, an unknown firm and ids that are none', async () => {
    await bridge.put('/v1/bridge/firms/f-2', { name: 'Other' });
    await bridge.refused(422, 'company_of_other_firm').put('/v1/bridge/firms/f-2/companies/c-1', { name: 'Mine' });
    await bridge.refused(404).put('/v1/bridge/firms/nobody/companies/c-9', { name: 'Mine' });
    expect((await bridge.put('/v1/bridge/firms/a%20b', { name: 'Mine' })).status).to.be.oneOf([404, 422]);
    const wrong = await bridge.refused(422).put('/v1/bridge/firms/f-3', { members: [{ role: 'owner', email: 'x' }] });
    expect(wrong.errors).to.include.keys('name', 'members.0.role', 'members.0.email', 'members.0.external_id');
  });

  describe('take documents', () => {
    it('once, with their third party and their file, and announce them', async () => {
      const content = Buffer.from('%PDF-1.7 a bill').toString('base64');
      const given = document({ file: { name: 'bill.pdf', content } });
      const taken = await expectStatus(send(given), 201);
      const again = await send(given);
      expect([again.status, again.body.document_id, again.body.is_new]).to.deep.equal([200, taken.document_id, false]);
      const shown = await client.get(`${path}/documents/${String(taken.document_id)}`);
      expect(shown.body).to.include({
        origin: 'external',
        source: 'external',
        status: 'pending',
        amount_gross: '121.00',
      });
      expect(shown.body.third_party).to.include({ name: 'Meunerie du Lac' });
      expect(shown.body.file).to.include({ name: 'bill.pdf', mime: 'application/pdf' });
      const { rows } = await service.core.pool.query(
        `SELECT FROM ops.outbox WHERE event = 'document.imported' AND data ->> 'number' = $1`,
        [given.number],
      );
      expect(rows).to.have.length(1);
      const second = await send(document());
      const parties = await client.get<AnswerBody[]>(`${path}/third-parties?q=Meunerie`);
      expect([second.status, parties.body.length]).to.deep.equal([201, 1]);
    });

    it('and replace none that says something else, nor one that is here under another id', async () => {
      const given = document();
      await send(given);
      await expectRefusal(send({ ...given, number: 'F-other' }), 409, 'external_document_differs');
      await expectRefusal(send({ ...given, external_id: 'd-twice' }), 422, 'document_already_exists');
    });

    it('and say what is wrong with one, field by field', async () => {
      const head = await service.core.log.readHead();
      const wrong = await send(
        document({
          third_party: { name: 'X', vat_number: 'BE 0123' },
          lines: [{ description: 'Farine', amount_net: '1,5', account: '604000' }],
          file: { name: 'bill.pdf', content: '***' },
        }),
      );
      expect(wrong.status).to.equal(422);
      expect(wrong.body.errors).to.include.keys('lines.0.amount_net', 'file.content');
      const unknown = await send(document({ lines: [{ ...document().lines[0]!, account: '999999' }] }));
      expect(unknown.body.errors).to.have.keys('lines.0.account');
      const fake = await send(
        document({ file: { name: 'bill.pdf', content: Buffer.from('GIF89a').toString('base64') } }),
      );
      expect(fake.body.errors).to.have.keys('file');
      await bridge.refused(404).post('/v1/bridge/companies/c-none/documents', document());
      expect(await service.core.log.readHead()).to.equal(head);
    });

    it('many at once, each once', async () => {
      const given = document();
      const answers = await Promise.all(Array.from({ length: 5 }, () => send(given)));
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 200, 200, 200, 201]);
      expect(new Set(answers.map(({ body }) => body.document_id)).size).to.equal(1);
    });

    it('and confirm their lock, after which nobody changes them', async () => {
      const given = document();
      const { body } = await send(given);
      const lock = () =>
        bridge.post(`/v1/bridge/documents/${given.external_id}/lock`, { locked_at: '2026-03-04T10:00:00Z' });
      const [first, second] = [await lock(), await lock()];
      expect(first.status, first.text).to.equal(200);
      expect(first.body).to.include({ locked: true, locked_at: '2026-03-04T10:00:00.000000Z' });
      expect(second.body).to.deep.equal(first.body);
      const changing = await client.patch(`${path}/documents/${String(body.document_id)}`, { notes: 'x' });
      expect([changing.status, changing.body.code]).to.deep.equal([422, 'document_held_externally']);
      await bridge.refused(404).post('/v1/bridge/documents/d-none/lock', {});
    });
  });

  it('show entries since a cursor, each as it is now', async () => {
    const journals = await client.get<{ id: number; code: string }[]>(`${path}/journals`);
    const journal_id = journals.body.find(({ code }) => code === 'OD')!.id;
    const lines = [
      { account: '604000', debit: '10.00' },
      { account: '440000', credit: '10.00' },
    ];
    const entries = `/v1/bridge/companies/c-1/entries`;
    const before = await bridge.get(entries);
    const posted = await client.created(`${path}/entries`, { journal_id, entry_date: '2026-02-01', lines });
    const page = await bridge.get(`${entries}?since=${String(before.body.cursor)}`);
    expect((page.body.data as AnswerBody[]).map(({ id }) => id)).to.deep.equal([posted.id]);
    await client.post(`${path}/entries`, { journal_id, entry_date: '2026-02-02', lines });
    const first = await bridge.get(`${entries}?limit=1`);
    expect(first.body).to.include({ has_more: true });
    const rest = await bridge.get(`${entries}?since=${String(first.body.cursor)}`);
    expect(rest.body).to.include({ has_more: false, full_resync: false });
    const end = await bridge.get(`${entries}?since=${String(rest.body.cursor)}`);
    expect(end.body).to.deep.include({ data: [], cursor: rest.body.cursor });
    expect((await bridge.get(`${entries}?since=999999999999`)).body).to.include({ full_resync: true, cursor: 0 });
  });

  describe('POST sync/external', () => {
    it('reruns the import: the identity, and the documents, each once and none for the others’ sake', async () => {
      platform.companies.set('c-1', { external_id: 'c-1', name: 'Boulangerie Dupont & fils', revision: 9 });
      const [good, other] = [document(), document()];
      platform.documents.set('c-1', [[good, { external_id: 'd-bad', lines: 'none' }], [other]]);
      const synced = await client.expect(200).post(`${path}/sync/external`);
      expect(synced.company).to.include({ name: 'Boulangerie Dupont & fils' });
      expect(synced.documents).to.deep.include({ taken: 2, known: 0, has_more: false });
      const { refused } = synced.documents as { refused: { external_id: string; code: string }[] };
      expect(refused.map(({ external_id, code }) => [external_id, code])).to.deep.equal([
        ['d-bad', 'external_document_unreadable'],
      ]);
      await service.core.pool.query(`UPDATE ops.bridge_syncs SET cursor = NULL`);
      const again = await client.post(`${path}/sync/external`);
      expect(again.body.documents).to.deep.include({ taken: 0, known: 2 });
    });

    it('is 503 while the platform is away and 422 for a file that it does not know', async () => {
      platform.instead(answerText('', 500));
      await client.refused(503, 'bridge_unavailable').post(`${path}/sync/external`);
      const own = await service.newCompany(client, { name: 'Alone' });
      await client.refused(422, 'company_not_linked').post(`${own.path}/sync/external`);
    });
  });

  describe('get documents pushed', () => {
    const imported = async (number: string, file = path): Promise<number> => {
      const content = buildUblInvoice({ buyer: { name: 'Nous', vat: COMPANY_VAT }, number });
      const part = { field: 'files[]', name: `${number}.xml`, content, type: 'application/xml' };
      const body = await client.expect(201).upload('POST', `${file}/document-imports`, [part]);
      return (body.imports as AnswerBody[])[0]!.id;
    };
    const validated = async (number: string, more: object = {}) => {
      const id = await imported(number);
      const third = { new_third_party: { name: `Supplier ${number}` } };
      const answer = await client.post(`${path}/document-imports/${id}/validate`, { ...third, ...more });
      expect(answer.status, answer.text).to.equal(201);
      const external = answer.body.external as Readonly<Record<string, unknown>>;
      return { external, document: answer.body.document as AnswerBody, operation: answer.headers };
    };

    it('when an import of a file from there is validated, locked on both sides', async () => {
      const { external, document: made } = await validated('P-1');
      const reference = `document-${made.id}`;
      expect(external).to.deep.equal({
        status: 'pushed',
        document_id: `ext-${reference}`,
        token: `tok-${reference}`,
        locked: true,
        error: null,
        message: null,
      });
      const sent = platform.pushed.get(reference)!;
      expect(sent).to.deep.include({
        number: 'P-1',
        direction: 'purchase',
        amount_gross: made.amount_gross,
        locked: true,
      });
      expect(sent.third_party).to.include({ name: 'Supplier P-1' });
      expect(sent.file).to.include({ name: 'P-1.xml', mime: 'application/xml' });
      for (const changing of [
        await client.patch(`${path}/documents/${made.id}`, { notes: 'x' }),
        await client.delete(`${path}/documents/${made.id}`),
      ])
        expect([changing.status, changing.body.code]).to.deep.equal([422, 'document_held_externally']);
      await client.created(`${path}/documents/${made.id}/book`, {});
    });

    it('not when it is told not to, and never undone', async () => {
      const { external } = await validated('P-2', { push_to_external: false });
      expect(external).to.include({ status: 'not_requested' });
      const { operation } = await validated('P-3');
      const revert = await client.post(`${path}/history/operations/${operation.get('X-Operation-Id')}/revert`);
      expect([revert.status, revert.body.code]).to.deep.equal([422, 'revert_blocked']);
    });

    it('and are free again when the platform does not take them', async () => {
      platform.instead(answerJson({ code: 'period_closed' }, 422));
      const { external, document: made } = await validated('P-4');
      expect(external).to.include({ status: 'failed', error: 'period_closed', locked: false });
      await client.expect(200).patch(`${path}/documents/${made.id}`, { notes: 'x' });
    });

    it('under an id of their own: one that stands for another document is not believed', async () => {
      const [known] = platform.pushed.keys();
      platform.instead(answerJson({ document_id: `ext-${known}`, locked: true }));
      const { external } = await validated('P-8');
      expect(external).to.include({ status: 'pending', error: 'external_delayed', document_id: null });
    });

    it('later, and once, when the platform does not answer', async () => {
      platform.instead(answerText('', 502));
      const { external, document: made } = await validated('P-5');
      expect(external).to.include({ status: 'pending', error: 'external_delayed', locked: false });
      const asked = platform.server.requests.length;
      const { external: second } = await validated('P-6');
      expect(second).to.include({ status: 'pending' });
      expect(platform.server.requests.length, 'nobody waits for it again').to.equal(asked);
      await client.refused(422).patch(`${path}/documents/${made.id}`, { notes: 'x' });
      platform.instead(null);
      const own = openBridge({ url: platform.url, key: KEY });
      const files = openFileStore({ folder: `${service.config.dataDir}/files`, bucket: null });
      const toolbox = { ...service.core, bridge: own, files };
      expect(await pushPendingDocuments(toolbox), 'not due yet').to.equal(0);
      await service.core.pool.query(`UPDATE ops.bridge_pushes SET next_attempt_at = now()`);
      // The one that was never tried waits a minute for the request that it belongs to.
      const sent = platform.server.requests.length;
      await Promise.all([pushPendingDocuments(toolbox), pushPendingDocuments(toolbox)]);
      expect(platform.pushed.has(`document-${made.id}`)).to.equal(true);
      expect(platform.server.requests.length, 'two documents, each once').to.equal(sent + 2);
      const waiting = await bridge.get('/v1/bridge/status');
      expect(waiting.body).to.include({ pushes_waiting: 1 });
      await own.close();
      await files.close();
    });

    it('by another process at once, when the one that was sending them stands still', async () => {
      platform.instead(answerText('', 502));
      const { document: made } = await validated('P-7');
      platform.instead(null);
      const { pool, owner } = service.core;
      await pool.query(`UPDATE ops.bridge_pushes SET next_attempt_at = now() WHERE document_id = $1`, [made.id]);
      const own = openBridge({ url: platform.url, key: KEY });
      const files = openFileStore({ folder: `${service.config.dataDir}/files`, bucket: null });
      const toolbox = { ...service.core, bridge: own, files };
      const term = { ...owner.getTerm(), id: randomUUID() };
      await pool.query('INSERT INTO ops.owners (id, process) VALUES ($1, $1)', [term.id]);
      const { rows } = await pool.query<{ company_id: number }>('SELECT company_id FROM read.documents WHERE id = $1', [
        made.id,
      ]);
      const companyId = rows[0]!.company_id;
      const push = (by: PushToolbox) =>
        pushDocument(by, companyId, Number(made.id), createSystemContext('bridge'), false);
      // Frozen when the platform has answered; the others notice, and send it again.
      const frozen = {
        ...own,
        async pushDocument(...given: Parameters<typeof own.pushDocument>) {
          const answer = await own.pushDocument(...given);
          expect(await push(toolbox), 'it is still held').to.include({ status: 'requested' });
          await pool.query('UPDATE ops.owners SET ended_at = now() WHERE id = $1', [term.id]);
          expect(await pushPendingDocuments(toolbox)).to.equal(1);
          return answer;
        },
      };
      const before = platform.server.requests.length;
      await push({ ...toolbox, bridge: frozen, owner: { ...owner, getTerm: () => term } });
      expect(platform.server.requests.length - before).to.equal(2);
      expect(await findExternalDocument(pool, companyId, Number(made.id))).to.include({ status: 'pushed' });
      let recorded = 0;
      for await (const { type, data } of service.core.log.readStream(`company-${companyId}`))
        if (type === 'DocumentPushed' && data['id'] === made.id) recorded += 1;
      expect(recorded).to.equal(1);
      await own.close();
      await files.close();
    });
  });
});
