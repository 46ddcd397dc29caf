import { expect } from 'chai';
import { signBody } from '../../../outside/peppol/signed-body.ts';
import { startAccessPoint, WEBHOOK_SECRET, type TestAccessPoint } from '../../support/access-point.ts';
import type { AnswerBody } from '../../support/client.ts';
import { useDirectories } from '../../support/directories.ts';
import { FAILURES, answerJson } from '../../support/http-server.ts';
import { waitUntil } from '../../support/load.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';
import { buildUblInvoice } from '../../support/ubl-invoices.ts';

interface Message extends AnswerBody {
  readonly status: string;
  readonly import_id: number | null;
  readonly envelope_id: string | null;
  readonly error: { readonly code: string; readonly message: string } | null;
}

const NUMBER = '0403170701';
const CUSTOMER = '0208:0477472701';
const AWAY = FAILURES['a broken connection']!;
const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:';

const response = (code: string, about: string, words = ''): string =>
  `<ApplicationResponse xmlns="${UBL}ApplicationResponse-2" xmlns:cac="${UBL}CommonAggregateComponents-2" xmlns:cbc="${UBL}CommonBasicComponents-2"><cac:DocumentResponse><cac:Response><cbc:ResponseCode>${code}</cbc:ResponseCode>${words}</cac:Response><cac:DocumentReference><cbc:ID>${about}</cbc:ID></cac:DocumentReference></cac:DocumentResponse></ApplicationResponse>`;

