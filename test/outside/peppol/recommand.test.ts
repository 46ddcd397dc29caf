import { expect } from 'chai';
import { OutsideUnavailable } from '../../../outside/http/failures.ts';
import type { AccessPoint } from '../../../outside/peppol/access-point.ts';
import { openRecommand } from '../../../outside/peppol/recommand.ts';
import { signBody } from '../../../outside/peppol/signed-body.ts';
import {
  ACCESS_POINT_KEY,
  ACCESS_POINT_SECRET,
  startAccessPoint,
  WEBHOOK_SECRET,
  type TestAccessPoint,
} from '../../support/access-point.ts';
import { FAILURES, answerJson, startHttpServer, answerText } from '../../support/http-server.ts';

const PARTICIPANT = {
  identifier: '0208:0477472701',
  name: 'Boulangerie Été',
  street: 'Rue Haute 12',
  postalCode: '1000',
  city: 'Bruxelles',
  country: 'BE',
  enterpriseNumber: '0477472701',
  vatNumber: 'BE0477472701',
  isReceiving: true,
};

describe('The access point Recommand', () => {
  let stand: TestAccessPoint;
  let point: AccessPoint;

  beforeEach(async () => {
    stand = await startAccessPoint();
    point = open();
  });
  afterEach(async () => {
    await point.close();
    await stand.close();
  });

  const open = (timeoutMs = 10_000): AccessPoint =>
    openRecommand({
      url: `${stand.server.url}/api/v1/`,
      key: ACCESS_POINT_KEY,
      secret: ACCESS_POINT_SECRET,
      webhookSecret: WEBHOOK_SECRET,
      timeoutMs,
    });
  const message = (reference: string) => ({
    reference,
    sender: '0208:0477472701',
    recipient: '0208:0403019261',
    documentType: 'type',
    process: 'process',
    number: 'V-1',
    xml: Buffer.from('<Invoice><cbc:ID>V-1</cbc:ID>é</Invoice>'),
  });
  const failureOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'answered',
      (error: unknown) => error,
    );

  it('registers a company once, however often it is asked to', async () => {
    const first = await point.register(PARTICIPANT);
    expect(first).to.include({ status: 'active', reason: null, verificationUrl: 'https://verify.example/1' });
    expect(await point.register({ ...PARTICIPANT, isReceiving: false })).to.include({ reference: first.reference });
    expect(stand.companies.size).to.equal(1);
    expect(stand.companies.get(first.reference)!.isSmpRecipient).to.equal(false);
    const made = stand.server.requests.find(({ method, url }) => method === 'POST' && url.endsWith('/companies'))!;
    expect(JSON.parse(made.body)).to.include({ name: 'Boulangerie Été', address: 'Rue Haute 12', country: 'BE' });
  });

  it('gives a company the number that it chose, where it has another', async () => {
    const { reference } = await point.register({ ...PARTICIPANT, identifier: '9925:be0477472701' });
    expect(stand.companies.get(reference)!.identifiers).to.deep.include({ scheme: '9925', identifier: 'be0477472701' });
  });

  it('tells a refusal, in its words and on one line, from no answer', async () => {
    const companies = answerJson({ success: true, companies: [] });
    stand.behave(({ method }, response) =>
      (method === 'GET'
        ? companies
        : answerJson(
            { success: false, errors: { vatNumber: ['Not\nvalid'], root: ['Not\nvalid', 'x'.repeat(900)] } },
            400,
          ))({ method } as never, response),
    );
    const refused = await point.register(PARTICIPANT);
    expect(refused).to.include({ status: 'refused', verificationUrl: null });
    expect(refused.reason)
      .to.match(/^Not valid; x+$/)
      .and.to.have.length.below(501);
  });

  it('says where a registration stands, and that one which is gone is suspended', async () => {
    const { reference } = await point.register(PARTICIPANT);
    expect(await point.fetchStanding(reference)).to.deep.equal({ status: 'active', reason: null });
    stand.companies.get(reference)!.isVerified = false;
    expect(await point.fetchStanding(reference)).to.deep.equal({ status: 'pending', reason: null });
    await point.setReceiving(reference, false);
    expect(stand.companies.get(reference)!.isSmpRecipient).to.equal(false);
    await point.unregister(reference);
    await point.unregister(reference);
    expect(await point.fetchStanding(reference)).to.deep.equal({ status: 'suspended', reason: null });
  });

  it('takes a message, finds it again, and says what became of it', async () => {
    const { reference } = await point.register(PARTICIPANT);
    expect(await point.findSent(message(reference))).to.equal(null);
    const sent = await point.sendMessage(message(reference));
    if (sent.kind !== 'sent') throw new Error('refused');
    expect(sent.isDelivered).to.equal(false);
    const [document] = stand.sent;
    expect(document!.xml).to.equal(message('').xml.toString());
    expect(JSON.parse(stand.server.requests.find(({ url }) => url.endsWith('/send'))!.body)).to.include({
      recipient: '0208:0403019261',
      documentType: 'xml',
      doctypeId: 'type',
      processId: 'process',
    });
    expect(await point.findSent(message(reference))).to.include({ reference: sent.reference });
    expect(await point.findSent({ ...message(reference), recipient: '0208:0477472701' })).to.equal(null);
    expect(await point.fetchOutcome(reference, sent.reference)).to.equal(null);
    document!.deliveryStatus = 'delivered';
    expect(await point.fetchOutcome(reference, sent.reference)).to.deep.equal({
      kind: 'delivered',
      envelopeId: document!.envelopeId,
    });
    Object.assign(document!, { deliveryStatus: 'failed', deliveries: [{ failure: { message: 'No such endpoint' } }] });
    expect(await point.fetchOutcome(reference, sent.reference)).to.deep.equal({
      kind: 'failed',
      reason: 'No such endpoint',
    });
    expect(await point.fetchOutcome(reference, 'doc_of_nobody')).to.equal(null);
  });

  it('refuses for good what it says it does not take', async () => {
    const errors = {
      root: ['Document validation failed'],
      'cbc:ID': ['BR-02: An Invoice shall have an Invoice number'],
    };
    for (const status of [400, 422]) {
      stand.behave(answerJson({ success: false, errors }, status));
      expect(await point.sendMessage(message('c_1'))).to.deep.equal({
        kind: 'refused',
        reason: 'Document validation failed; BR-02: An Invoice shall have an Invoice number',
      });
    }
    stand.behave(answerJson({ success: true, id: 'doc_1', sentOverPeppol: false, sentOverEmail: true }));
    expect(await point.sendMessage(message('c_1'))).to.deep.equal({ kind: 'refused', reason: null });
  });

  it('keeps what comes in until it is acknowledged', async () => {
    const { reference } = await point.register(PARTICIPANT);
    const id = stand.arrive(reference, '<Invoice>é</Invoice>');
    stand.arrive('c_of_another', '<Invoice/>');
    expect(await point.listInbox(reference)).to.deep.equal([
      { reference: id, envelopeId: `env_${id}`, sender: '0208:0403019261' },
    ]);
    expect((await point.fetchMessage(reference, id))?.toString()).to.equal('<Invoice>é</Invoice>');
    await point.acknowledge(reference, id, true);
    await point.acknowledge(reference, id, true);
    expect(await point.listInbox(reference)).to.deep.equal([]);
    expect(await point.fetchMessage(reference, id)).to.equal(null);
  });

  it('believes no call that is not signed over every byte of its body', () => {
    const body = Buffer.from(JSON.stringify({ eventType: 'document.received', companyId: 'c_1', documentId: 'doc_1' }));
    const signature = signBody(body, WEBHOOK_SECRET);
    const told = (value: string | string[] | undefined, sent = body) =>
      point.parseNotification({ 'x-signature': value }, sent);
    expect(told(signature)).to.deep.equal({ reference: 'c_1' });
    const others = ['', 'sha256=', signature.slice(7), `${signature}0`, signBody(body, 'another'), undefined];
    for (const other of [...others, signature.replace(/.$/, (last) => (last === '0' ? '1' : '0')), [signature]])
      expect(told(other), String(other)).to.equal(null);
    expect(told(signature, Buffer.concat([body, Buffer.from(' ')]))).to.equal(null);
    const nonsense = Buffer.from('{"eventType": 1}');
    expect(told(signBody(nonsense, WEBHOOK_SECRET), nonsense)).to.equal(null);
    const silent = openRecommand({ url: stand.server.url, key: 'k', secret: 's', webhookSecret: null });
    expect(silent.parseNotification({ 'x-signature': signBody(body, '') }, body), 'without a secret').to.equal(null);
  });

  for (const [what, manner] of Object.entries(FAILURES))
    it(`that answers with ${what} is away: nothing is known`, async () => {
      stand.behave(manner);
      const hasty = open(80);
      const asked = [
        hasty.fetchStanding('c_1'),
        hasty.listInbox('c_1'),
        hasty.sendMessage(message('c_1')),
        hasty.register(PARTICIPANT),
      ];
      for (const failure of await Promise.all(asked.map(failureOf)))
        expect(failure, what).to.be.instanceOf(OutsideUnavailable).and.to.include({ service: 'peppol' });
      await hasty.close();
    });

  it('is never followed to somewhere else', async () => {
    const canary = await startHttpServer(answerJson({ success: true, companies: [] }));
    try {
      stand.behave(answerText('', 307, { Location: `${canary.url}/api/v1/companies` }));
      expect(await failureOf(point.register(PARTICIPANT))).to.be.instanceOf(OutsideUnavailable);
      expect(canary.connections()).to.equal(0);
    } finally {
      await canary.close();
    }
  });
});
