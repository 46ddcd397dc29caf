import { expect } from 'chai';
import { offerDemo } from '../support/demo.ts';
import { findBrowser, renderPage, startPage, type TestPage } from '../support/browser.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** In the browser of this machine; where there is none, these tests are left out. */
describe('Pages in a browser', function () {
  this.timeout(60_000);
  let page: TestPage;
  let stranger: TestPage;
  let service: TestService;

  before(async function () {
    if (findBrowser() === null) return this.skip();
    [page, stranger] = await Promise.all([startPage(), startPage()]);
    service = await startTestService({ from: 'books', environment: { CORS_ORIGINS: page.origin } });
  });

  after(async () => {
    await service?.stop();
    await Promise.all([page?.close(), stranger?.close()]);
  });

  const script = (path: string, token: string, journalId: number) => `
    const api = ${JSON.stringify(service.url)};
    const path = api + ${JSON.stringify(path)};
    const headers = { Authorization: 'Bearer ' + ${JSON.stringify(token)} };
    const read = await fetch(path + '/journals', { headers });
    const again = await fetch(path + '/journals', { headers: { ...headers, 'If-None-Match': read.headers.get('ETag') } });
    const lines = [{ account: '604000', debit: '1.00' }, { account: '440000', credit: '1.00' }];
    const posted = await fetch(path + '/entries', {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json', 'X-Client-Mutation-Id': crypto.randomUUID() },
      body: JSON.stringify({ journal_id: ${journalId}, entry_date: '2026-01-05', lines }),
    });
    const entry = await posted.json();
    const canvas = new OffscreenCanvas(7, 5);
    canvas.getContext('2d').fillRect(0, 0, 7, 5);
    const form = new FormData();
    form.append('files[]', await canvas.convertToBlob({ type: 'image/png' }), 'receipt.png');
    const attached = await fetch(path + '/entries/' + entry.id + '/attachments', { method: 'POST', headers, body: form });
    const [file] = await attached.json();
    const fetched = await fetch(file.file_url);
    const picture = new Image();
    picture.src = file.preview_url;
    await picture.decode();
    await report({
      read: [read.status, read.headers.has('ETag'), read.headers.has('X-Request-Id'), again.status],
      posted: [posted.status, posted.headers.has('X-Operation-Id'), entry.total_debit],
      file: [attached.status, fetched.status, /receipt/.test(fetched.headers.get('Content-Disposition'))],
      picture: [picture.naturalWidth, picture.naturalHeight],
    });`;

  it('of another origin read, write, see the headers and show attachments', async () => {
    const { client } = await service.newFirm();
    const file = await service.newCompany(client);
    expect(await page.open(script(file.path, client.token!, file.journal('OD')))).to.deep.equal({
      read: [200, true, true, 304],
      posted: [201, true, '1.00'],
      file: [201, 200, true],
      picture: [7, 5],
    });
  });

  it('of another origin get nothing when it is not named', async () => {
    const { client } = await service.newFirm();
    const file = await service.newCompany(client);
    expect(await stranger.open(script(file.path, client.token!, file.journal('OD')))).to.deep.equal({
      failed: 'TypeError: Failed to fetch',
    });
  });

  it('draw the documentation under any name of the service, without a token, and find an error code', async () => {
    const html = await renderPage(`${service.url.replace('127.0.0.1', 'localhost')}/docs#period_locked`);
    expect(html).to.contain('opblock-tag').and.to.contain('Ledger entries');
    expect(html).to.match(/<dt id="period_locked" class="here">period_locked<\/dt><dd>422: /);
  });

  it('sign in to the demo from the address that the start prints, and show what to try first', async () => {
    await offerDemo(service);
    const html = await renderPage(`${service.url}/docs#demo`);
    expect(html).to.match(/<strong id="demo-who">\S+ \d+, Fiduciaire de la Démo<\/strong>/);
    expect(html)
      .to.contain('Bank transactions to match')
      .and.to.match(/<a href="#\/entries">entries<span>\d+<\/span>/);
    expect(html).to.match(/class="inner" id="demo">/);
  });
});
