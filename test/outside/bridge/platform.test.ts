import { expect } from 'chai';
import { openBridge, type BridgePlatform } from '../../../outside/bridge/platform.ts';
import { OutsideUnavailable } from '../../../outside/http/failures.ts';
import { FAILURES, answerJson, answerText } from '../../support/http-server.ts';
import { KEY, startPlatform, type TestPlatform } from '../../support/platform.ts';

const ANNE = { external_id: 'p-1', email: 'anne@cabinet.example', name: 'Anne', locale: 'fr' };
const FIRM = { external_id: 'f-1', name: 'Cabinet' };

describe('The external platform', () => {
  let platform: TestPlatform;
  let bridge: BridgePlatform;

  before(async () => {
    platform = await startPlatform();
    platform.people.set(ANNE.email, { password: 'secret word', user: ANNE, firms: ['f-1'] });
    platform.firms.set('f-1', FIRM);
    bridge = openBridge({ url: `${platform.url}/`, key: KEY, timeoutMs: 1_000 });
  });
  beforeEach(() => platform.instead(null));
  after(async () => {
    await bridge.close();
    await platform.close();
  });

  const questions: Readonly<Record<string, () => Promise<unknown>>> = {
    'credentials are checked': () => bridge.checkCredentials(ANNE.email, 'secret word'),
    'a firm is asked for': () => bridge.fetchFirm('f-1'),
    'a company file is asked for': () => bridge.fetchCompany('c-1'),
    'documents are asked for': () => bridge.fetchDocuments('c-1', null),
    'a document is pushed': () => bridge.pushDocument('c-1', { reference: 'document-1' }),
  };
  const outcomeOf = (question: () => Promise<unknown>): Promise<unknown> =>
    question().catch((error: unknown) =>
      error instanceof OutsideUnavailable && error.service === 'bridge' ? 'unavailable' : error,
    );

  it('vouches for people, and for nobody with a wrong password', async () => {
    expect(await bridge.checkCredentials(ANNE.email, 'secret word')).to.deep.equal({ user: ANNE, firms: ['f-1'] });
    expect(await bridge.checkCredentials(ANNE.email, 'another')).to.equal(null);
    expect(platform.server.requests.at(-1)).to.include({ method: 'POST', url: '/api/credentials/check' });
  });

  it('tells of firms, and of those that it does not have', async () => {
    expect(await bridge.fetchFirm('f-1')).to.include({ external_id: 'f-1', name: 'Cabinet', is_partner: false });
    expect(await bridge.fetchFirm('f/2?')).to.equal(null);
    expect(platform.server.requests.at(-1)!.url, 'an id cannot lead elsewhere').to.equal('/api/firms/f%2F2%3F');
  });

  it('takes documents, each under its reference', async () => {
    const answer = await bridge.pushDocument('c-1', { reference: 'document-1', number: 'F-1' });
    expect(answer).to.deep.equal({
      kind: 'accepted',
      externalId: 'ext-document-1',
      token: 'tok-document-1',
      isLocked: true,
    });
    expect(platform.server.requests.at(-1)!.headers['idempotency-key']).to.equal('document-1');
    platform.instead(answerJson({ code: 'period_closed', message: 'Zu spät' }, 422));
    expect(await bridge.pushDocument('c-1', { reference: 'document-2' })).to.deep.equal({
      kind: 'refused',
      code: 'period_closed',
    });
    platform.instead(answerText('<html>', 409));
    expect(await bridge.pushDocument('c-1', { reference: 'document-2' })).to.include({ code: 'external_refused' });
  });

  for (const [name, manner] of Object.entries(FAILURES))
    it(`is away when it answers with ${name}`, async () => {
      platform.instead(manner);
      const outcomes = await Promise.all(
        Object.entries(questions).map(async ([what, question]) => [what, await outcomeOf(question)] as const),
      );
      for (const [what, outcome] of outcomes) expect(outcome, what).to.equal('unavailable');
    });

  it('is away for documents for a while after it did not take one', async () => {
    const other = openBridge({ url: platform.url, key: KEY, timeoutMs: 1_000 });
    expect(other.isUnavailable()).to.equal(false);
    platform.instead(answerText('', 502));
    await outcomeOf(() => other.pushDocument('c-1', { reference: 'document-1' }));
    expect(other.isUnavailable()).to.equal(true);
    await other.close();
  });

  it('is away when our key does not open it, which says nothing about a password', async () => {
    const stranger = openBridge({ url: platform.url, key: 'another', timeoutMs: 1_000 });
    expect(await outcomeOf(() => stranger.checkCredentials(ANNE.email, 'secret word'))).to.equal('unavailable');
    await stranger.close();
  });

  it('is not believed when it speaks of something else than was asked for', async () => {
    for (const [answer, question] of [
      [{ is_valid: true, user: { ...ANNE, email: 'admin@grandlivre.example' }, firms: [] }, 'credentials are checked'],
      [{ is_valid: 'yes', user: ANNE, firms: [] }, 'credentials are checked'],
      [{ is_valid: true, user: { ...ANNE, external_id: '../../x' }, firms: [] }, 'credentials are checked'],
      [{ is_valid: true, user: ANNE, firms: Array.from({ length: 51 }, () => 'f') }, 'credentials are checked'],
      [{ ...FIRM, external_id: 'f-2' }, 'a firm is asked for'],
      [{ ...FIRM, members: [{ ...ANNE, role: 'owner' }] }, 'a firm is asked for'],
      [{ ...FIRM, members: [{ ...ANNE, role: 'admin', email: 'no address' }] }, 'a firm is asked for'],
      [{ external_id: 'c-1' }, 'a company file is asked for'],
      [{ documents: [], cursor: null, has_more: true }, 'documents are asked for'],
      [{ documents: Array.from({ length: 21 }, () => ({})) }, 'documents are asked for'],
      [{ document_id: -1 }, 'a document is pushed'],
      [{ document_id: 'a b' }, 'a document is pushed'],
    ] as const) {
      platform.instead(answerJson(answer));
      expect(await outcomeOf(questions[question]!), JSON.stringify(answer).slice(0, 90)).to.equal('unavailable');
    }
  });

  it('cannot slip in what no database takes, nor texts without end', async () => {
    platform.instead(answerJson({ ...FIRM, name: `A\u0000\ud800B${'x'.repeat(500)}`, city: '\n' }));
    const firm = await bridge.fetchFirm('f-1');
    expect(firm!.name)
      .to.match(/^A Bx+$/)
      .and.have.length(200);
    expect(firm!.city).to.equal(null);
  });

  it('says in the logs why it is away, and neither the key nor a password nor what was answered', async () => {
    for (const manner of [
      answerText('ANSWERED', 500),
      answerJson({ is_valid: 'ANSWERED' }),
      FAILURES['a broken connection']!,
    ]) {
      platform.instead(manner);
      const failure = await bridge.checkCredentials(ANNE.email, 'secret word').catch((error: unknown) => error);
      for (let error: unknown = failure; error instanceof Error; error = error.cause)
        expect(`${error.stack}${JSON.stringify(error)}`).to.not.match(/ANSWERED|secret word|our-key/);
    }
  });
});
