import { join } from 'node:path';
import { expect } from 'chai';
import { buildExampleIban } from '../../../api/bank/example-file.ts';
import { completeErasures } from '../../../commands/persons/complete-erasures.ts';
import { openFileStore } from '../../../outside/files/index.ts';
import { buildCodaFile } from '../../support/bank-files.ts';
import type { AnswerBody, Client } from '../../support/client.ts';
import { startMailServer, type TestMailServer } from '../../support/smtp-server.ts';
import { startTestService, type TestCompany, type TestService } from '../../support/service.ts';
import { push } from '../sync/support.ts';

/** A different text in each personal field, as no other text of the tests has it. */
const NAME = 'Zoltan Quixmark';
const MARKS = {
  name: 'Quixmark',
  email: 'zq.mailmark',
  phone: '0470998877',
  notes: 'note-mark (private)',
  street: 'Streetmark',
  city: 'Citymark',
  address: 'Addressmark',
  iban: 'BE68539007547034',
  reason: 'reasonmark',
  delivery: 'deliverymark',
  earlier: 'Formermark',
  offline: 'Offlinemark',
  attachment: 'filemark',
} as const;

describe('An erased person', () => {
  let service: TestService;
  let mails: TestMailServer;
  let client: Client;
  let file: TestCompany;
  let person: AnswerBody;

  before(async () => {
    mails = await startMailServer();
    service = await startTestService({
      from: 'books',
      environment: { SMTP_URL: mails.url, MAIL_FROM: 'Books <no-reply@books.example>' },
    });
    ({ client } = await service.newFirm());
    // Long ago, so that the law no longer requires anything to be kept.
    const fiscal_year = { starts_on: '2012-01-01', ends_on: '2012-12-31' };
    file = await service.newCompany(client, { fiscal_year });
  });
  after(async () => {
    await service.invariants();
    await service.stop();
    await mails.close();
    expect(service.errors).to.deep.equal([]);
  });

  const at = (path: string): string => `${file.path}/${path}`;
  const keyed = (): Record<string, string> => ({ 'X-Client-Mutation-Id': `${Math.random()}` });

  async function recordEverything(): Promise<void> {
    person = await client.created(
      at('third-parties'),
      {
        ...{ type: 'customer', name: `${NAME} ${MARKS.earlier}`, email: `${MARKS.email}@example.com` },
        ...{ phone: MARKS.phone, notes: MARKS.notes, street: MARKS.street, city: MARKS.city, address: MARKS.address },
        ...{ ibans: [MARKS.iban], is_payment_blocked: true, payment_block_reason: MARKS.reason },
      },
      keyed(),
    );
    const path = at(`third-parties/${person.id}`);
    await client.expect(200).patch(path, { name: NAME }, keyed());
    await push(client, file, [
      { method: 'PATCH', path: `third-parties/${person.id}`, body: { name: MARKS.offline }, base_version: 1 },
    ]);
    const entry = await client.created(at('entries'), {
      ...{ journal_id: file.journal('OD'), entry_date: '2012-03-04', label: `Invoice for ${NAME}` },
      lines: [
        { account: '400000', debit: '10.00', third_party_id: person.id, label: NAME },
        { account: '700000', credit: '10.00' },
      ],
    });
    await client.upload('POST', at(`entries/${entry.id}/attachments`), [
      { field: 'files[]', name: 'paper.pdf', content: `%PDF-1.7 ${MARKS.attachment}`, type: 'application/pdf' },
    ]);
    await client.created(at('documents'), {
      ...{ direction: 'sale', third_party_id: person.id, document_date: '2012-03-05', notes: `For ${NAME}` },
      delivery_address: MARKS.delivery,
      lines: [
        { description: `Work for ${NAME}`, quantity: '1', unit_price: '10.00', account: '700000', vat_code: 'S-21' },
      ],
    });
    await client.expect(202).post(at('mails'), {
      ...{
        to: [`${MARKS.email}@example.com`],
        subject: `Dear ${NAME}`,
        body: `Hello ${NAME}`,
        third_party_id: person.id,
      },
    });
    const iban = buildExampleIban(977);
    const account = await client.created(at('accounts'), { number: '550900', label: 'Bank' });
    await client.created(at('journals'), {
      ...{ code: 'BQ9', label: 'Bank', type: 'bank', iban, control_account_id: account.id },
    });
    const day = '2012-04-01';
    const content = buildCodaFile({
      ...{ iban, number: '1', opening_date: day, closing_date: day, opening_balance: '0.00' },
      movements: [
        {
          ...{ amount: '10.00', entry_date: day, value_date: day, counterpart_name: NAME.toUpperCase() },
          ...{ counterpart_iban: MARKS.iban, communication: `From ${NAME}` },
        },
      ],
    });
    await client
      .expect(201)
      .upload('POST', at('coda-files'), [
        { field: 'files[]', name: 'statement.cod', content, type: 'application/octet-stream' },
      ]);
    // As if an endpoint had received the announcements.
    await service.core.pool.query(
      'INSERT INTO ops.webhook_bodies (event_id, body, created_at) SELECT event_id, data::text, created_at FROM ops.outbox ON CONFLICT DO NOTHING',
    );
  }

  /** Every row of every table, as text. */
  async function findMarks(): Promise<string[]> {
    const { pool } = service.core;
    const { rows: tables } = await pool.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows } = await pool.query<{ row: string }>(`SELECT to_jsonb(t)::text AS row FROM ${name} t`);
      for (const [field, mark] of Object.entries(MARKS))
        for (const { row } of rows)
          if (row.toLowerCase().includes(mark.toLowerCase())) found.push(`${name}: ${field}: ${row.slice(0, 400)}`);
    }
    return found;
  }

  it('is in no row of any table', async () => {
    await recordEverything();
    await service.core.commands.waitForProjections();
    await service.core.commands.waitUntilIdle();
    expect((await findMarks()).length, 'the marks are found while the person is known').to.be.greaterThan(20);
    const { status, body } = await client.post<AnswerBody>(at(`third-parties/${person.id}/erase`), {
      reason: 'Request of the person',
      confirm: NAME,
    });
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body['kept']).to.deep.equal([]);
    const { rows } = await service.core.pool.query('SELECT FROM ops.completed_erasures WHERE company_id = $1', [
      file.id,
    ]);
    expect(rows).to.have.length(1);
    expect(await findMarks()).to.deep.equal([]);
  });

  it('is announced to clients that synchronise', async () => {
    const { body } = await client.get<{ changes: { resource: string; id: number; data: AnswerBody }[] }>(
      at('sync/pull?since=500&resources=third-parties'),
    );
    const change = body.changes.find(({ resource, id }) => resource === 'third-parties' && id === person.id);
    expect(change!.data).to.include({ name: '[erased]', email: null });
  });

  it('has files replaced by a page that says so', async () => {
    const { rows } = await service.core.pool.query<{ entry_id: number }>('SELECT entry_id FROM read.entry_attachments');
    const [attachment] = (await client.get<{ file_url: string }[]>(at(`entries/${rows[0]!.entry_id}/attachments`)))
      .body;
    const page = await client.get(attachment!.file_url.replace(/^https?:\/\/[^/]+/, ''));
    expect(page.headers.get('content-type')).to.equal('application/pdf');
    expect(page.text).to.include('This file was erased').and.not.include(MARKS.attachment);
  });

  it('stays erased when an interrupted erasure is completed again', async () => {
    await service.core.pool.query('DELETE FROM ops.completed_erasures');
    const { core } = service;
    expect(
      await completeErasures(
        { ...core, files: openFileStore({ folder: join(service.config.dataDir, 'files') }) },
        file.id,
      ),
    ).to.equal('finished');
    expect(await findMarks()).to.deep.equal([]);
  });
});