describe('A company file behind an access point', () => {
  const directories = useDirectories();
  const environment: Record<string, string> = {};
  let stand: TestAccessPoint;
  before('start the access point', async () => {
    stand = await startAccessPoint({ isVerified: false });
    Object.assign(environment, directories.environment, stand.environment);
  });
  const service = useService({ environment, exchangesPeppol: true });
  let firm: TestFirm;
  let file: TestCompany;
  let reference: string;
  let last = 0;

  before('open a company file', async () => {
    firm = await service.newFirm();
    file = await service.newCompany(firm.client, {
      name: 'Menuiserie Été',
      enterprise_number: NUMBER,
      vat_number: `BE${NUMBER}`,
      street: 'Rue Haute',
      house_number: '12',
      postal_code: '1000',
      city: 'Bruxelles',
      country: 'BE',
    });
  });
  beforeEach(() => stand.behave(null));
  after('close the access point', () => stand.close());

  const path = (rest = ''): string => `${file.path}/peppol${rest}`;
  const sent = async (fields: object = {}): Promise<Message> => {
    const { body: customer } = await firm.client.post(`${file.path}/third-parties`, {
      type: 'customer',
      name: 'Peeters',
      peppol_identifier: CUSTOMER,
      country: 'BE',
      city: 'Antwerpen',
    });
    const { body: document } = await firm.client.post(`${file.path}/documents`, {
      direction: 'sale',
      number: `V-${(last += 1)}`,
      document_date: '2026-03-15',
      third_party_id: customer.id,
      lines: [{ description: 'Schrijnwerk', amount_net: '100.00', vat_code: 'S-21', account: '700000' }],
    });
    const body = await firm.client
      .expect(202)
      .post<{ message: Message }>(`${file.path}/documents/${document.id}/send`, {
        channel: 'peppol',
        ...fields,
      });
    return body.message;
  };
  const list = async (query = ''): Promise<readonly Message[]> =>
    (await firm.client.get<{ data: readonly Message[] }>(path(`/messages${query}`))).body.data;
  const message = async ({ id }: AnswerBody): Promise<Message> => (await list()).find((one) => one.id === id)!;
  const becomes = (one: AnswerBody, status: string): Promise<void> =>
    waitUntil(`message ${one.id} to be ${status}`, async () => (await message(one)).status === status);
  const imports = async (): Promise<number> =>
    (await firm.client.get<{ total: number }>(`${file.path}/document-imports`)).body.total;
  const call = (body: object, signature?: string) => {
    const text = JSON.stringify(body);
    const headers = {
      'Content-Type': 'application/json',
      'X-Signature': signature ?? signBody(text, WEBHOOK_SECRET),
    };
    return fetch(`${service.url}/v1/peppol/inbox/recommand`, { method: 'POST', body: text, headers });
  };
  const received = { eventType: 'document.received', documentId: 'doc_1', teamId: 'team_1' };

  it('is not registered while the access point is away, and nothing is recorded', async () => {
    const head = await service.core.log.readHead();
    stand.behave(AWAY);
    const { status, body, headers } = await firm.client.post(path(), {});
    expect([status, body.code, headers.get('retry-after')]).to.deep.equal([503, 'peppol_unavailable', '60']);
    expect(await service.core.log.readHead()).to.equal(head);
  });

  it('is told why it is refused, and may try again', async () => {
    stand.behave(({ method }, response_) =>
      (method === 'GET'
        ? answerJson({ success: true, companies: [] })
        : answerJson({ success: false, errors: { vatNumber: ['Unknown VAT number'] } }, 400))({} as never, response_),
    );
    const { status, body } = await firm.client.post(path(), {});
    expect([status, body.status, body.reason]).to.deep.equal([201, 'refused', 'Unknown VAT number']);
    expect((await firm.client.post(path('/refresh'))).body).to.include({ status: 'refused' });
  });

  it('waits until it has proven who it is, and is active then', async () => {
    const { body } = await firm.client.post(path(), {});
    expect(body).to.include({ status: 'pending', verification_url: 'https://verify.example/1', activated_at: null });
    [reference] = [...stand.companies.keys()] as [string];
    const { body: refused } = await firm.client.post(`${file.path}/documents`, { direction: 'sale' });
    expect(refused.errors).to.be.an('object');
    stand.companies.get(reference)!.isVerified = true;
    const active = (await firm.client.post(path('/refresh'))).body;
    expect(active).to.include({ status: 'active', verification_url: null });
    expect(active.activated_at).to.be.a('string');
    const { rows } = await service.core.pool.query<{ status: string; previous: string | null }>(
      `SELECT data ->> 'status' AS status, data ->> 'previous_status' AS previous FROM ops.outbox
       WHERE event = 'peppol.status_changed' AND company_id = $1 ORDER BY number`,
      [file.id],
    );
    expect(rows).to.deep.equal([
      { status: 'refused', previous: null },
      { status: 'pending', previous: null },
      { status: 'active', previous: 'pending' },
    ]);
  });

  it('is one of its kind: the same number is not registered from another company file', async () => {
    const fields = { name: 'Zwilling', code: 'TWIN', enterprise_number: NUMBER, country: 'BE' };
    const twin = await service.newCompany(firm.client, fields);
    await firm.client.refused(422, 'peppol_address_missing').post(`${twin.path}/peppol`, {});
    await firm.client.patch(twin.path, { street: 'Rue Haute', postal_code: '1000', city: 'Bruxelles' });
    await firm.client.refused(409, 'participant_taken').post(`${twin.path}/peppol`, {});
  });

  it('sends, hears that it arrived, and what the recipient says', async () => {
    const queued = await sent();
    await becomes(queued, 'sent');
    const [document] = stand.sent.slice(-1);
    expect(document).to.include({ companyId: reference, receiverId: CUSTOMER });
    document!.deliveryStatus = 'delivered';
    const delivery = { eventType: 'document.delivery_status_changed', companyId: reference, documentId: document!.id };
    expect((await call(delivery)).status).to.equal(202);
    await becomes(queued, 'delivered');
    expect((await message(queued)).envelope_id).to.equal(document!.envelopeId);
    const words = '<cbc:Description>Wrong price</cbc:Description>';
    stand.arrive(reference, response('RE', document!.parsed!.invoiceNumber, words), { senderId: CUSTOMER });
    await firm.client.expect(200).post(path('/receive'));
    await becomes(queued, 'rejected');
    const rejected = await message(queued);
    expect(rejected).to.deep.include({
      status: 'rejected',
      error: { code: 'peppol_rejected', message: 'The recipient rejected the document: Wrong price' },
    });
    stand.arrive(reference, response('AB', document!.envelopeId!), { senderId: CUSTOMER });
    await firm.client.expect(200).post(path('/receive'));
    await waitUntil('it to be marked', () => stand.waiting.length === 0);
    expect((await message(queued)).status, 'an acknowledgement that comes late').to.equal('rejected');
  });

  it('is told what the access point has against a document, and sends it again', async () => {
    stand.behave(answerJson({ success: false, errors: { root: ['No SMP for 0208:0477472701'] } }, 422));
    const queued = await sent();
    await becomes(queued, 'failed');
    expect((await message(queued)).error).to.deep.equal({
      code: 'peppol_refused',
      message: 'The access point refused the document: No SMP for 0208:0477472701',
    });
    stand.behave(null);
    await firm.client.expect(202).post(path(`/messages/${queued.id}/resend`));
    await becomes(queued, 'sent');
  });

  it('tries again when the access point is away, and does not send twice what may have got through', async () => {
    stand.behave(AWAY);
    const queued = await sent();
    const { pool } = service.core;
    const attempt = async () =>
      (
        await pool.query<{ attempts: number; waits: boolean }>(
          `SELECT attempts, next_attempt_at > now() AND next_attempt_at < 'infinity' AND lease_until IS NULL AS waits
           FROM ops.peppol_sendings WHERE message_id = $1`,
          [queued.id],
        )
      ).rows[0];
    await waitUntil('the first attempt to end', async () => (await attempt())?.waits === true);
    expect([(await message(queued)).status, (await attempt())!.attempts]).to.deep.equal(['queued', 1]);
    // A process that died behind its call: nobody knows what came of it, but the access point has the message.
    const number = `V-${last}`;
    const got = {
      ...stand.sent.at(-1)!,
      id: 'doc_of_the_dead',
      receiverId: CUSTOMER,
      parsed: { invoiceNumber: number },
    };
    stand.sent.push(got);
    stand.behave(null);
    const before = stand.sent.length;
    await pool.query(
      `UPDATE ops.peppol_sendings SET next_attempt_at = now(), lease_until = now() - interval '1 second' WHERE message_id = $1`,
      [queued.id],
    );
    expect((await firm.client.post(path(`/messages/${queued.id}/resend`))).status, 'tried at once').to.equal(202);
    await becomes(queued, 'sent');
    expect(stand.sent.length).to.equal(before);
    expect((await attempt())!.attempts).to.equal(2);
  });

  it('gives up after a day and a half', async () => {
    stand.behave(AWAY);
    const queued = await sent();
    const { pool } = service.core;
    const text = `UPDATE ops.peppol_sendings SET attempts = 8, next_attempt_at = now()
                  WHERE message_id = $1 AND lease_until IS NULL AND next_attempt_at > now()`;
    await waitUntil('the first attempt to end', async () => (await pool.query(text, [queued.id])).rowCount === 1);
    await firm.client.post(path(`/messages/${queued.id}/resend`));
    await becomes(queued, 'failed');
    expect((await message(queued)).error?.code).to.equal('peppol_silent');
  });

  it('takes an invoice once, however often it comes and by whatever way', async () => {
    const before = await imports();
    const xml = buildUblInvoice({ number: 'A-1', buyer: { name: 'Menuiserie Été', vat: `BE${NUMBER}` } });
    const id = stand.arrive(reference, xml);
    for (let time = 0; time < 3; time++)
      expect((await call({ ...received, companyId: reference })).status).to.equal(202);
    await waitUntil('the invoice', async () => (await imports()) === before + 1);
    await waitUntil('it to be marked', () => stand.waiting.length === 0);
    // As if the mark had been lost, and once more under another name.
    stand.arrive(reference, xml, { id });
    stand.arrive(reference, xml, { id: 'doc_again', envelopeId: `env_${id}` });
    const { body } = await firm.client.post<{ data: unknown[]; errors: unknown[] }>(path('/receive'));
    expect(body).to.deep.equal({ data: [], errors: [] });
    expect(await imports()).to.equal(before + 1);
    expect(stand.waiting).to.deep.equal([]);
    const [message_] = await list('?direction=in');
    expect(message_).to.include({ status: 'received', document_type: 'invoice', participant: '0208:0403019261' });
  });

  it('is not stopped by a message that is broken, gone or of another kind', async () => {
    const before = await imports();
    stand.arrive(reference, '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>');
    stand.arrive(reference, 'no XML at all');
    stand.arrive(reference, '', { xml: null });
    stand.arrive(reference, response('AP', 'what-nobody-sent'));
    stand.arrive(reference, buildUblInvoice({ number: 'A-2' }));
    const { status, body } = await firm.client.post<{ errors: unknown[] }>(path('/receive'));
    expect([status, body.errors]).to.deep.equal([200, []]);
    // The worker may have taken some of them.
    await waitUntil('all of them', async () => (await imports()) === before + 3);
    const types = (await list('?direction=in&per_page=4')).map((one) => one.document_type);
    expect(types).to.have.members(['invoice', 'response', 'other', 'other']);
    stand.waiting.length = 0;
  });

  it('is called by nobody who has not signed', async () => {
    const body = { ...received, companyId: reference };
    const other = signBody(JSON.stringify({ ...body, companyId: 'c_2' }), WEBHOOK_SECRET);
    for (const signature of ['', 'sha256=00', other, signBody(JSON.stringify(body), 'another secret')])
      expect((await call(body, signature)).status, signature).to.equal(401);
    const text = JSON.stringify(body);
    const headers = { 'X-Signature': signBody(text, WEBHOOK_SECRET) };
    for (const provider of ['loopback', 'storecove', '..%2f'])
      expect(
        (await fetch(`${service.url}/v1/peppol/inbox/${provider}`, { method: 'POST', body: text, headers })).status,
      ).to.equal(401);
    const huge = await fetch(`${service.url}/v1/peppol/inbox/recommand`, {
      method: 'POST',
      body: 'x'.repeat(2_000_000),
    });
    expect(huge.status).to.equal(413);
    expect((await call({ ...body, companyId: 'c_of_nobody' })).status, 'of a company that is gone').to.equal(202);
  });

  it('is suspended when the access point no longer serves it', async () => {
    stand.companies.delete(reference);
    expect((await call({ eventType: 'company.verification', companyId: reference })).status).to.equal(202);
    await waitUntil('the news', async () => (await firm.client.get(path())).body.status === 'suspended');
    await firm.client.expect(204).delete(path());
  });
});
