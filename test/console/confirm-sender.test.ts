import { expect } from 'chai';
import { chromium, type Browser, type Page } from 'playwright-core';
import { findBrowser } from '../support/browser.ts';
import { startTestService, type TestCompany, type TestFirm, type TestService } from '../support/service.ts';
import { startMailServer, type TestMailServer } from '../support/smtp-server.ts';
import { describeLong } from '../support/long.ts';

describeLong('Confirming a sender in the console', function () {
  this.timeout(120_000);
  let mails: TestMailServer;
  let service: TestService;
  let firm: TestFirm;
  let file: TestCompany;
  let browser: Browser;

  before(async function () {
    const executablePath = findBrowser();
    if (executablePath === null) {
      process.stdout.write('    (no browser on this machine: the console is not opened)\n');
      return this.skip();
    }
    mails = await startMailServer();
    service = await startTestService({ from: 'books', environment: { SMTP_URL: mails.url } });
    firm = await service.newFirm();
    file = await service.newCompany(firm.client);
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
    await mails?.close();
  });

  /** Asks for a sender, opens the mailed link and signs in. */
  async function openLink(address: string, work: (page: Page) => Promise<void>): Promise<void> {
    await firm.client.expect(202).post(`${file.path}/mail/senders`, { address });
    const link = /http\S+\/console#\S+/.exec((await mails.mailTo(address)).text)![0];
    const context = await browser.newContext({ locale: 'en-GB' });
    try {
      const page = await context.newPage();
      page.setDefaultTimeout(60_000);
      await page.goto(link);
      await page.fill('[name=email]', firm.admin.email);
      await page.fill('[name=password]', firm.admin.password);
      await page.click('button[type=submit]');
      await page.waitForSelector('.confirm-sender');
      await work(page);
    } finally {
      await context.close();
    }
  }

  const readStatus = async (address: string): Promise<unknown> => {
    const { data } = await firm.client.ok(`${file.path}/mail/senders`);
    return (data as readonly { address: string; status: string }[]).find((one) => one.address === address)?.status;
  };

  it('happens by a button behind the mailed link and the sign-in, not by opening the link', async () => {
    const address = 'invoices@example.com';
    await openLink(address, async (page) => {
      expect(await page.textContent('.confirm-sender p')).to.contain('Allow this company file to send mail');
      expect(await readStatus(address)).to.equal('pending');
      await page.click('text=Confirm the address');
      await page.waitForSelector(`.confirm-sender >> text=The address ${address} is confirmed.`);
      expect(await readStatus(address)).to.equal('verified');
      await page.click('.confirm-sender button');
      await page.waitForSelector('.confirm-sender', { state: 'detached' });
      expect(page.url()).to.not.contain('sender=');
    });
  });

  it('says why when the link was replaced by another one', async () => {
    const address = 'late@example.com';
    await openLink(address, async (page) => {
      await firm.client.expect(202).post(`${file.path}/mail/senders`, { address });
      await page.click('.confirm-sender button');
      await page.waitForSelector('.confirm-sender >> text=This token is unknown');
      expect(await readStatus(address)).to.equal('pending');
    });
  });
});
