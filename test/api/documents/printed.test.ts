import { inflateSync } from 'node:zlib';
import { expect } from 'chai';
import sharp from 'sharp';
import type { AnswerBody } from '../../support/client.ts';
import { canRenderPdf, renderPdf } from '../../support/pdf-picture.ts';
import { readPdfPages, readPdfText } from '../../support/pdf.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

describe('A printed invoice', () => {
  const service = useService();
  let firm: TestFirm;
  let file: TestCompany;
  let customer: AnswerBody;
  let last = 0;

  before('open a company file with a customer', async () => {
    firm = await service.newFirm();
    file = await service.newCompany(firm.client, { name: 'Menuiserie Été' });
    const fields = { type: 'customer', name: 'Peeters', language: 'nl' };
    customer = await firm.client.created(`${file.path}/third-parties`, fields);
  });

  const line = (fields: Record<string, unknown> = {}) => ({
    description: 'Schrijnwerk',
    amount_net: '100.00',
    vat_code: 'S-21',
    account: '700000',
    ...fields,
  });
  const print = async (fields: Record<string, unknown>): Promise<Buffer> => {
    const { id } = await firm.client.created(`${file.path}/documents`, {
      direction: 'sale',
      number: `V-${(last += 1)}`,
      document_date: '2026-03-15',
      third_party_id: customer.id,
      ...fields,
    });
    const answer = await fetch(`${firm.client.url}${file.path}/documents/${id}/pdf`, {
      headers: { Authorization: `Bearer ${firm.client.token}` },
    });
    return Buffer.from(await answer.arrayBuffer());
  };

  it('carries its total from page to page', async () => {
    const lines = Array.from({ length: 60 }, () => line());
    const pages = readPdfPages(await print({ lines }));
    expect(pages.length).to.be.greaterThan(1);
    const first = pages[0]!;
    const count = first.filter((text) => text === 'Schrijnwerk').length;
    const total = `${count * 100},00`.replace(/(\d)(\d{3},)/, '$1.$2');
    expect(first.slice(first.indexOf('Over te dragen'))).to.include(total);
    expect(pages[1]!.slice(pages[1]!.indexOf('Overdracht'))).to.include(total);
  });

  it('has units, discounts of lines, the supply and the invoices that it credits', async () => {
    const discounted = line({
      amount_net: null,
      quantity: '12.5',
      unit: 'uur',
      unit_price: '80',
      discount_percent: '10',
    });
    const text = readPdfText(await print({ supply_date: '2026-03-01', lines: [discounted, line()] }));
    for (const shown of ['12,5\u00a0uur', 'Korting', '10\u00a0%', '900,00', '01/03/2026'])
      expect(text).to.include(shown);
    const credits = [{ number: 'F-7', date: '2026-02-01' }];
    const credit = readPdfText(await print({ is_credit_note: true, credits, lines: [line()] }));
    expect(credit).to.include('Gecrediteerde factuur: F-7 (01/02/2026)');
    expect(credit).to.include('Btw terug te storten aan de Staat');
  });

  it('follows the settings in its texts, its colour and its foot', async () => {
    await firm.client.patch(`${file.path}/settings`, {
      invoices: {
        colour: '#7A1F3D',
        footer: 'Depuis 1982',
        texts: [{ language: 'nl', introduction: 'Beste {customer}, factuur {number}.', footer: 'Sinds 1982' }],
      },
    });
    const pdf = await print({ lines: [line()] });
    const text = readPdfText(pdf);
    expect(text).to.include(`Beste Peeters, factuur V-${last}.`).and.include('Sinds 1982').and.not.include('Depuis');
    expect(readColours(pdf)).to.match(/0\.4784\d* 0\.1215\d* 0\.2392\d* scn/);
    const wrong = await firm.client.patch(`${file.path}/settings`, { invoices: { colour: 'red' } });
    expect([wrong.status, wrong.body.error_codes]).to.deep.equal([422, { 'invoices.colour': ['colour_invalid'] }]);
  });

  it('shows logo, colour and foot of the settings to whoever looks at it', async function () {
    if (!canRenderPdf()) return this.skip();
    const [accent, logo] = ['#0b6e4f', '#e07a1f'];
    const invoices = { colour: null, footer: null, texts: [] };
    await firm.client.patch(`${file.path}/settings`, { invoices });
    const plain = await renderPdf(await print({ lines: [line()] }), 'invoice-plain');
    const background = { r: 0xe0, g: 0x7a, b: 0x1f };
    const content = await sharp({ create: { width: 200, height: 80, channels: 3, background } })
      .png()
      .toBuffer();
    const part = { field: 'logo', content, name: 'logo.png' };
    await firm.client.expect(200).upload('PUT', `${file.path}/logo`, [part]);
    await firm.client.patch(`${file.path}/settings`, {
      invoices: { colour: accent, footer: 'Sinds 1982\n'.repeat(3) },
    });
    const own = await renderPdf(await print({ lines: [line()] }), 'invoice-own');
    expect([plain.share(logo, 0, 1), plain.share(accent, 0, 1)]).to.deep.equal([0, 0]);
    // The logo is at the top and nowhere else.
    expect(own.share(logo, 0, 0.2)).to.be.greaterThan(0.005);
    expect(own.share(logo, 0.2, 1)).to.equal(0);
    expect(own.share(accent, 0.1, 0.6)).to.be.greaterThan(0.0005);
    // Three more lines at the foot leave less of it blank.
    expect(own.share('#ffffff', 0.85, 1)).to.be.lessThan(plain.share('#ffffff', 0.85, 1));
    return undefined;
  });

  it('takes texts once for each language', async () => {
    const texts = [
      { language: 'nl', closing: 'Dank u.' },
      { language: 'nl', closing: 'Bedankt.' },
    ];
    const refused = await firm.client.patch(`${file.path}/settings`, { invoices: { texts } });
    expect([refused.status, refused.body.error_codes]).to.deep.equal([
      422,
      { 'invoices.texts.1.language': ['language_repeated'] },
    ]);
  });
});

/** Everything that the pages draw, colours included. */
function readColours(pdf: Buffer): string {
  const source = pdf.toString('latin1');
  return [...source.matchAll(/\/Length (\d+)[^>]*>>\s*stream\r?\n/g)]
    .map(({ 0: head, 1: length, index }) => {
      const start = index + head.length;
      try {
        return inflateSync(Buffer.from(source.slice(start, start + Number(length)), 'latin1')).toString('latin1');
      } catch {
        return '';
      }
    })
    .join('\n');
}
