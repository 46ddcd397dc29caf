import { expect } from 'chai';
import { SOURCE_PROBLEMS } from '../../../outside/integrations/source.ts';
import { CATALOGUE } from '../../../domain/integrations/catalogue.ts';
import { LANGUAGES } from '../../../domain/language.ts';
import { messages } from '../../../api/integrations/run-messages.ts';
import { expectStatus, type AnswerBody } from '../../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

interface Connected extends AnswerBody {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly last_run: AnswerBody | null;
}

const PASSWORD = 'the password of a mailbox';

describe('Integrations of a company file', () => {
  const service = useService({ from: 'books' });
  let firm: TestFirm;
  let company: TestCompany;

  before(async () => {
    firm = await service.newFirm();
    company = await service.newCompany(firm.client);
  });

  const path = (rest = '') => `${company.path}/integrations${rest}`;
  const settings = { host: 'imap.example.com', user: 'invoices@example.com', password: PASSWORD };
  const body = { key: 'imap_documents', name: 'Mails', settings, schedule: 'daily' };
  const connected = (fields: object = {}): Promise<Connected> =>
    firm.client.created<Connected>(path(), { ...body, ...fields });
  const secrets = async (id: number): Promise<readonly string[]> => {
    const { rows } = await service.core.pool.query<{ sealed: string }>(
      'SELECT sealed FROM ops.integration_secrets WHERE integration_id = $1',
      [id],
    );
    return rows.map(({ sealed }) => sealed);
  };
  const errorsOf = ({ status, body: { errors }, text }: { status: number; body: AnswerBody; text: string }) => {
    expect(status, text).to.equal(422);
    return Object.keys(errors ?? {});
  };

  it('are offered by a catalogue, in the language of whoever asks', async () => {
    for (const language of LANGUAGES) {
      const { client } = await service.newUser({ locale: language });
      const catalogue = await client.ok<{ data: readonly { key: string; name: string }[] }>('/v1/integrations');
      expect(catalogue.data.map(({ key, name }) => [key, name])).to.deep.equal(
        CATALOGUE.map(({ key, name }) => [key, name[language]]),
      );
    }
  });

  it('have words for whatever can go wrong at a source', () => {
    for (const problem of SOURCE_PROBLEMS) expect(messages).to.have.property(`integration_${problem}`);
  });

  it('are connected: secrets are sealed, and only their end is ever shown', async () => {
    const { id, ...one } = await connected();
    expect(one).to.deep.include({
      key: 'imap_documents',
      name: 'Mails',
      schedule: 'daily',
      is_active: true,
      version: 1,
    });
    expect(one.settings).to.deep.equal({
      host: 'imap.example.com',
      user: 'invoices@example.com',
      port: 993,
      security: 'tls',
      folder: 'INBOX',
      password: '…lbox',
    });
    const listed = await firm.client.get<{ data: readonly Connected[] }>(path());
    expect(listed.body.data.find((other) => other.id === id)).to.deep.equal({ id, ...one });
    expect(listed.text).not.to.include(PASSWORD);
    const events = await service.events(company.id);
    expect(JSON.stringify(events)).not.to.include(PASSWORD);
    const [sealed] = await secrets(id);
    expect(sealed).to.be.a('string').and.not.to.include(PASSWORD);
    expect(service.errors.join()).not.to.include(PASSWORD);
  });

  it('take the defaults of the catalogue as it shows them', async () => {
    interface Entry {
      readonly key: string;
      readonly schedules: readonly string[];
      readonly fields: readonly { readonly name: string; readonly is_required: boolean; readonly default: unknown }[];
    }
    const needed: Readonly<Record<string, unknown>> = {
      ...{ host: 'files.example.com', user: 'ada', password: 'secret', region: 'eu-west-1', bucket: 'files' },
      url: 'https://shop.example.com/sales',
      mapping: ['number', 'document_date', 'customer', 'amount_net'].map((to) => ({ from: to, to })),
    };
    const { data } = await firm.client.ok<{ data: readonly Entry[] }>('/v1/integrations');
    for (const { key, fields, schedules } of data) {
      const sent = fields.map(({ name, default: usual, is_required }) => [name, is_required ? needed[name] : usual]);
      const answer = await firm.client.post(path(), {
        key,
        schedule: schedules[0],
        settings: { ...Object.fromEntries(sent), ...(key === 'sftp_files' && { password: 'secret' }) },
      });
      expect(answer.status, `${key}: ${answer.text}`).to.equal(201);
      await firm.client.expect(204).delete(path(`/${answer.body.id}`));
    }
  });

  it('are named by the catalogue where nobody names them, in the language of whoever connects', async () => {
    const { client } = await service.newMember(firm, 'manager', { locale: 'nl' });
    const answer = await client.post(path(), { ...body, name: null });
    expect(answer.body.name).to.equal('Documenten uit een mailbox');
  });

  it('are refused with every field that is wrong', async () => {
    const wrong = async (fields: object) => errorsOf(await firm.client.post(path(), { ...body, ...fields }));
    expect(await wrong({ key: 'telepathy' })).to.deep.equal(['key']);
    expect(await wrong({ settings: { ...settings, port: 0, colour: 'red' } })).to.deep.equal([
      'settings.colour',
      'settings.port',
    ]);
    expect(await wrong({ settings: { host: 'imap.example.com', user: 'x' } })).to.deep.equal(['settings.password']);
    expect(await wrong({ settings: { ...settings, password: 7 } })).to.deep.equal(['settings.password']);
    expect(await wrong({ schedule: 'weekly' })).to.deep.equal(['schedule']);
    expect(await wrong({ schedule: 'often' })).to.deep.equal(['schedule']);
    expect(await wrong({ settings: [] })).to.deep.equal(['settings']);
  });

  it('lead nowhere local', async () => {
    for (const host of ['127.0.0.1', 'localhost', 'mailserver', 'imap.local', '169.254.169.254', '[::ffff:10.0.0.1]'])
      expect(
        errorsOf(await firm.client.post(path(), { ...body, settings: { ...settings, host } })),
        host,
      ).to.deep.equal(['settings.host']);
    for (const url of [
      'http://rates.example.com/x',
      'https://10.0.0.1/',
      'https://localhost/',
      'https://user@example.com/',
    ])
      expect(errorsOf(await firm.client.post(path(), { key: 'ecb_rates', settings: { url } })), url).to.deep.equal([
        'settings.url',
      ]);
  });

  it('are changed field by field; a secret that is sent back as it is shown stays', async () => {
    const { id } = await connected();
    const before = await secrets(id);
    const change = (changes: object, headers = {}) => firm.client.patch<Connected>(path(`/${id}`), changes, headers);
    const moved = await change({ settings: { folder: 'Invoices', password: '…lbox' }, is_active: false });
    expect(moved.body).to.include({ version: 2, is_active: false });
    expect(moved.body.settings).to.include({ folder: 'Invoices', password: '…lbox', host: 'imap.example.com' });
    expect(await secrets(id)).to.deep.equal(before);
    const renewed = await change({ settings: { password: 'another password' } });
    expect(renewed.body.settings.password).to.equal('…word');
    expect(await secrets(id))
      .to.have.length(1)
      .and.not.deep.equal(before);
    expect(errorsOf(await change({ settings: { password: null } }))).to.deep.equal(['settings.password']);
    expect(errorsOf(await change({ settings: { host: '10.0.0.1' } }))).to.deep.equal(['settings.host']);
    const stale = await change({ name: 'x' }, { 'X-Base-Version': '1' });
    expect([stale.status, stale.body.server_version]).to.deep.equal([409, 3]);
    expect(stale.text).not.to.include('another password');
  });

  it('send a stored secret to no other address: who changes it enters the secret again', async () => {
    const { id, settings: shown } = await connected();
    const [before] = await secrets(id);
    for (const changed of [{ host: 'imap.example.net' }, { port: 1993 }, { security: 'starttls' }]) {
      await firm.client.refused(422, 'secret_required').patch(path(`/${id}`), { settings: changed });
      const answer = await firm.client.patch(path(`/${id}`), { settings: { ...changed, password: shown['password'] } });
      expect(errorsOf(answer), JSON.stringify(changed)).to.deep.equal(['settings.password']);
    }
    // The default port written out is the same address.
    await firm.client.expect(200).patch(path(`/${id}`), { settings: { port: 993, folder: 'Invoices' } });
    expect(await secrets(id)).to.deep.equal([before]);
    await service.core.pool.query(
      `INSERT INTO ops.integration_standing (integration_id, company_id, fingerprint)
       SELECT id, company_id, 'SHA256:old' FROM read.integrations WHERE id = $1
       ON CONFLICT (integration_id) DO UPDATE SET fingerprint = excluded.fingerprint`,
      [id],
    );
    await firm.client
      .expect(200)
      .patch(path(`/${id}`), { settings: { host: 'imap.example.net', password: 'another password' } });
    expect(await secrets(id))
      .to.have.length(1)
      .and.not.include(before);
    const { rows } = await service.core.pool.query(
      'SELECT fingerprint FROM ops.integration_standing WHERE integration_id = $1',
      [id],
    );
    expect(rows).to.deep.equal([{ fingerprint: null }]);
  });

  it('whose change meets another one is not kept with its secrets when it comes from a client that was offline', async () => {
    const { id } = await connected();
    await firm.client.patch(path(`/${id}`), { settings: { folder: 'A' } });
    const { body: pushed, text } = await firm.client.post<{ results: readonly AnswerBody[] }>(
      `${company.path}/sync/push`,
      {
        device_id: 'tablet',
        mutations: [
          {
            mutation_id: 'secret-1',
            method: 'PATCH',
            path: `integrations/${id}`,
            base_version: 1,
            body: { settings: { folder: 'B', password: 'told in passing' } },
          },
        ],
      },
    );
    expect(pushed.results[0]).to.include({ status: 409, outcome: 'conflict' });
    expect(text).not.to.include('told in passing');
    expect(JSON.stringify(await service.events(company.id))).not.to.include('told in passing');
  });

  it('are undone as far as their secrets allow', async () => {
    const { id } = await connected();
    const operation = async (changes: object) =>
      (await firm.client.patch(path(`/${id}`), changes)).headers.get('x-operation-id');
    const revert = async (changes: object) =>
      firm.client.post(`${company.path}/history/operations/${String(await operation(changes))}/revert`);
    expect((await revert({ settings: { folder: 'A', since: '2026-01-01' } })).status).to.be.within(200, 201);
    const { body: after } = await firm.client.get<{ data: readonly Connected[] }>(path());
    expect(after.data.find((one) => one.id === id)!.settings)
      .to.include({ folder: 'INBOX' })
      .and.not.have.property('since');
    await expectStatus(revert({ settings: { password: 'yet another password' } }), 422);
  });

  it('are run on request, and once at a time', async () => {
    const { id } = await connected();
    const first = await firm.client.expect(202).post(path(`/${id}/run`));
    expect(first).to.deep.include({ status: 'queued', trigger: 'request', counts: {}, errors: [] });
    expect((await firm.client.post(path(`/${id}/run`))).body.id).to.equal(first.id);
    const runs = await firm.client.get<{ data: readonly AnswerBody[]; total: number }>(path(`/${id}/runs`));
    expect([runs.body.total, runs.body.data[0]!.id]).to.deep.equal([1, first.id]);
  });

  it('are disconnected for good, with their secrets and their runs', async () => {
    const { id } = await connected();
    await firm.client.post(path(`/${id}/run`));
    await firm.client.expect(204).delete(path(`/${id}`));
    expect(await secrets(id)).to.deep.equal([]);
    const { rows } = await service.core.pool.query('SELECT FROM ops.integration_runs WHERE integration_id = $1', [id]);
    expect(rows).to.deep.equal([]);
    for (const gone of [
      await firm.client.delete(path(`/${id}`)),
      await firm.client.patch(path(`/${id}`), { name: 'x' }),
      await firm.client.post(path(`/${id}/run`)),
      await firm.client.get(path(`/${id}/runs`)),
    ])
      expect(gone.status).to.equal(404);
  });
});
