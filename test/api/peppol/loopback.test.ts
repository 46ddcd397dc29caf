import { expect } from 'chai';
import { expectStatus, expectRefusal, type AnswerBody } from '../../support/client.ts';
import { waitUntil } from '../../support/load.ts';
import { startMailServer, type TestMailServer } from '../../support/smtp-server.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

interface Message extends AnswerBody {
  readonly status: string;
  readonly direction: string;
  readonly import_id: number | null;
  readonly document_id: number | null;
  readonly history: readonly { readonly status: string; readonly answer: { readonly kind: string } | null }[];
}

const ADDRESS = { street: 'Rue Haute', house_number: '12', postal_code: '1000', city: 'Bruxelles', country: 'BE' };
const SELLER = '0403170701';
const BUYER = '0477472701';

describe('Two company files in the loopback network', () => {
  const environment: Record<string, string> = { PEPPOL_PROVIDER: 'loopback' };
  let mails: TestMailServer;
  before('start a mail server', async () => {
    mails = await startMailServer();
    environment.SMTP_URL = mails.url;
  });
  const service = useService({ environment, exchangesPeppol: true });
  after('close the mail server', () => mails.close());
  let firm: TestFirm;
  let seller: TestCompany;
  let buyer: TestCompany;
  let customer: AnswerBody;
  let last = 0;
  let bought: number;

  before('open two company files', async () => {
    firm = await service.newFirm();
    const open = (name: string, number: string) =>
      service.newCompany(firm.client, { name, enterprise_number: number, vat_number: `BE${number}`, ...ADDRESS });
    seller = await open('Menuiserie Été', SELLER);
    buyer = await open('Peeters & Zonen', BUYER);
    const fields = { type: 'customer', name: 'Peeters & Zonen', language: 'nl', vat_number: `BE${BUYER}`, ...ADDRESS };
    customer = (await firm.client.post(`${seller.path}/third-parties`, fields)).body;
  });

  const sold = (fields: object = {}): Promise<AnswerBody> =>
    firm.client.created(`${seller.path}/documents`, {
      direction: 'sale',
      number: `V-${(last += 1)}`,
      document_date: '2026-03-15',
      third_party_id: customer.id,
      lines: [{ description: 'Schrijnwerk', amount_net: '100.00', vat_code: 'S-21', account: '700000' }],
      ...fields,
    });
  const send = ({ id }: AnswerBody, fields: object = {}, headers = {}) =>
    firm.client.post(`${seller.path}/documents/${id}/send`, { channel: 'peppol', ...fields }, headers);
  const messages = async (file: TestCompany, query = ''): Promise<readonly Message[]> =>
    (await firm.client.get<{ data: readonly Message[] }>(`${file.path}/peppol/messages${query}`)).body.data;
  const announced = async (file: TestCompany): Promise<readonly AnswerBody[]> => {
    const { rows } = await service.core.pool.query<{ data: AnswerBody }>(
      `SELECT data FROM ops.outbox WHERE event = 'peppol.status_changed' AND company_id = $1 ORDER BY number`,
      [file.id],
    );
    return rows.map(({ data }) => data);
  };
  const codeOf = ({ status, body }: { status: number; body: AnswerBody }) => [status, body.code];

  it('are nobody there before they are registered', async () => {
    await firm.client.refused(404).get(`${seller.path}/peppol`);
    await firm.client.refused(404).patch(`${seller.path}/peppol`, { incoming_enabled: false });
    await firm.client.refused(404).delete(`${seller.path}/peppol`);
    await firm.client.refused(404).post(`${seller.path}/peppol/refresh`);
    expect(codeOf(await firm.client.post(`${seller.path}/peppol/receive`))).to.deep.equal([
      422,
      'peppol_not_registered',
    ]);
    expect(codeOf(await send(await sold()))).to.deep.equal([422, 'peppol_not_registered']);
    expect(await messages(seller)).to.deep.equal([]);
  });

  it('are registered under their own number, and say so', async () => {
    const registered = await firm.client.created(`${seller.path}/peppol`, {});
    expect(registered).to.include({
      participant_id: SELLER,
      full_id: `iso6523-actorid-upis::0208:${SELLER}`,
      scheme: '0208',
      status: 'active',
      incoming_enabled: true,
      outgoing_enabled: true,
      provider: 'loopback',
      version: 1,
    });
    expect((await firm.client.get(`${seller.path}/peppol`)).body).to.deep.equal(registered);
    const again = await firm.client.post(`${seller.path}/peppol`, { participant_id: `0208:${SELLER}` });
    expect([again.status, again.headers.get('x-operation-id')]).to.deep.equal([201, null]);
    expect(again.body).to.deep.equal(registered);
    const other = { participant_id: `9925:be${SELLER}` };
    expect(codeOf(await firm.client.post(`${seller.path}/peppol`, other))).to.deep.equal([
      422,
      'peppol_registered_already',
    ]);
    expect(await announced(seller)).to.deep.equal([
      {
        id: registered.id,
        participant_id: SELLER,
        full_id: `iso6523-actorid-upis::0208:${SELLER}`,
        status: 'active',
        previous_status: null,
        incoming_enabled: true,
        activated_at: registered.activated_at,
      },
    ]);
  });

  it('are registered under no number of another, and not without one', async () => {
    const wrong = await firm.client.post(`${buyer.path}/peppol`, { participant_id: `0208:${SELLER}` });
    expect([...codeOf(wrong), Object.keys(wrong.body.errors)]).to.deep.equal([
      ...[422, 'peppol_identifier_not_own'],
      ['participant_id'],
    ]);
    const bare = await service.newCompany(firm.client, { name: 'Sans numéro', code: 'BARE' });
    expect(codeOf(await firm.client.post(`${bare.path}/peppol`, {}))).to.deep.equal([
      422,
      'peppol_company_number_missing',
    ]);
  });

  it('send nothing to whom the network does not know', async () => {
    expect(codeOf(await send(await sold()))).to.deep.equal([422, 'peppol_recipient_unknown']);
    expect((await send(await sold(), { to: 'nobody' })).body.errors).to.have.keys('to');
    expect(codeOf(await send(await sold(), { to: '0208:0428759497' }))).to.deep.equal([
      422,
      'peppol_recipient_unknown',
    ]);
    await firm.client.refused(404).post(`${seller.path}/documents/9999999/send`, { channel: 'peppol' });
  });

  it('exchange a real invoice, which is in the importer of the other with its PDF, and hear that it was taken', async () => {
    await firm.client.created(`${buyer.path}/peppol`, {});
    const document = await sold();
    const sent = await expectStatus(send(document), 202);
    expect(sent.document).to.include({ id: document.id, version: document.version });
    expect(sent.message).to.include({
      direction: 'out',
      document_id: document.id,
      import_id: null,
      participant: `0208:${BUYER}`,
      document_type: 'invoice',
      status: 'queued',
      error: null,
    });
    await waitUntil(
      'the answer of the recipient',
      async () => (await messages(seller, '?status=accepted')).length === 1,
    );
    const [message] = await messages(seller);
    // Whether the transport was asked before the answer came is a matter of chance.
    const steps = message!.history.map(({ status }) => status).filter((status) => status !== 'delivered');
    expect(steps).to.deep.equal(['queued', 'sent', 'accepted']);
    expect(message!.history.at(-1)!.answer).to.deep.equal({ kind: 'mlr', code: 'AP', text: null });
    const [received] = await messages(buyer);
    expect(received).to.include({
      direction: 'in',
      status: 'received',
      participant: `0208:${SELLER}`,
      document_id: null,
    });
    const { body: found } = await firm.client.get(`${buyer.path}/document-imports/${received!.import_id}`);
    expect(found).to.include({ kind: 'xml', engine: 'ubl', suggested_direction: 'purchase' });
    expect(found.extracted).to.include({ number: document.number });
    const file = await firm.client.get((found.file_url as string).slice(service.url.length));
    expect(file.text).to.include(`<cbc:EndpointID schemeID="0208">${BUYER}</cbc:EndpointID>`);
    const pdf = /<cbc:EmbeddedDocumentBinaryObject[^>]*mimeCode="application\/pdf"[^>]*>([^<]+)</.exec(file.text)![1]!;
    expect(Buffer.from(pdf, 'base64').subarray(0, 5).toString()).to.equal('%PDF-');
  });

  it('make a document of it that came through the network', async () => {
    const [received] = await messages(buyer);
    const { status, body, text } = await firm.client.post(
      `${buyer.path}/document-imports/${received!.import_id}/validate`,
      {
        new_third_party: { type: 'supplier', name: 'Menuiserie Été', vat_number: `BE${SELLER}`, country: 'BE' },
        lines: [{ account_id: buyer.account('604000'), vat_code_id: await codeId('P-M-21') }],
      },
    );
    expect(status, text).to.be.within(200, 201);
    expect(body.document).to.include({ origin: 'peppol', source: 'ubl', direction: 'purchase' });
    bought = (body.document as AnswerBody).id;
  });

  it('answer each other: the buyer states what becomes of the invoice, and the seller sees it', async () => {
    const path = `${buyer.path}/documents/${bought}/lifecycle`;
    const state = (body: object) => firm.client.post<AnswerBody>(path, body);
    const [about] = await messages(seller, '?status=accepted');
    const told = async (): Promise<readonly string[]> => {
      const { body } = await firm.client.get<{
        data: readonly { status: string; by: string; reason: string | null }[];
      }>(`${seller.path}/documents/${about!.document_id}/lifecycle`);
      return body.data.map(({ status, by, reason }) => [status, by, reason ?? ''].join(' ').trim());
    };
    const wrong: readonly (readonly [object, string, string])[] = [
      [{ status: '205' }, 'status', 'lifecycle_status_not_ours'],
      [{ status: 'RE' }, 'reason_code', 'lifecycle_reason_required'],
      [{ status: 'RE', reason_code: 'AUTRE' }, 'reason_code', 'lifecycle_reason_unknown'],
    ];
    for (const [body, field, code] of wrong)
      expect((await state(body)).body.error_codes, JSON.stringify(body)).to.deep.equal({ [field]: [code] });
    const asked = await expectStatus(state({ status: 'UQ', reason_code: 'PRI', note: 'Quel tarif ?' }), 202);
    expect(asked).to.include({ status: 'UQ', by: 'us', reason_code: 'PRI', reason: 'Quel tarif ?' });
    await waitUntil('the query', async () => (await told()).length === 1);
    expect(await told()).to.deep.equal(['UQ partner Quel tarif ?']);
    await expectStatus(state({ status: 'PD' }), 202);
    await waitUntil('the payment', async () => (await told()).length === 2);
    expect(await told()).to.deep.equal(['UQ partner Quel tarif ?', 'PD partner']);
    expect(codeOf(await state({ status: 'AP' }))).to.deep.equal([422, 'lifecycle_ended']);
    const sent = await messages(buyer, '?direction=out');
    expect(sent.map(({ document_type, participant }) => [document_type, participant])).to.deep.equal(
      Array.from({ length: 2 }, () => ['response', `0208:${SELLER}`]),
    );
  });

  const codeId = async (code: string): Promise<number> =>
    (await firm.client.get<AnswerBody[]>(`${buyer.path}/vat-codes`)).body.find((one) => one.code === code)!.id;

  it('send a document once, unless it is forced: the recipient knows it again', async () => {
    const document = await sold({ is_credit_note: true });
    expect((await send(document)).body.message).to.include({ document_type: 'credit_note' });
    await waitUntil('the first', async () => (await messages(seller, '?status=accepted')).length === 2);
    const [first] = await messages(seller);
    const refused = await send(document);
    expect([...codeOf(refused), refused.body.message_id]).to.deep.equal([422, 'document_already_sent', first!.id]);
    await expectStatus(send(document, { force: true }, { 'X-Base-Version': '99' }), 409);
    await expectStatus(send(document, { force: true }), 202);
    await waitUntil('the second', async () => (await messages(seller, '?status=accepted')).length === 3);
    const [again] = await messages(buyer);
    const { body } = await firm.client.get(`${buyer.path}/document-imports/${again!.import_id}`);
    expect(body.status).to.equal('duplicate');
    expect(await messages(seller, `?document_id=${document.id}`)).to.have.length(2);
  });

  it('send again what was sent, and nothing that came in', async () => {
    const [out] = await messages(seller);
    const resent = await firm.client.expect(202).post(`${seller.path}/peppol/messages/${out!.id}/resend`);
    expect(resent).to.include({ id: out!.id, status: 'queued' });
    await waitUntil('the answer', async () => (await messages(seller, '?status=accepted')).length === 3);
    const [incoming] = await messages(buyer);
    const wrong = await firm.client.post(`${buyer.path}/peppol/messages/${incoming!.id}/resend`);
    expect(codeOf(wrong)).to.deep.equal([422, 'peppol_message_incoming']);
    await firm.client.refused(404).post(`${seller.path}/peppol/messages/${incoming!.id}/resend`);
  });

  it('break no rule of the network, and say which they would break', async () => {
    const { body: other } = await firm.client.post(`${seller.path}/third-parties`, {
      type: 'customer',
      name: 'Zonder land',
      peppol_identifier: `0208:${BUYER}`,
      country: null,
    });
    await expectStatus(send(await sold({ third_party_id: other.id })), 422);
    const supplier = { type: 'supplier', name: 'Imprimerie', country: 'BE' };
    const { body: bought } = await firm.client.post(`${seller.path}/third-parties`, supplier);
    const lines = [{ description: 'Papier', amount_net: '1.00', vat_code: 'P-M-21', account: '604000' }];
    const purchase = await sold({ direction: 'purchase', third_party_id: bought.id, lines });
    expect(codeOf(await send(purchase))).to.deep.equal([422, 'ubl_of_sales_only']);
  });

  it('send the supplier an invoice that they issue in its name, who has it as a sale', async () => {
    const fields = { type: 'supplier', name: 'Peeters & Zonen', vat_number: `BE${BUYER}`, ...ADDRESS };
    const supplier = await firm.client.created(`${seller.path}/third-parties`, fields);
    const lines = [{ description: 'Hout', amount_net: '80.00', vat_code: 'P-M-21', account: '604000' }];
    const kind = { direction: 'purchase', kind: 'self_billed', number: null, third_party_id: supplier.id };
    const draft = await sold({ ...kind, lines });
    const booking = await firm.client.post<{ document: AnswerBody }>(`${seller.path}/documents/${draft.id}/book`, {});
    const { document } = await expectStatus(booking, 201);
    const sent = await expectStatus(send(document), 202);
    expect(sent.message).to.include({ document_type: 'invoice', participant: `0208:${BUYER}` });
    const query = `?document_id=${draft.id}&status=accepted`;
    await waitUntil('the answer', async () => (await messages(seller, query)).length === 1);
    const [arrived] = await messages(buyer);
    const path = `${buyer.path}/document-imports/${arrived!.import_id}`;
    const { extracted } = (await firm.client.get<{ extracted: AnswerBody | null }>(path)).body;
    expect(extracted).to.deep.include({ direction: 'sale', number: document.number });
    const operation = booking.headers.get('x-operation-id')!;
    const undone = await firm.client.post(`${seller.path}/history/operations/${operation}/revert`);
    expect(codeOf(undone)).to.deep.equal([422, 'revert_blocked']);
  });

  it('send by mail what they do not send through the network', async () => {
    const document = await sold();
    const missing = await send(document, { channel: 'mail' });
    expect([missing.status, Object.keys(missing.body.errors)], 'the customer has no address').to.deep.equal([
      422,
      ['to'],
    ]);
    await expectRefusal(send(document, { channel: 'mail', to: 'nobody' }), 422, ['to']);
    const mailed = await expectStatus(send(document, { channel: 'mail', to: 'peeters@example.com' }), 202);
    expect(mailed.document).to.include({ id: document.id });
    expect(mailed.message).to.include({ kind: 'document', document_id: document.id });
    expect((await mails.mailTo('peeters@example.com')).text).to.include(document.number);
    const again = await send(document, { channel: 'mail', to: 'peeters@example.com' });
    expect([again.status, Object.keys(again.body.errors)], 'not twice').to.deep.equal([422, ['to']]);
    expect((await send(document, { channel: 'pigeon' })).body.errors).to.have.keys('channel');
    const { rows } = await service.core.pool.query<{ holder: string; recipients: number }>(
      'UPDATE ops.mail_recipients SET recipients = recipients + 199 RETURNING holder, recipients',
    );
    expect(rows, 'one recipient was counted').to.deep.equal([{ holder: `firm ${firm.id}`, recipients: 200 }]);
    const over = await send(document, { channel: 'mail', to: 'other@example.com' });
    expect(codeOf(over)).to.deep.equal([429, 'mail_quota_exceeded']);
    expect(Number(over.headers.get('retry-after'))).to.be.greaterThan(0);
  });

  it('turn receiving and sending off and on', async () => {
    const path = `${buyer.path}/peppol`;
    const { body: known } = await firm.client.get(path);
    const stale = await firm.client.patch(path, { incoming_enabled: false }, { 'X-Base-Version': '99' });
    expect([stale.status, stale.body.server_version]).to.deep.equal([409, known.version]);
    const { body: off } = await firm.client.patch(path, { incoming_enabled: false, outgoing_enabled: false });
    expect(off).to.include({ incoming_enabled: false, outgoing_enabled: false });
    expect(codeOf(await firm.client.post(`${path}/receive`))).to.deep.equal([422, 'peppol_incoming_disabled']);
    expect(codeOf(await send(await sold()))).to.deep.equal([422, 'peppol_recipient_unknown']);
    await firm.client.expect(200).patch(path, { incoming_enabled: true, outgoing_enabled: true });
    // The access point follows an undo, and the undo of that.
    const halved = await firm.client.patch(path, { incoming_enabled: false });
    const revert = async (operation: string): Promise<string> => {
      const undone = await firm.client.post(`${buyer.path}/history/operations/${operation}/revert`);
      expect(undone.status, undone.text).to.equal(200);
      return undone.body.operation_id as string;
    };
    const undone = await revert(halved.headers.get('x-operation-id')!);
    expect((await firm.client.get(path)).body).to.include({ incoming_enabled: true });
    expect((await firm.client.post(`${path}/receive`)).status).to.equal(200);
    const again = await revert(undone);
    expect(codeOf(await firm.client.post(`${path}/receive`))).to.deep.equal([422, 'peppol_incoming_disabled']);
    expect(codeOf(await send(await sold()))).to.deep.equal([422, 'peppol_recipient_unknown']);
    await revert(again);
    const received = await firm.client.post<{ data: unknown[]; errors: unknown[] }>(`${path}/receive`);
    expect([received.status, received.body]).to.deep.equal([200, { data: [], errors: [] }]);
    expect((await firm.client.post(`${path}/refresh`)).body).to.include({ status: 'active' });
  });

  it('cannot take back what the network was told, and leave', async () => {
    const document = await sold();
    const booked = await firm.client.post(`${seller.path}/documents/${document.id}/book`, {});
    expect(booked.status, booked.text).to.be.oneOf([200, 201]);
    const sent = await send(document);
    const unbooked = await firm.client.post(
      `${seller.path}/history/operations/${booked.headers.get('x-operation-id')}/revert`,
    );
    expect(unbooked.body).to.deep.include({ code: 'revert_blocked', reason: 'document_sent' });
    const operation = sent.headers.get('x-operation-id')!;
    const reverted = await firm.client.post(`${seller.path}/history/operations/${operation}/revert`);
    expect(codeOf(reverted)).to.deep.equal([422, 'revert_blocked']);
    await waitUntil('the last answer', async () => (await messages(seller, '?status=accepted')).length === 5);
    await firm.client.expect(204).delete(`${seller.path}/peppol`);
    await firm.client.refused(404).get(`${seller.path}/peppol`);
    expect((await announced(seller)).at(-1)).to.include({ status: 'left', previous_status: 'active' });
    expect(codeOf(await send(await sold()))).to.deep.equal([422, 'peppol_not_registered']);
    expect((await messages(seller)).length, 'messages stay').to.equal(5);
  });
});
