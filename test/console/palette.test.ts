import { expect } from 'chai';
import { fillBooks, type Books } from '../api/mcp/support.ts';
import { expectSoon, useDesk } from './support.ts';
import { describeLong } from '../support/long.ts';

describeLong('The palette of the desk', function () {
  this.timeout(180_000);
  const desk = useDesk();
  let books: Books;

  before(async () => {
    books = await fillBooks(desk.firm, desk.file);
  });

  const press = (key: string) => desk.page.keyboard.press(key);
  const type = (text: string) => desk.page.keyboard.type(text);
  const option = (group: string) =>
    desk.page.getByRole('group', { name: group, exact: true }).getByRole('option').first();
  const input = () => desk.page.getByRole('combobox', { name: /^Company, third party/ });
  const getHash = () => new URLSearchParams(new URL(desk.page.url()).hash.slice(1));

  /** Moves down to the first result of a group and opens it. */
  async function openFirstOf(group: string): Promise<void> {
    await option(group).waitFor();
    for (let step = 0; step < 40; step += 1) {
      if ((await option(group).getAttribute('aria-selected')) === 'true') break;
      await press('ArrowDown');
    }
    await press('Enter');
    await desk.page.waitForSelector('dialog', { state: 'detached' });
  }

  it('opens by its keys from everywhere, and gives the focus back', async () => {
    const { page } = desk;
    await desk.open();
    const button = page.getByRole('button', { name: 'Find anything' });
    expect(await button.getAttribute('aria-keyshortcuts')).to.equal('Control+K Meta+K /');
    await button.focus();
    for (const key of ['Control+k', '/']) {
      await press(key);
      await input().waitFor();
      expect(await input().evaluate((one) => one.ownerDocument.activeElement === one)).to.equal(true);
      await expectSoon(() => input().inputValue(), '');
      await press('Escape');
      await page.waitForSelector('dialog', { state: 'detached' });
      expect(await button.evaluate((one) => one.ownerDocument.activeElement === one)).to.equal(true);
    }
    // A slash is a letter where one types.
    await page.locator('.table input[type=search]').focus();
    await type('a/b');
    await expectSoon(() => page.inputValue('.table input[type=search]'), 'a/b');
    expect(await page.locator('dialog').count()).to.equal(0);
    await press('Control+k');
    await input().waitFor();
    await press('Escape');
  });

  it('finds company files and their records from the board', async () => {
    const { page } = desk;
    await desk.open();
    await press('Control+k');
    await type(String(desk.file.body['name']));
    await openFirstOf('Company files');
    await page.waitForSelector('#opened-file');
    expect(getHash().get('file')).to.equal(desk.file.token);
    await press('Control+k');
    await type('gare');
    await openFirstOf('Third parties');
    await page.waitForSelector('main h2 >> text=Café de la Gare');
    expect(getHash().get('party')).to.equal(String(books.customer));
  });

  it('opens accounts, entries, transactions and imports in their views', async () => {
    const { page } = desk;
    await press('/');
    await type('700000');
    await openFirstOf('Accounts');
    await page.waitForSelector('main h2 >> text=700000');
    await press('/');
    await type('gare');
    await openFirstOf('Entries');
    await page.waitForFunction(`location.hash.includes('entry=')`);
    await press('/');
    await type('gare');
    await openFirstOf('Bank transactions');
    await page.waitForFunction(`location.hash.includes('view=bank')`);
    await press('/');
    await type('papeterie');
    await openFirstOf('Documents to validate');
    await page.waitForFunction(`location.hash.includes('view=documents')`);
    expect(getHash().get('item')).to.equal(String(books.importId));
  });

  it('finds pages and actions, and shows what was visited last before anything is typed', async () => {
    const { page } = desk;
    await desk.open('view=bank');
    await press('Control+k');
    await type('open it');
    await openFirstOf('Pages');
    await page.waitForSelector('main h2 >> text=Open items');
    await press('Control+k');
    await option('Visited last').waitFor();
    const visited = await page.getByRole('group', { name: 'Visited last' }).getByRole('option').allTextContents();
    expect(visited.join()).to.contain('Account 700000').and.contain('Café de la Gare');
    // The page that is open is not among them.
    expect(visited.join()).not.to.contain('Open items');
    await type('vat return');
    await openFirstOf('Actions');
    await page.waitForSelector('main h2 >> text=VAT');
  });

  it('shows the answer to what was typed last, whichever arrives last', async () => {
    const { page } = desk;
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/search?q=gare**', async (route) => {
      await held;
      await route.continue().catch(() => undefined);
    });
    await press('Control+k');
    const asked = page.waitForRequest((request) => request.url().includes('/search?q=gare'));
    await type('gare');
    await asked;
    await input().fill('papeterie');
    await option('Documents to validate').waitFor();
    release();
    await page.unroute('**/search?q=gare**');
    expect(await page.getByRole('group', { name: 'Third parties' }).count()).to.equal(0);
    await input().fill('zzzz');
    await page.waitForSelector('text=Nothing found for “zzzz”.');
    await press('Escape');
  });

  it('is read by everybody, light and dark, wide and narrow', async () => {
    await desk.open('view=bank');
    await press('Control+k');
    await type('a');
    await option('Accounts').waitFor();
    await desk.expectShownAccessible('palette');
    await press('Escape');
    expect(desk.problems).to.deep.equal([]);
  });

  it('offers a reviewer pages, but no actions, and forgets what another person visited', async () => {
    const { page } = desk;
    await page.getByRole('button', { name: 'Sign out' }).click();
    const reviewer = await desk.service.newMember(desk.firm, 'reviewer');
    await desk.signIn(reviewer.client.token);
    await desk.open('view=bank');
    await press('Control+k');
    await option('Pages').waitFor();
    expect(await page.getByRole('group').count()).to.equal(1);
    await press('Escape');
  });
});
