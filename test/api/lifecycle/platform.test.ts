import { expect } from 'chai';
import { expectStatus, type AnswerBody } from '../../support/client.ts';
import { openFrenchCompany } from '../../support/french-companies.ts';
import { waitUntil } from '../../support/load.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

interface Step {
  readonly status: string;
  readonly label: string;
  readonly by: string;
  readonly reason_code: string | null;
  readonly reason: string | null;
  readonly amount: string | null;
}

describe('Two French company files at the loopback platform', () => {
  const service = useService({ environment: { PA_PROVIDER: 'loopback' }, exchangesPeppol: true });
  let firm: TestFirm;
  let seller: TestCompany;
  let buyer: TestCompany;
  let customer: AnswerBody;
  let last = 0;

  before('open two company files', async () => {
    firm = await service.newFirm();
    seller = await openFrenchCompany(service, firm);
    buyer = await openFrenchCompany(service, firm, {
      name: 'Librairie du Parc',
      code: 'PARC',
      enterprise_number: '552100554',
      vat_number: 'FR96552100554',
    });
    customer = await newCustomer({ enterprise_number: '552100554', vat_number: 'FR96552100554' });
  });

  const newCustomer = (fields: object): Promise<AnswerBody> =>
    firm.client.created(`${seller.path}/third-parties`, {
      type: 'customer',
      name: `Client ${(last += 1)}`,
      country: 'FR',
      postal_code: '75011',
      city: 'Paris',
      ...fields,
    });
  const issued = async (fields: object = {}): Promise<AnswerBody> => {
    const document = await firm.client.created(`${seller.path}/documents`, {
      direction: 'sale',
      number: `F-${(last += 1)}`,
      document_date: '2026-10-05',
      due_date: '2026-11-04',
      third_party_id: customer.id,
      nature: 'services',
      lines: [{ description: 'Conseil', amount_net: '100.00', vat_code: 'S-20', account: '706000' }],
      ...fields,
    });
    await firm.client.created(`${seller.path}/documents/${document.id}/book`, {});
    return document;
  };
  const send = ({ id }: AnswerBody, fields: object = {}) =>
    firm.client.post(`${seller.path}/documents/${id}/send`, { channel: 'platform', ...fields });
  const stepsOf = async (file: TestCompany, id: number): Promise<readonly Step[]> =>
    (await firm.client.get<{ data: readonly Step[] }>(`${file.path}/documents/${id}/lifecycle`)).body.data;
  const statusesOf = async (file: TestCompany, id: number) => (await stepsOf(file, id)).map(({ status }) => status);
  const waitFor = (file: TestCompany, id: number, ...statuses: readonly string[]) =>
    waitUntil(`the statuses ${statuses.join()}`, async () => {
      const known = await statusesOf(file, id);
      return statuses.every((status) => known.includes(status));
    });
  const state = (file: TestCompany, id: number, body: object) =>
    firm.client.post(`${file.path}/documents/${id}/lifecycle`, body);
  const received = async (): Promise<readonly AnswerBody[]> =>
    (await firm.client.get<{ data: readonly AnswerBody[] }>(`${buyer.path}/peppol/messages?direction=in`)).body.data;

  it('exchange an invoice and hear from the platform, then from each other', async () => {
    const document = await issued();
    const sent = await expectStatus(send(document), 202);
    expect(sent.message).to.include({
      direction: 'out',
      network: 'platform',
      participant: '0225:552100554',
      status: 'queued',
    });
    await waitFor(seller, document.id, '200', '201', '202', '203');
    await waitUntil('the invoice to be in the importer', async () => (await received()).length === 1);
    const [message] = await received();
    expect(message).to.include({ network: 'platform', participant: '0225:732829320', document_type: 'invoice' });

    const importId = message!['import_id'] as number;
    const path = `${buyer.path}/document-imports/${importId}`;
    await waitUntil('the import to be read', async () =>
      ['ready', 'needs_review'].includes((await firm.client.get(path)).body.status as string),
    );
    const code = (await firm.client.get<AnswerBody[]>(`${buyer.path}/vat-codes`)).body.find(
      (one) => one.code === 'P-S-D-20',
    )!;
    const validated = await firm.client.created(`${path}/validate`, {
      new_third_party: { type: 'supplier', name: 'Atelier Lumen', vat_number: 'FR44732829320', country: 'FR' },
      lines: [{ account_id: buyer.account('622600'), vat_code_id: code.id }],
      book: false,
    });
    const made = validated['document'] as AnswerBody;
    expect(made).to.include({ origin: 'platform', source: 'ubl', direction: 'purchase' });
    const bought = made.id;

    const approved = await expectStatus(state(buyer, bought, { status: '205' }), 202);
    expect(approved).to.include({ status: '205', by: 'us', label: 'Approved' });
    await waitFor(seller, document.id, '205');
    const cashed = await expectStatus(state(seller, document.id, { status: '212', amount: '120.00' }), 202);
    expect(cashed).to.include({ status: '212', by: 'us', amount: '120.00' });
    await waitFor(buyer, bought, '212');
    expect((await stepsOf(buyer, bought)).find(({ status }) => status === '212')).to.include({
      by: 'partner',
      amount: '120.00',
      label: 'Cashed',
    });

    const body = { status: '210', reason_code: 'TX_TVA_ERR', note: 'Taux de 10 % attendu' };
    await expectStatus(state(buyer, bought, body), 202);
    await waitFor(seller, document.id, '210');
    expect((await stepsOf(seller, document.id)).at(-1)).to.include({
      by: 'partner',
      reason_code: 'TX_TVA_ERR',
      reason: 'Taux de 10 % attendu',
    });
    await firm.client
      .refused(422, 'lifecycle_ended')
      .post(`${buyer.path}/documents/${bought}/lifecycle`, { status: '205' });
    const { body: history } = await firm.client.get<{ data: readonly { event: string }[] }>(
      `${seller.path}/history?per_page=100`,
    );
    expect(JSON.stringify(history)).to.include('document-lifecycle');
  });

  it('announce each status to endpoints that chose it', async () => {
    const { rows } = await service.core.pool.query<{ data: AnswerBody }>(
      `SELECT data FROM ops.outbox WHERE event = 'document.lifecycle_changed' AND company_id = $1 ORDER BY number`,
      [seller.id],
    );
    expect(rows.map(({ data }) => data['status'])).to.include.members(['200', '205', '212', '210']);
    expect(rows.find(({ data }) => data['status'] === '210')!.data).to.include({
      direction: 'sale',
      network: 'platform',
      by: 'partner',
      reason_code: 'TX_TVA_ERR',
    });
  });

  it('are told when nobody has the address', async () => {
    const unknown = await newCustomer({ enterprise_number: '443061841' });
    const document = await issued({ third_party_id: unknown.id });
    await expectStatus(send(document), 202);
    await waitFor(seller, document.id, '213');
    expect((await stepsOf(seller, document.id)).at(-1)).to.include({
      by: 'platform',
      reason_code: 'DEST_INC',
      reason: 'Unknown recipient',
    });
  });

  it('refuse what cannot travel there, or twice, or is no status of theirs', async () => {
    const document = await issued();
    await expectStatus(send(document), 202);
    const again = await send(document);
    expect([again.status, again.body.code]).to.deep.equal([422, 'document_already_sent']);
    const consumer = await newCustomer({});
    expect((await send(await issued({ third_party_id: consumer.id }))).body.code).to.equal(
      'platform_recipient_missing',
    );
    const draft = await firm.client.created(`${seller.path}/documents`, {
      direction: 'sale',
      number: 'DRAFT-1',
      document_date: '2026-10-05',
      third_party_id: customer.id,
      lines: [{ description: 'Conseil', amount_net: '1.00', vat_code: 'S-20', account: '706000' }],
    });
    expect((await send(draft)).body.code).to.equal('document_not_issued');
    expect((await send(await issued({ nature: null }))).body.code).to.equal('ubl_rules_broken');

    const path = `${seller.path}/documents/${document.id}/lifecycle`;
    for (const [body, field, code] of [
      [{ status: '999' }, 'status', 'lifecycle_status_unknown'],
      [{ status: '205' }, 'status', 'lifecycle_status_not_ours'],
      [{ status: '212' }, 'amount', 'lifecycle_amount_required'],
      [{ status: '212', amount: '1.00', reason_code: 'AUTRE' }, 'reason_code', 'lifecycle_reason_unknown'],
    ] as const) {
      const { errors, error_codes } = await firm.client.refused(422).post(path, body);
      expect([Object.keys(errors), error_codes]).to.deep.equal([[field], { [field]: [code] }]);
    }
    await firm.client
      .refused(422, 'document_not_exchanged')
      .post(`${seller.path}/documents/${draft.id}/lifecycle`, { status: '212', amount: '1.00' });
    await firm.client.refused(404).get(`${seller.path}/documents/9999999/lifecycle`);
    await firm.client
      .refused(404)
      .post(`${seller.path}/documents/9999999/lifecycle`, { status: '212', amount: '1.00' });
  });

  it('send the supplier an invoice that they issue in its name', async () => {
    const numbers = { enterprise_number: '552100554', vat_number: 'FR96552100554' };
    const supplier = await newCustomer({ type: 'supplier', ...numbers });
    const lines = [{ description: 'Livres', amount_net: '50.00', vat_code: 'P-G-20', account: '607000' }];
    const kind = { direction: 'purchase', kind: 'self_billed', number: null, nature: 'goods' };
    const document = await issued({ ...kind, third_party_id: supplier.id, lines });
    const known = (await received()).length;
    await expectStatus(send(document), 202);
    await waitUntil('the invoice to arrive', async () => (await received()).length > known);
    const [message] = await received();
    const path = `${buyer.path}/document-imports/${message!['import_id'] as number}`;
    const read = async () => (await firm.client.get<{ extracted: AnswerBody | null }>(path)).body.extracted;
    await waitUntil('the import to be read', async () => (await read()) !== null);
    expect(await read()).to.deep.include({ direction: 'sale', document_type: 'invoice' });
  });
});

describe('A service without an approved platform', () => {
  const service = useService();

  it('says so, and shows an empty life cycle', async () => {
    const firm = await service.newFirm();
    const file = await openFrenchCompany(service, firm);
    const customer = await firm.client.created(`${file.path}/third-parties`, { type: 'customer', name: 'Client' });
    const document = await firm.client.created(`${file.path}/documents`, {
      direction: 'sale',
      number: 'F-1',
      document_date: '2026-10-05',
      third_party_id: customer.id,
      lines: [{ description: 'Conseil', amount_net: '1.00', vat_code: 'S-20', account: '706000' }],
    });
    const path = `${file.path}/documents/${document.id}`;
    await firm.client.refused(503, 'platform_not_configured').post(`${path}/send`, { channel: 'platform' });
    expect((await firm.client.get(`${path}/lifecycle`)).body).to.deep.equal({ data: [] });
  });
});
