import { expect } from 'chai';
import { useDesk } from './support.ts';
import { describeLong } from '../support/long.ts';

describeLong('The history in the desk', function () {
  this.timeout(180_000);
  const desk = useDesk();
  let partyId = 0;

  before(async () => {
    const { client } = desk.firm;
    const { path } = desk.file;
    partyId = (await client.created(`${path}/third-parties`, { type: 'customer', name: 'Hotel Astoria' })).id;
    await client.expect(200).patch(`${path}/third-parties/${partyId}`, { name: 'Hotel Metropole' });
    const used = await client.created(`${path}/third-parties`, { type: 'customer', name: 'Used Inc.' });
    await client.created(`${path}/entries`, {
      journal_id: desk.file.journal('OD'),
      entry_date: '2026-01-15',
      label: 'Rent',
      lines: [
        { account: '400000', debit: '10.00', third_party_id: used.id },
        { account: '550000', credit: '10.00' },
      ],
    });
  });

  const readName = async () => (await desk.firm.client.ok(`${desk.file.path}/third-parties/${partyId}`)).name;

  it('lists all changes as sentences, the newest first', async () => {
    const { page } = desk;
    await desk.open('view=history');
    const sentences = await page.locator('.steps a').allTextContents();
    expect(sentences[0]).to.match(/posted the entry OD 1$/);
    expect(sentences[2]).to.include('Hotel Metropole');
    await desk.expectAccessible('view=history');
  });

  it('shows those of a kind, a person and a day, and says so when there are none', async () => {
    const { page } = desk;
    await page.getByLabel('What').selectOption({ label: 'Entries' });
    await page.waitForSelector('text=All 1 changes');
    await page.getByLabel('What').selectOption({ label: 'Third parties' });
    await page.waitForSelector('text=All 3 changes');
    await page.getByLabel('To', { exact: true }).fill('2001-01-01');
    await page.waitForSelector('text=No change fits this filter');
    await page.click('text=Show all changes');
    await page.waitForSelector('.steps a >> text=posted the entry');
  });

  it('undoes a step after showing what will change, and redoes it', async () => {
    const { page } = desk;
    await page.locator('.steps a', { hasText: 'Hotel Metropole' }).first().click();
    await page.click('text=Undo this step');
    await page.waitForSelector('.undo-panel >> text=Hotel Metropole → Hotel Astoria');
    expect(await readName()).to.equal('Hotel Metropole');
    await page.click('text=Undo it now');
    await page.waitForSelector('.toast >> text=Undone');
    expect(await readName()).to.equal('Hotel Astoria');
    await desk.open('view=history');
    await page
      .locator('.steps li', { has: page.locator('.badge.warn') })
      .locator('a')
      .first()
      .click();
    await page.click('text=Redo what this undid');
    await page.click('text=Redo it now');
    await page.waitForSelector('.toast >> text=Redone');
    expect(await readName()).to.equal('Hotel Metropole');
  });

  it('says why a step cannot be undone', async () => {
    const { page } = desk;
    await desk.open('view=history');
    // A customer that an entry needs.
    await page.locator('.steps a', { hasText: 'Used Inc.' }).click();
    await page.waitForSelector('.undo-panel >> text=This step cannot be undone');
    expect(await page.locator('.undo-panel li').count()).to.be.at.least(1);
    await desk.expectAccessible(new URL(page.url()).hash.replace(/^#file=[^&]+&/, ''));
    expect(desk.problems).to.deep.equal([]);
  });

  it('lets a reviewer read everything and undo nothing', async () => {
    const { page } = desk;
    const reviewer = await desk.service.newMember(desk.firm, 'reviewer');
    await desk.signIn(reviewer.client.token);
    await desk.open('view=history');
    await page.locator('.steps a').first().click();
    await page.waitForSelector('main .events');
    expect(await page.getByRole('button', { name: /undo|redo/i }).count()).to.equal(0);
  });
});
