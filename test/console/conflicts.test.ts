import { expect } from 'chai';
import { useDesk } from './support.ts';
import { describeLong } from '../support/long.ts';

describeLong('Conflicts of changes made offline, at the desk', function () {
  this.timeout(120_000);
  const desk = useDesk();
  const path = (): string => `${desk.file.path}/third-parties`;
  let numbers = 0;

  /** Somebody renames a customer offline that was renamed in the office meanwhile. */
  async function rename(name: string): Promise<number> {
    const { client } = desk.firm;
    const { id } = await client.created(path(), { type: 'customer', name: `Bakery ${(numbers += 1)}` });
    await client.expect(200).patch(`${path()}/${id}`, { name: `${name} in the office` });
    const mutation = { mutation_id: `offline-${id}`, method: 'PATCH', path: `third-parties/${id}`, base_version: 1 };
    const mutations = [{ ...mutation, body: { name: `${name} on the road` } }];
    await client.expect(200).post(`${desk.file.path}/sync/push`, { device_id: 'tablet', mutations });
    return id;
  }
  const getName = async (id: number) => (await desk.firm.client.expect(200).get(`${path()}/${id}`))['name'];
  const card = (name: string) => desk.page.locator('.conflict', { hasText: name });

  it('says that there is none, and what would be here', async () => {
    await desk.open('view=conflicts');
    await desk.page.waitForSelector('main .empty >> text=No conflict is open');
  });

  it('appear while the page is open, are reached from the board, and show both versions', async () => {
    const { page } = desk;
    await rename('Peeters');
    await page.waitForSelector('.conflict >> text=Peeters on the road');
    expect(await card('Peeters').textContent()).to.contain('Peeters in the office');
    await desk.expectShownAccessible('conflicts');
    await desk.open();
    await page.click('main.board tbody a[aria-label*="Conflicts: 1"]');
    await page.waitForSelector('.conflict >> text=Peeters on the road');
  });

  it('are decided for the change made offline, which can be undone', async () => {
    const road = await rename('Janssens');
    await card('Janssens')
      .getByRole('button', { name: /Apply the offline change/ })
      .click();
    await card('Janssens').waitFor({ state: 'detached' });
    expect(await getName(road)).to.equal('Janssens on the road');
    const undone = desk.page.waitForResponse((response) => response.url().endsWith('/revert'));
    await desk.page.click('.toast button >> text=Undo');
    expect((await undone).status()).to.equal(200);
    expect(await getName(road)).to.equal('Janssens in the office');
  });

  it('are decided for what is saved, which leaves nothing to undo', async () => {
    const office = await rename('Maes');
    await card('Maes')
      .getByRole('button', { name: /Keep what is saved/ })
      .click();
    await card('Maes').waitFor({ state: 'detached' });
    const notice = desk.page.locator('.toast', { hasText: 'The saved version stays.' });
    await notice.waitFor();
    expect(await notice.getByRole('button', { name: 'Undo' }).count()).to.equal(0);
    expect(await getName(office)).to.equal('Maes in the office');
  });

  it('are shown to a reviewer, who decides nothing', async () => {
    await rename('Claes');
    const { client } = await desk.service.newMember(desk.firm, 'reviewer');
    await desk.signIn(client.token);
    await desk.open('view=conflicts');
    await card('Claes').waitFor();
    expect(await desk.page.locator('.conflict button').count()).to.equal(0);
    expect(desk.problems).to.deep.equal([]);
  });
});
