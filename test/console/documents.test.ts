import { expect } from 'chai';
import { createPen } from '../support/invoices/drawing.ts';
import { renderPdf, renderPicture } from '../support/invoices/index.ts';
import { buildUblInvoice } from '../support/ubl-invoices.ts';
import { expectSoon, useDesk } from './support.ts';
import { describeLong } from '../support/long.ts';

const COMPANY = { name: 'Atelier Meridien', vat: 'BE0403170701' };

/** A plain invoice to the company. */
function drawInvoice(sender: string, vat: string, number: string) {
  const pen = createPen();
  const write = (x: number, y: number, lines: readonly string[]): void =>
    lines.forEach((line, index) => pen.text(x, y + index * 15, line, { size: 11 }));
  write(50, 60, [sender, 'Rue Haute 12', '1000 Bruxelles', `TVA ${vat}`]);
  write(340, 60, [`Facture n° ${number}`, 'Date : 03/02/2026', 'Échéance : 05/03/2026']);
  write(340, 140, [COMPANY.name, `TVA ${COMPANY.vat}`]);
  pen.text(50, 250, 'Description', { size: 11 });
  pen.text(500, 250, 'Montant', { size: 11, align: 'right' });
  pen.text(50, 270, 'Entretien du four', { size: 11 });
  pen.text(500, 270, '100,00', { size: 11, align: 'right' });
  for (const [index, [label, amount]] of [
    ['Total HTVA', '100,00 EUR'],
    ['TVA 21 %', '21,00 EUR'],
    ['Total TVAC', '121,00 EUR'],
  ].entries()) {
    pen.text(340, 500 + index * 16, label!, { size: 11 });
    pen.text(540, 500 + index * 16, amount!, { size: 11, align: 'right' });
  }
  return pen.drawing();
}

const SCAN = { dotsAnInch: 150, turn: 0, ink: 0, paper: 0, specks: 0, blur: 0, format: 'png' } as const;

