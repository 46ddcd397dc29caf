import { expect } from 'chai';
import { extractPlainRows, extractRows } from '../../../outside/integrations/html-rows.ts';
import { readMessage } from '../../../outside/integrations/mail-thread.ts';
import { readPageTexts } from '../../support/text-pdf.ts';

describe('The text of an HTML message', () => {
  it('is read as rows of cells, also from tables in tables and cells with blocks', () => {
    const rows = extractRows(`<html><head><title>No</title><style>p { color: red }</style></head><body>
      <h1>Votre re&ccedil;u</h1><!-- no > comment -->
      <table><tr><td><table>
        <tr><td><p>Abonnement</p><p>janvier</p></td><td><div>10,00&nbsp;&euro;</div></td></tr>
        <tr><th>Total TTC</th><td><b>12</b>,10&#8239;€</td></tr></table></td></tr></table>
      <p>Merci<br>et à bientôt &lt;3</p></body></html>`);
    expect(rows.map((row) => row.join(' | '))).to.deep.equal([
      'Votre reçu',
      'Abonnement | 10,00 €',
      'janvier',
      'Total TTC | 12,10 €',
      'Merci',
      'et à bientôt <3',
    ]);
  });

  it('is without scripts and without what is hidden', () => {
    const rows = extractRows(
      '<div style="display:none">Teaser <div>inner</div></div><p hidden>No</p><script>alert("x")</script>' +
        '<iframe src="https://example.com">x</iframe><img src="https://example.com/pixel.gif" alt="track">Seen' +
        '<noscript>No</noscript><p style="font-size:0.9em">Small</p>',
    );
    expect(rows).to.deep.equal([['Seen'], ['Small']]);
  });

  it('is read in a time that grows with its length, whatever is in it', () => {
    for (const piece of [
      '<',
      '<a ',
      '<!',
      '<table><tr><td>',
      '<div style="display:none">',
      '</',
      '&amp',
      '<script>',
      '<td>x',
    ])
      expect(extractRows(piece.repeat(100_000)).length, piece).to.be.below(3_001);
    expect(extractRows(`<p style="${'style='.repeat(200_000)}">Seen</p>`)).to.deep.equal([['Seen']]);
    const long = extractRows(`<p>${'word '.repeat(1_000)}</p>`);
    expect(long.flat().join('').replaceAll(' ', '')).to.equal('word'.repeat(1_000));
  });

  it('of a plain message keeps its lines and columns', () => {
    expect(extractPlainRows('Receipt\n\nTotal      12.10\tEUR\n')).to.deep.equal([
      ['Receipt'],
      ['Total', '12.10', 'EUR'],
    ]);
  });
});

describe('A message without an attached document', () => {
  const build = (type: string, body: string, subject = 'Votre facture 2026/7') =>
    Buffer.from(
      `From: Boutique <shop@example.be>\r\nTo: office@example.be\r\nDate: Thu, 15 Jan 2026 10:00:00 +0100\r\n` +
        `Subject: ${subject}\r\nMIME-Version: 1.0\r\nContent-Type: ${type}; charset=utf-8\r\n\r\n${body}`,
    );

  it('has its text as a PDF, with who sent it and when', async () => {
    const [body, ...others] = await readMessage(
      build(
        'text/html',
        '<p>Facture n° W-7 — 日本 Žižka</p><table><tr><td>Total TTC</td><td>12,10 €</td></tr></table>',
      ),
    );
    expect(others).to.deep.equal([]);
    expect(body!.name).to.equal('Votre facture 2026-7.pdf');
    expect(body!.bodyText).to.include('Total TTC  12,10 €');
    const [page] = await readPageTexts(body!.content);
    for (const seen of ['Boutique <shop@example.be>', '2026-01-15', 'Facture n° W-7', 'Total TTC', '12,10 €'])
      expect(page).to.include(seen);
  });

  it('is read as plain text where there is no HTML, and not at all where there is nothing', async () => {
    const [body] = await readMessage(build('text/plain', 'Receipt\r\nTotal 12.10 EUR'));
    expect(await readPageTexts(body!.content)).to.satisfy(([page]: string[]) => page!.includes('Total 12.10 EUR'));
    expect(await readMessage(build('text/plain', ' \r\n'))).to.deep.equal([]);
  });
});
