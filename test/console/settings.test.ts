import { expect } from 'chai';
import { useDesk } from './support.ts';
import { describeLong } from '../support/long.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

describeLong('Settings in the desk', function () {
  this.timeout(180_000);
  const desk = useDesk();
  const readCompany = () => desk.firm.client.ok(desk.file.path);

  it('show the identity of the company, who has access, deadlines and how invoices are sent', async () => {
    const { page } = desk;
    await desk.open('view=settings');
    const { name } = await readCompany();
    await page.waitForSelector(`.identity h3 >> text="${name as string}"`);
    await page.waitForSelector('.members .badge >> text=administers');
    await page.waitForSelector('text=Not registered with Peppol');
    await page.waitForSelector('text=No address of the company is confirmed');
    await page.waitForSelector('section[aria-labelledby=deadlines] li');
    await desk.expectAccessible('view=settings');
  });

  it('change the identity, with messages beside the fields, and undo it from the notice', async () => {
    const { page } = desk;
    const before = (await readCompany()).city;
    await page.click('.identity >> text=Edit');
    const form = page.locator('.identity-form');
    await page.waitForSelector('.identity-form input:focus');
    await form.getByLabel('City').fill('Namur');
    await form.getByLabel('VAT number').fill('BE 1');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.identity-form .field:has-text("VAT number") .wrong');
    await form.getByLabel('VAT number').fill('');
    await form.getByLabel('Responsible person').selectOption({ index: 1 });
    await page.keyboard.press('Tab');
    await form.getByText('Save').click();
    await page.waitForSelector('.identity >> text=Namur');
    const changed = await readCompany();
    expect(changed).to.include({ city: 'Namur' });
    expect(changed.responsible).to.include({ id: desk.firm.admin.id });
    await page.click('.toast:has-text("Saved") >> text=Undo');
    await page.waitForSelector('.identity >> text=not assigned yet');
    expect((await readCompany()).city).to.equal(before);
  });

  it('show both versions when someone else has saved meanwhile', async () => {
    const { page } = desk;
    await page.click('.identity >> text=Edit');
    await page.locator('.identity-form').getByLabel('City').fill('Arlon');
    await desk.firm.client.expect(200).patch(desk.file.path, { city: 'Bastogne' });
    await page.locator('.identity-form').getByText('Save').click();
    await page.waitForSelector('dialog >> text=Bastogne');
    await page.waitForSelector('dialog >> text=Arlon');
    await page.locator('dialog .primary').click();
    await page.waitForSelector('dialog', { state: 'detached' });
  });

  it('change contact and mentions, and set a logo', async () => {
    const { page } = desk;
    await desk.open('view=settings');
    if ((await page.locator('.identity-form').count()) > 0) await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Edit Contact and legal mentions' }).click();
    await page.getByLabel('E-mail for the administration').fill('nobody');
    await page.locator('form[aria-label^=Contact] button.primary').click();
    await page.waitForSelector('form[aria-label^=Contact] .wrong');
    await page.getByLabel('E-mail for the administration').fill('vat@example.com');
    await page.locator('form[aria-label^=Contact] button.primary').click();
    await page.waitForSelector('dd >> text=vat@example.com');
    await page.setInputFiles('.logo-editor input', { name: 'logo.png', mimeType: 'image/png', buffer: PIXEL });
    await page.waitForSelector('img.company-logo');
    expect(desk.problems).to.deep.equal([]);
  });

  it('explain in the demo what is not possible there', async () => {
    const { page } = desk;
    await page.route(`**${desk.file.path}`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...((await response.json()) as object), is_demo: true } });
    });
    await page.reload();
    await page.waitForSelector('.demo-note >> text=Members and their rights cannot be changed here');
    expect(await page.locator('.demo-note').count()).to.equal(4);
    await desk.expectAccessible('view=settings');
    await page.unroute(`**${desk.file.path}`);
  });

  it('let a reviewer read everything and change nothing', async () => {
    const { page } = desk;
    const reviewer = await desk.service.newMember(desk.firm, 'reviewer');
    await desk.signIn(reviewer.client.token);
    await desk.open('view=settings');
    await page.waitForSelector('.identity dd');
    expect(await page.getByRole('button', { name: /^Edit/ }).count()).to.equal(0);
    expect(await page.locator('.logo-editor').count()).to.equal(0);
    expect(await page.locator('.demo-note').count()).to.equal(0);
  });
});
