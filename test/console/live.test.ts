import { expect } from 'chai';
import type { Client } from '../support/client.ts';
import { expectSoon, useDesk } from './support.ts';
import { itLong } from '../support/long.ts';

describe('Changes by others in the desk', function () {
  this.timeout(180_000);
  const desk = useDesk();
  let other: Client;
  let party: number;

  const post = (amount: string) =>
    other.created(`${desk.file.path}/entries`, {
      journal_id: desk.file.journal('OD'),
      entry_date: '2026-02-03',
      label: 'By somebody else',
      lines: [
        { account: '550000', debit: amount },
        { account: '700000', credit: amount, third_party_id: party },
      ],
    });
  const changeParty = (changes: object) => other.expect(200).patch(`${desk.file.path}/third-parties/${party}`, changes);

  before(async () => {
    other = (await desk.service.newMember(desk.firm, 'encoder')).client;
    party = (await other.created(`${desk.file.path}/third-parties`, { type: 'customer', name: 'Café du Coin' })).id;
    await post('100.00');
  });

  /** Whether the page is still the one that was opened. */
  const mark = () => desk.page.evaluate('window.isSame = true');
  const isSamePage = () => desk.page.evaluate<boolean>('window.isSame === true');

  it('appear without a reload, and leave the focus, the text and the place where they are', async () => {
    const { page } = desk;
    await desk.open('view=trial_balance');
    await mark();
    await page.fill('main .table input[type=search]', '55');
    await page.waitForSelector('tbody >> text=100.00');
    await page.evaluate(`new MutationObserver((all) => {
      for (const { target } of all) if (target.matches('[aria-busy=true]')) window.wasBusy = true;
    }).observe(document.querySelector('main'), { subtree: true, attributes: true, childList: true })`);
    await post('23.00');
    await page.waitForSelector('tbody >> text=123.00');
    expect(await page.inputValue('main .table input[type=search]')).to.equal('55');
    expect(await page.evaluate('document.activeElement.type')).to.equal('search');
    expect(await page.evaluate('window.wasBusy')).to.equal(undefined);
    expect(await isSamePage()).to.equal(true);
  });

  it('are caught up with when the page is shown again', async () => {
    const { page } = desk;
    const setVisibility = (state: string) =>
      page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
        document.dispatchEvent(new Event('visibilitychange'))`);
    const ended = page.waitForEvent('requestfailed', (request) => request.url().includes('/sync/stream'));
    await setVisibility('hidden');
    await ended;
    await post('7.00');
    await setVisibility('visible');
    await page.waitForSelector('tbody >> text=130.00');
  });

  itLong('appear by polling where the stream does not get through', async () => {
    const { page } = desk;
    await page.clock.install();
    await page.route('**/sync/stream?**', (route) => route.abort());
    const polled = page.waitForResponse((response) => response.url().includes('/sync/pull'));
    await page.reload();
    await page.waitForSelector('tbody >> text=130.00');
    await polled;
    await mark();
    await post('20.00');
    await page.clock.fastForward(15_000);
    await page.waitForSelector('tbody >> text=150.00');
    expect(await isSamePage()).to.equal(true);
    await page.unroute('**/sync/stream?**');
  });

  itLong('are told beside a form, and both versions are shown when it is saved', async () => {
    const { page } = desk;
    await page.reload();
    await desk.open(`party=${party}`);
    await page.click('.party button >> text=Edit');
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('Café du Coin SRL');
    await changeParty({ name: 'Café de la Place', email: 'place@example.com' });
    await page.waitForSelector('.newer-note >> text=Someone else has just changed this.');
    await expectSoon(() => name.inputValue(), 'Café du Coin SRL');
    await desk.expectShownAccessible('a form with a newer version');
    await name.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Changed by someone else' });
    await dialog.waitFor();
    const row = dialog.getByRole('row', { name: /^Name/ });
    expect(await row.getByRole('cell').allTextContents()).to.deep.equal(['Café du Coin SRL', 'Café de la Place']);
    await desk.expectShownAccessible('both versions');
    // Nothing is decided: the form stays as it was.
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expectSoon(() => name.inputValue(), 'Café du Coin SRL');
    expect(await name.evaluate((input) => input.ownerDocument.activeElement === input)).to.equal(true);
  });

  itLong('are taken by one button', async () => {
    const { page } = desk;
    const name = page.getByLabel('Name', { exact: true });
    await name.press('Enter');
    await page.getByRole('button', { name: 'Take theirs' }).click();
    await page.waitForFunction(`document.querySelector('.party-form input').value === 'Café de la Place'`);
    await page.waitForSelector('.newer-note:empty', { state: 'attached' });
    await expectSoon(() => page.inputValue('.party-form input >> nth=2'), 'place@example.com');
  });

  itLong('are kept where one does not contradict them, by keyboard alone', async () => {
    const { page } = desk;
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('Café Central');
    await changeParty({ name: 'Café du Parc', phone: '02 123 45 67' });
    await page.waitForSelector('.newer-note >> text=Someone else');
    await name.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.toast >> text=Café Central is saved.');
    await page.waitForSelector('main h2 >> text=Café Central');
    const now = await other.ok(`${desk.file.path}/third-parties/${party}`);
    expect(now).to.include({ name: 'Café Central', phone: '02 123 45 67' });
    expect(desk.problems).to.deep.equal([]);
  });

  itLong('read the page again once, as do those of the page itself', async () => {
    const { page } = desk;
    const read: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'GET' && /third-parties\/\d+$/.test(request.url())) read.push(request.url());
    });
    await page.click('.party button >> text=Edit');
    await page.getByLabel('Name', { exact: true }).fill('Café Royal');
    await page.keyboard.press('Enter');
    await page.waitForSelector('main h2 >> text=Café Royal');
    // By then the stream has told the change of the page, too.
    await changeParty({ name: 'Café Impérial' });
    await page.waitForSelector('main h2 >> text=Café Impérial');
    expect(read).to.have.length(2);
  });

  itLong('offer a reviewer nothing to edit', async () => {
    const reviewer = await desk.service.newMember(desk.firm, 'reviewer');
    await desk.signIn(reviewer.client.token);
    await desk.open(`party=${party}`);
    await desk.page.waitForSelector('main h2 >> text=Café Impérial');
    expect(await desk.page.locator('.party button').count()).to.equal(0);
  });
});
