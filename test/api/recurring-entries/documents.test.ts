import { join } from 'node:path';
import { expect } from 'chai';
import { createDocumentQueue, type QueueTools } from '../../../api/documents/queue-document.ts';
import { openPlatform } from '../../../commands/approved-platform/open-platform.ts';
import { openAccessPoint } from '../../../commands/peppol/access-point.ts';
import { sendRecurringDocuments, type DeliveryToolbox } from '../../../commands/recurring-entries/deliver.ts';
import { createSystemContext } from '../../../commands/support/context.ts';
import { OutsideUnavailable } from '../../../outside/http/failures.ts';
import { openFileStore } from '../../../outside/files/index.ts';
import { expectStatus, type Answer, type AnswerBody, type List } from '../../support/client.ts';
import { openFrenchCompany } from '../../support/french-companies.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

const ADDRESS = { street: 'Rue Haute', house_number: '12', postal_code: '1000', city: 'Bruxelles', country: 'BE' };
const SELLER = '0403170701';
const BUYER = '0477472701';
const MAILBOX = 'liste@petit.example';

interface Occurrence {
  readonly document_id: number;
  readonly entry_id: number;
  readonly delivery: {
    readonly channel: string;
    readonly status: string;
    readonly mail_id: number | null;
    readonly message_id: number | null;
    readonly code: string | null;
    readonly reason: string | null;
  } | null;
}