describeLong('The documents in the desk', function () {
  this.timeout(240_000);
  const desk = useDesk();
  /** What the browser complained about, such as a broken policy. */
  const complaints: string[] = [];
  let files: { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }[];

  before(async () => {
    const { firm, file } = desk;
    await firm.client.expect(200).patch(file.path, { vat_number: COMPANY.vat });
    await firm.client.created(`${file.path}/third-parties`, {
      type: 'supplier',
      name: 'Papeterie du Centre SRL',
      vat_number: 'BE0477472701',
    });
    const ubl = (number: string) =>
      buildUblInvoice({ number, date: '2026-02-03', buyer: COMPANY, iban: 'BE68539007547034' });
    files = [
      { name: 'paper.xml', mimeType: 'application/xml', buffer: Buffer.from(ubl('P-1')) },
      {
        name: 'oven.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from(await renderPdf(drawInvoice('Fours du Nord SA', 'BE0202239951', 'FN-77'))),
      },
      {
        name: 'scan.png',
        mimeType: 'image/png',
        buffer: await renderPicture(drawInvoice('Garage Legrand SA', 'BE0428759497', 'GL-12'), 1, SCAN, 1),
      },
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no document') },
    ];
  });

  const waitForCount = (count: number) => desk.page.waitForSelector(`.inbox nav >> text="${count} documents"`);
  const choose = (text: string) => desk.page.click(`.imports button >> text=${text}`);
  const undoLast = () => desk.page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  const path = () => `${desk.file.path}/document-imports`;
  const readAll = async (status: string) =>
    (await desk.firm.client.expect(200).get<{ data: Import[] }>(`${path()}?status=${status}`)).data;

  it('are uploaded many at once, and each tells how it went', async () => {
    const { page } = desk;
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    page.on('console', (message) => /policy/i.test(message.text()) && complaints.push(message.text()));
    await desk.open('view=documents');
    await page.waitForSelector('.empty >> text=Every document is validated.');
    await page.setInputFiles('.upload input[type=file]', files);
    await page.locator('.sendings .badge.good').nth(2).waitFor();
    const refused = page.locator('.sendings li', { hasText: 'notes.txt' });
    await refused.locator('.wrong').waitFor();
    // As the workers of the service do in the background.
    for (let waiting = await readAll('queued'); waiting.length > 0; waiting = await readAll('queued,error'))
      for (const { id } of waiting) await desk.firm.client.expect(200).post(`${path()}/${id}/process`);
    await page.reload();
    await desk.open('view=documents');
    await waitForCount(3);
    expect(requests.filter((url) => !url.startsWith(desk.service.url) && !/^(blob|data):/.test(url))).to.deep.equal([]);
  });

  it('are shown as paper, with the place of the field that has the focus', async () => {
    const { page } = desk;
    await choose('Papeterie');
    await page.waitForSelector('.invoice-paper h3 >> text=P-1');
    await page.waitForSelector('.invoice-paper .payable >> text=151.25 EUR');
    for (const sender of ['Fours du Nord', 'Garage Legrand']) {
      await choose(sender);
      await page.waitForSelector('.page canvas[data-drawn=true], .page img');
      await page.getByLabel('Number', { exact: true }).focus();
      await page.waitForSelector('.mark[data-field=number]');
      await page.getByLabel('Net', { exact: true }).focus();
      const mark = await page.locator('.mark[data-field="lines.0.amount_net"]').boundingBox();
      const paper = await page.locator('.page').boundingBox();
      expect((mark!.x - paper!.x) / paper!.width).to.be.within(0.7, 0.85);
      expect((mark!.y - paper!.y) / paper!.height).to.be.within(0.28, 0.34);
    }
    expect(complaints).to.deep.equal([]);
  });

  it('are read by everybody, light and dark, wide and narrow', async () => {
    const [first] = await readAll('ready,needs_review');
    await desk.expectAccessible(`view=documents&item=${first!.id}`);
    await desk.open('view=documents');
  });

  it('tell why an account, a VAT code and a third party are suggested', async () => {
    const { page } = desk;
    await choose('Papeterie');
    await page.waitForSelector('.sheet-fields >> text=Same VAT number');
    await page.waitForSelector('.sheet-line >> text=Usual account');
    await page.waitForSelector('.sheet-line >> text=By the rate, the category and the country');
  });

  it('are corrected, split and validated by the keyboard alone, and this is undone from the notice', async () => {
    const { page } = desk;
    await desk.open('view=documents');
    const order = (await readAll('ready,needs_review')).map(({ original_name: name }) => name);
    await page.locator('#chosen-document').focus();
    for (const _ of order) await page.keyboard.press('k');
    for (let step = 0; step < order.indexOf('oven.pdf'); step += 1) await page.keyboard.press('j');
    await page.waitForSelector('#chosen-document >> text=Fours du Nord');
    await page.keyboard.press('e');
    await tabTo('Number');
    await page.keyboard.type('FN-78');
    await tabTo('Net');
    await page.keyboard.press('Alt+Enter');
    await page.waitForSelector('.sheet-line >> nth=1');
    await page.keyboard.type('30');
    await expectSoon(() => page.getByLabel('Net', { exact: true }).first().inputValue(), '70.00');
    await page.keyboard.press('Control+s');
    await page.waitForSelector('.toast >> text=The corrections are saved.');
    const find = async () =>
      (await readAll('ready,needs_review')).find(({ original_name: name }) => name === 'oven.pdf')!;
    expect((await find()).extracted.lines.map(({ amount_net: net }) => net)).to.deep.equal([70, 30]);
    expect((await find()).extracted).to.deep.include({ number: 'FN-78' });
    await undoLast();
    await page.waitForSelector('.sheet-line >> nth=1', { state: 'detached' });
    expect((await find()).extracted.lines).to.have.length(1);
    await page.keyboard.press('Control+Enter');
    await page.waitForSelector('.toast >> text=The document is validated and posted.');
    await waitForCount(2);
    await undoLast();
    await waitForCount(3);
  });

  it('show at its field what is wrong, and do not overwrite what somebody else has changed', async () => {
    const { page } = desk;
    await choose('Garage');
    await page.getByLabel('VAT number').fill('BE0000000000');
    await page.keyboard.press('Control+s');
    await page.waitForSelector('.field .wrong');
    const changed = (await readAll('ready,needs_review')).find(({ original_name: name }) => name === 'scan.png')!;
    await desk.firm.client.expect(200).patch(`${path()}/${changed.id}`, {
      extracted: { ...changed.extracted, number: 'GL-13' },
    });
    await page.getByLabel('VAT number').fill('BE0428759497');
    await page.getByLabel('Payment reference').fill('+++090/9337/55493+++');
    await page.keyboard.press('Control+s');
    await page.waitForSelector('[role=alert], dialog');
    const { extracted } = await desk.firm.client.expect(200).get<Import>(`${path()}/${changed.id}`);
    expect(extracted).to.deep.include({ number: 'GL-13', structured_communication: null });
  });

  it('stand beside the one that they repeat, to be rejected or kept', async () => {
    const { page } = desk;
    await page.reload();
    await desk.open('view=documents');
    await waitForCount(3);
    await drop('again.xml', files[0]!.buffer.toString().replace('Papier', 'Papier A4'));
    await waitForCount(4);
    await page.click('.imports button >> text=duplicate');
    await page.waitForSelector('.twins tr.same >> text=P-1');
    await page.locator('.duplicate .invoice-paper').nth(1).waitFor();
    await desk.expectAccessible(`view=documents&item=${(await readAll('duplicate'))[0]!.id}`);
    await page.keyboard.press('x');
    await waitForCount(3);
    await undoLast();
    await waitForCount(4);
    await page.click('.imports button >> text=duplicate');
    await page.getByRole('button', { name: 'Keep both' }).click();
    await page.getByRole('button', { name: 'Validate and next' }).click();
    await page.waitForSelector('.toast >> text=The document is validated and posted.');
    await waitForCount(3);
  });

  it('offer a reviewer nothing to change', async () => {
    const { page } = desk;
    const reviewer = await desk.service.newMember(desk.firm, 'reviewer');
    await desk.signIn(reviewer.client.token);
    await desk.open('view=documents');
    await choose('Papeterie');
    await page.getByLabel('Number', { exact: true }).focus();
    expect(await page.locator('main button.primary, main button[type=submit], main .upload').count()).to.equal(0);
    expect(
      await page.locator('.sheet-form input:not([readonly]), .sheet-form select:not([disabled])').count(),
    ).to.equal(0);
    expect(await page.locator('main >> text=Reject').count()).to.equal(0);
    expect(desk.problems).to.deep.equal([]);
  });

  /** Goes on with Tab until the field with this label has the focus. */
  async function tabTo(label: string): Promise<void> {
    for (let step = 0; step < 40; step += 1) {
      await desk.page.keyboard.press('Tab');
      const focused = await desk.page.evaluate<string | null>(
        'document.activeElement?.labels?.[0]?.textContent ?? null',
      );
      if (focused === label) return;
    }
    throw new Error(`Tab does not reach "${label}"`);
  }

  /** Drops a file on the page. */
  async function drop(name: string, content: string): Promise<void> {
    await desk.page.evaluate(`{
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([${JSON.stringify(content)}], ${JSON.stringify(name)}, { type: 'application/xml' }));
      for (const type of ['dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    }`);
  }
});

interface Import {
  readonly id: number;
  readonly original_name: string;
  readonly extracted: { readonly lines: readonly { readonly amount_net: number }[] };
}
