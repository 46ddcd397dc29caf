import { expect } from 'chai';
import type { CDPSession, Page } from 'playwright-core';
import { useDesk } from './support.ts';

/** Of a page with everything that it asks for until it rests, as sent. */
const MOST_BYTES = 180_000;

interface Sent {
  readonly url: string;
  readonly type: string;
  /** Whether the page itself names it, so that it is asked for before any script has run. */
  readonly isNamedByPage: boolean;
  bytes: number;
}

function recordRequests(session: CDPSession): ReadonlyMap<string, Sent> {
  const sent = new Map<string, Sent>();
  session.on('Network.requestWillBeSent', ({ requestId, request: { url }, type = 'Other', initiator }) => {
    if (!/^(data|blob|about):/.test(url))
      sent.set(requestId, { url, type, isNamedByPage: initiator.type === 'parser', bytes: 0 });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = sent.get(requestId);
    if (one) one.bytes = encodedDataLength;
  });
  return sent;
}

/** What the browser receives while the console is opened without anything kept from earlier. */
async function openUncached(page: Page, address: string, shown: string): Promise<readonly Sent[]> {
  await page.goto('about:blank');
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const sent = recordRequests(session);
  await page.goto(address);
  await page.waitForSelector(shown);
  await page.waitForLoadState('networkidle');
  await session.detach();
  return [...sent.values()];
}

describe('The first pages of the desk', function () {
  this.timeout(120_000);
  const desk = useDesk();

  async function expectSmall(shown: string): Promise<void> {
    const { page, service, problems } = desk;
    const requests = await openUncached(page, `${service.url}/console`, shown);
    const bytes = requests.reduce((sum, one) => sum + one.bytes, 0);
    expect(bytes, JSON.stringify(requests)).to.be.within(10_000, MOST_BYTES);
    expect(requests.filter(({ url }) => !url.startsWith(service.url))).to.deep.equal([]);
    // What painting waits for: one stylesheet and the scripts, all asked for at once.
    expect(requests.filter(({ type }) => type === 'Stylesheet')).to.have.length(1);
    const scripts = requests.filter(({ type }) => type === 'Script');
    expect(scripts).to.have.length.within(1, 40);
    expect(scripts.filter(({ isNamedByPage }) => !isNamedByPage)).to.deep.equal([]);
    expect(problems).to.deep.equal([]);
  }

  it('is signing in, with less than 180 kB, from this service alone and without a chain of requests', async () => {
    await desk.signIn(null);
    await expectSmall('main.sign-in h1');
  });

  it('is the board, within the same limits', async () => {
    await desk.signIn(desk.firm.client.token);
    await expectSmall('main.board tr.opens');
  });

  it('runs no script and applies no style that is written into the page', async () => {
    const { service } = desk;
    const page = await fetch(`${service.url}/console`);
    expect(page.headers.get('content-security-policy')).to.contain("default-src 'none'").and.not.to.contain('unsafe');
    const [, part] = /href="(\/console\/part-[A-Z0-9]{8}\.js)"/.exec(await page.text())!;
    // Its name changes with its content.
    expect((await fetch(`${service.url}${part}`)).headers.get('cache-control')).to.contain('immutable');
    expect((await fetch(`${service.url}/console/main.js`)).headers.get('cache-control')).to.equal('no-cache');
  });
});