describe('Recurring documents', () => {
  const service = useService({ environment: { PEPPOL_PROVIDER: 'loopback' } });
  let firm: TestFirm;
  let seller: TestCompany;
  let lastDay = 0;

  before('open the company file of the seller', async () => {
    firm = await service.newFirm();
    const numbers = { enterprise_number: SELLER, vat_number: `BE${SELLER}` };
    seller = await service.newCompany(firm.client, { name: 'Menuiserie Été', ...numbers, ...ADDRESS });
  });

  const at = (path: string) => `${seller.path}/${path}`;
  const customer = (fields: object = {}) =>
    firm.client.created(at('third-parties'), {
      type: 'customer',
      name: 'Boulangerie Petit',
      email: 'compta@petit.example',
      invoice_delivery: 'mail',
      language: 'nl',
      ...ADDRESS,
      ...fields,
    });
  const template = (customerId: number, fields: object = {}) => ({
    kind: 'document',
    label: 'Maintenance',
    template: {
      journal_id: seller.journal('VEN'),
      third_party_id: customerId,
      lines: [
        { description: 'Onderhoud {month}', quantity: '2', unit_price: '50', account: '700000', vat_code: 'S-21' },
      ],
    },
    // The dates of this series follow each other, as its numbers do.
    schedule: { unit: 'day', starts_on: `2026-03-${String((lastDay += 1)).padStart(2, '0')}`, count: 1 },
    ...fields,
  });
  const made = async (customerId: number, fields: object = {}) =>
    (await firm.client.created(at('recurring-entries'), template(customerId, fields))).id;
  const run = (id: number, fields: object = {}): Promise<Answer<AnswerBody>> =>
    firm.client.post(at(`recurring-entries/${id}/run`), { until: '2026-06-30', ...fields });
  const occurrence = async (id: number): Promise<Occurrence> => {
    const { body } = await firm.client.get(at(`recurring-entries/${id}`));
    return (body.occurrences as readonly Occurrence[])[0]!;
  };
  const document = (id: number) => firm.client.ok(at(`documents/${id}`));
  const mailsOf = async (documentId: number) => {
    const { data } = (await firm.client.ok(at(`mails?document_id=${documentId}`))) as unknown as List;
    return data;
  };

  const tools = (changes: Partial<QueueTools> = {}): DeliveryToolbox => {
    const { core } = service;
    const queueDocument = createDocumentQueue({
      ...core,
      files: openFileStore({ folder: join(service.config.dataDir, 'files'), bucket: null }),
      accessPoint: openAccessPoint(core.pool, { provider: 'loopback' }),
      platform: null,
      directories: { peppol: null },
      hasMail: true,
      recipientsPerDay: null,
      ...changes,
    });
    return { ...core, queueDocument };
  };
  const send = (isRetried = false, changes: Partial<QueueTools> = {}) =>
    sendRecurringDocuments(tools(changes), { isRetried });

  it('are issued when they are due, with a number, and sent once by mail, however many processes send', async () => {
    const id = await made((await customer()).id);
    const dry = await run(id, { dry_run: true });
    expect((dry.body.posted as AnswerBody[])[0]).to.deep.include({ document_id: null });
    const { body } = await run(id);
    const { document_id } = (body.posted as Occurrence[])[0]!;
    expect(await document(document_id)).to.deep.include({
      status: 'booked',
      origin: 'recurring',
      amount_gross: '121.00',
      number: '2026-00001',
    });
    expect((await occurrence(id)).delivery).to.deep.include({ channel: 'mail', status: 'waiting', mail_id: null });
    const { rows } = await service.core.pool.query<{ event: string }>(
      `SELECT event FROM ops.outbox WHERE event LIKE 'document.%' AND (data ->> 'id')::bigint = $1`,
      [document_id],
    );
    expect(rows.map(({ event }) => event)).to.have.members(['document.imported', 'document.booked']);
    await Promise.all([send(), send(), send()]);
    await send();
    const mails = await mailsOf(document_id);
    expect(mails.map(({ to, language }) => [to, language])).to.deep.equal([[['compta@petit.example'], 'nl']]);
    expect((await occurrence(id)).delivery).to.deep.include({ status: 'queued', mail_id: mails[0]!.id, code: null });
  });

  it('wait with a reason in the language of the reader while they cannot be sent, and are sent later', async () => {
    const id = await made((await customer()).id);
    await run(id);
    await send(false, { hasMail: false });
    await send(true, { hasMail: false });
    const reasons = new Set<string | null>();
    for (const language of ['fr', 'nl', 'en', 'de']) {
      await firm.client.expect(200).patch('/v1/auth/me', { locale: language });
      const { delivery } = await occurrence(id);
      expect(delivery).to.deep.include({ status: 'failed', code: 'mail_not_configured' });
      reasons.add(delivery!.reason);
    }
    expect(reasons.size).to.equal(4);
    await send();
    expect((await occurrence(id)).delivery).to.deep.include({ status: 'failed' });
    await send(true);
    const { delivery, document_id } = await occurrence(id);
    expect(delivery).to.deep.include({ status: 'queued', code: null, reason: null });
    expect(await mailsOf(document_id)).to.have.length(1);
  });

  it('are not sent again after a user has sent them, or after a process was killed before it said so', async () => {
    const { id: customerId } = await customer();
    const id = await made(customerId);
    await run(id);
    const { document_id } = await occurrence(id);
    // As the killed process left it: the mail is queued, and nothing else is recorded.
    const { queueDocument } = tools();
    const context = createSystemContext('recurring');
    const asked = { documentId: document_id, channel: 'mail', language: null, messagesIn: 'en' } as const;
    await queueDocument(seller.id, asked, context);
    await firm.client.expect(200).patch(at(`third-parties/${customerId}`), { email: 'other@petit.example' });
    await send();
    const [mail, ...others] = await mailsOf(document_id);
    expect(others).to.deep.equal([]);
    expect((await occurrence(id)).delivery).to.deep.include({ mail_id: mail!.id });
  });

  it('go through Peppol for customers who prefer it, and wait while the network is away', async () => {
    const numbers = { enterprise_number: BUYER, vat_number: `BE${BUYER}` };
    const buyer = await service.newCompany(firm.client, { name: 'Peeters', ...numbers, ...ADDRESS });
    const { id: customerId } = await customer({ ...numbers, name: 'Peeters', invoice_delivery: 'peppol' });
    const id = await made(customerId);
    const held = await run(id);
    expect(held.body.posted).to.deep.equal([]);
    expect((held.body.held as AnswerBody[])[0]!.code).to.equal('peppol_not_registered');
    for (const file of [buyer, seller]) await expectStatus(firm.client.post(`${file.path}/peppol`, {}), 201);
    await expectStatus(run(id), 200);
    const away = { findParticipant: () => Promise.reject(new OutsideUnavailable('peppol', 'away')), timeoutMs: 1 };
    const accessPoint = { ...openAccessPoint(service.core.pool, { provider: 'loopback' }), directory: away };
    await send(false, { accessPoint: accessPoint as never });
    expect((await occurrence(id)).delivery).to.deep.include({ status: 'failed', code: 'peppol_unavailable' });
    await Promise.all([send(true), send(true)]);
    const { delivery } = await occurrence(id);
    expect(delivery).to.deep.include({ channel: 'peppol', status: 'queued' });
    const { data } = (await firm.client.ok(at('peppol/messages'))) as unknown as List;
    expect(data.map((message) => message.id)).to.deep.equal([delivery!.message_id]);
  });

  it('go through the approved platform for French customers who prefer it', async () => {
    const file = await openFrenchCompany(service, firm);
    const numbers = { enterprise_number: '552100554', vat_number: 'FR96552100554' };
    const { id: customerId } = await firm.client.created(`${file.path}/third-parties`, {
      ...{ type: 'customer', name: 'Librairie', country: 'FR', postal_code: '75011', city: 'Paris', ...numbers },
      invoice_delivery: 'platform',
    });
    const { id } = await firm.client.created(`${file.path}/recurring-entries`, {
      kind: 'document',
      label: 'Conseil',
      template: {
        journal_id: file.journal('VEN'),
        third_party_id: customerId,
        nature: 'services',
        lines: [{ description: 'Conseil {month}', amount_net: '100.00', vat_code: 'S-20', account: '706000' }],
      },
      schedule: { unit: 'month', starts_on: '2026-10-05', count: 1 },
    });
    const path = `${file.path}/recurring-entries/${id}`;
    const ran = await expectStatus(firm.client.post(`${path}/run`, { until: '2026-10-31' }), 200);
    expect(ran.posted, JSON.stringify(ran.held)).to.have.length(1);
    const platform = openPlatform(service.core.pool, { provider: 'loopback' });
    await Promise.all([send(false, { platform }), send(false, { platform })]);
    const [sent] = (await firm.client.ok(path)).occurrences as readonly Occurrence[];
    expect(sent!.delivery).to.deep.include({ channel: 'platform', status: 'queued', reason: null });
  });

  it('whose booking is undone keep their number and wait, and cannot be undone once they are sent', async () => {
    const id = await made((await customer()).id);
    const operation = (await run(id)).headers.get('x-operation-id')!;
    const { document_id } = await occurrence(id);
    const { number } = await document(document_id);
    const revert = at(`history/operations/${operation}/revert`);
    await expectStatus(firm.client.post(revert), 200);
    expect(await document(document_id)).to.deep.include({ status: 'pending', number });
    await send();
    expect((await occurrence(id)).delivery).to.deep.include({ status: 'waiting' });
    expect((await run(id)).body.posted).to.deep.equal([]);
    const booked = await firm.client.post(at(`documents/${document_id}/book`));
    await expectStatus(booked, 201);
    await send();
    expect(await mailsOf(document_id)).to.have.length(1);
    const again = at(`history/operations/${booked.headers.get('x-operation-id')}/revert`);
    const { body } = await firm.client.post(again);
    expect(body).to.deep.include({ code: 'revert_blocked' });
    expect(JSON.stringify(body.blocked_by)).to.include('document_sent');
  });

  it('are sent as the imported list of customers says, in any of its languages', async () => {
    const path = `${at('third-parties')}/import`;
    const importing = (csv: string) =>
      firm.client.upload('POST', path, [{ field: 'file', content: csv, name: 'klanten.csv', type: 'text/csv' }]);
    const list = (name: string, value: string) =>
      `type;name;email;country;language;${name}\ncustomer;${name};${MAILBOX};BE;nl;${value}\n`;
    const columns = ['invoice_delivery', 'Envoi des factures', 'Verzendwijze facturen', 'Rechnungsversand'];
    for (const name of columns) await expectStatus(importing(list(name, 'mail')), 200);
    const { body: known } = await firm.client.get<readonly AnswerBody[]>(at('third-parties'));
    const imported = known.filter(({ email }) => email === MAILBOX);
    expect(imported.map(({ name, invoice_delivery }) => [name, invoice_delivery])).to.have.deep.members(
      columns.map((name) => [name, 'mail']),
    );
    const wrong = await importing(list('invoice_delivery', 'pigeon'));
    expect([wrong.status, Object.keys(wrong.body.errors)]).to.deep.equal([422, ['lines.2.invoice_delivery']]);
    const id = await made(imported[0]!.id);
    await expectStatus(run(id), 200);
    await send();
    expect((await occurrence(id)).delivery).to.deep.include({ channel: 'mail', status: 'queued' });
  });

  it('are not sent for customers without a preference, and show in the history', async () => {
    const id = await made((await customer({ invoice_delivery: undefined, email: null })).id);
    await run(id);
    expect((await occurrence(id)).delivery).to.equal(null);
    const { data } = (await firm.client.ok(at('history?resource=recurring-entries&per_page=200'))) as unknown as List;
    expect(data).to.not.deep.equal([]);
  });
});
