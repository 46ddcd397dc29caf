import { useDesk } from './support.ts';
import { describeLong } from '../support/long.ts';

describeLong('The board of the desk', function () {
  this.timeout(180_000);
  const desk = useDesk();

  it('shows all files with the work that waits in each, and leads to it', async () => {
    const { page, file } = desk;
    await desk.open();
    await desk.expectAccessible();
    await page.click(`main tr.opens >> text=${file.body['name'] as string}`);
    await page.waitForSelector('.opened h1');
    await desk.open();
    await page.click('main tr.opens a.badge');
    await page.waitForSelector('main h2 >> text=VAT');
  });

  it('filters by what is late and by person', async () => {
    const { page, firm } = desk;
    await desk.open();
    const rows = page.locator('main.board tr.opens');
    await rows.first().waitFor();
    await page.selectOption('main.board .tools select', String(firm.admin.id));
    await rows.first().waitFor({ state: 'detached' });
    await page.selectOption('main.board .tools select', '');
    await rows.first().waitFor();
    await page.check('main.board input[type=checkbox]');
    await page.waitForSelector('main.board .badge.bad, main.board .empty');
  });
});
