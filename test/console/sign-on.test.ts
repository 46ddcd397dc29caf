import { expect } from 'chai';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { findBrowser } from '../support/browser.ts';
import { startIdentityProvider, type TestIdentityProvider } from '../support/identity-provider.ts';
import { startTestService, type TestFirm, type TestService } from '../support/service.ts';
import { itLong } from '../support/long.ts';

describe('Single sign-on in the console', function () {
  this.timeout(120_000);
  let idp: TestIdentityProvider;
  let service: TestService;
  let firm: TestFirm;
  let browser: Browser;

  before(async function () {
    const executablePath = findBrowser();
    if (executablePath === null) {
      process.stdout.write('    (no browser on this machine: the console is not opened)\n');
      return this.skip();
    }
    idp = await startIdentityProvider();
    service = await startTestService({ environment: idp.environment('ACME', { NAME: 'Acme' }) });
    idp.serve(service.url, ['acme']);
    firm = await service.newFirm();
    await service.newCompany(firm.client, { name: 'Zinc' });
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  });
  after(async () => {
    await browser?.close();
    await idp?.close();
    await service?.stop();
  });

  async function visit(locale: string, path: string, work: (page: Page) => Promise<void>): Promise<void> {
    const context: BrowserContext = await browser.newContext({ locale });
    try {
      const page = await context.newPage();
      page.setDefaultTimeout(60_000);
      await page.goto(`${service.url}${path}`);
      await work(page);
    } finally {
      await context.close();
    }
  }

  it('signs in at the provider, comes back to the place it left, and signs out at both', async () => {
    idp.person = { sub: 'ada', email: firm.admin.email, email_verified: true, name: 'Ada' };
    await visit('en-GB', '/console#view=proof', async (page) => {
      await page.click('text=Sign in with Acme');
      await page.waitForSelector('text=Zinc');
      expect(page.url()).to.equal(`${service.url}/console#view=proof`);
      await page.click('text=Sign out');
      await page.waitForURL((url) => url.href.startsWith(`${idp.issuer}/session/end?`));
    });
  });

  it('uses no code that another browser has asked for', async () => {
    await visit('en-GB', '/console?code=ofSomeoneElse', async (page) => {
      await page.waitForSelector('text=Sign in with Acme');
      expect(page.url()).to.equal(`${service.url}/console`);
      expect(await page.textContent('[role=alert]')).to.equal('');
    });
  });

  itLong('says in four languages why it failed', async () => {
    const sentences = { 'en-GB': 'suspended', 'fr-BE': 'suspendu', 'nl-BE': 'opgeschort', 'de-BE': 'gesperrt' };
    for (const [locale, word] of Object.entries(sentences))
      await visit(locale, '/console?error=oidc_failed&reason=suspended', async (page) => {
        await page.waitForSelector(`[role=alert] >> text=${word}`);
        expect(page.url()).to.equal(`${service.url}/console`);
      });
    await visit('fr-BE', '/console?error=oidc_email_not_verified', (page) =>
      page.waitForSelector('[role=alert] >> text=vérifié').then(() => undefined),
    );
  });
});
