import { expect } from 'chai';
import { buildMail } from '../../support/imap-server.ts';
import { buildTextPdf } from '../../support/text-pdf.ts';
import { buildZip } from '../../support/zips.ts';
import { useImports, type Import } from './support.ts';

describe('Messages uploaded as files', function () {
  // As long as a document may take.
  this.timeout(150_000);
  const imports = useImports();
  const { upload, uploaded } = imports;
  const buildHtml = (html: string): Buffer =>
    Buffer.from(
      'From: Papeterie du Centre <shop@papeterie.example>\r\nTo: office@example.be\r\nSubject: Facture W-7\r\n' +
        `Date: Thu, 15 Jan 2026 10:00:00 +0100\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}`,
    );

  it('are expanded into the documents attached to them, also those in archives', async () => {
    const pdf = await buildTextPdf([['Facture A']]);
    const zip = await buildZip({ name: 'b.pdf', content: await buildTextPdf([['Facture B']]) });
    const message = buildMail('Factures', [
      { name: 'a.pdf', content: pdf },
      { name: 'c.xml', content: Buffer.from(imports.invoice({ number: 'MAIL-1' })) },
      { name: 'more.zip', content: zip },
      { name: 'smime.p7s', content: Buffer.from('signature') },
    ]);
    const [parent, ...children] = await uploaded(['mail.eml', message]);
    expect(parent).to.include({ kind: 'eml', status: 'expanded', mime: 'message/rfc822', has_preview: false });
    expect(children.map(({ original_name, parent_id }) => [original_name, parent_id])).to.deep.equal(
      ['a.pdf', 'c.xml', 'b.pdf'].map((name) => [name, parent!.id]),
    );
    expect(children[1]).to.include({ status: 'ready' });
    const saved = await imports.follow(parent!.file_url);
    expect(saved.headers.get('content-disposition')).to.match(/^attachment/);
  });

  it('become a document themselves if the invoice is their text', async () => {
    const html = `<script>fetch('https://example.com')</script><h1>Facture n° W-7</h1>
      <p>Papeterie du Centre, TVA BE0477472701</p><p>Date de facture : 15/01/2026</p>
      <p>Client : TVA BE0403170701</p>
      <table><tr><td>Total HTVA</td><td>100,00</td></tr><tr><td>TVA 21 %</td><td>21,00</td></tr>
      <tr><td>Total TVAC</td><td>121,00 €</td></tr></table>`;
    const [parent, body] = await uploaded(['receipt.eml', buildHtml(html)]);
    expect(body).to.include({ original_name: 'Facture W-7.pdf', kind: 'pdf', parent_id: parent!.id, status: 'queued' });
    const answer = await imports.client.expect(200).post(`${imports.path}/${body!.id}/process`);
    const read = answer as unknown as Import;
    expect(read.extracted).to.include({ number: 'W-7', date: '2026-01-15' });
    expect(read.extracted!.totals).to.deep.include({ net: 100, vat: 21, gross: 121 });
    expect(read).to.include({ has_preview: true, suggested_third_party_id: imports.supplier.id });
  });

  it('without a document, or that cannot be read, are refused', async () => {
    const codeOf = async (content: string | Uint8Array) => {
      const { status, body } = await upload(['m.eml', content]);
      return [status, body.error_codes];
    };
    expect(await codeOf(buildHtml('<p>See you on Monday</p>'))).to.deep.equal([
      422,
      { 'files.0': ['message_without_document'] },
    ]);
    expect(await codeOf(buildMail('x', [{ name: 'a.pdf', content: Buffer.from('MZ') }]))).to.deep.equal([
      422,
      { 'files.0': ['file_type_mismatch'] },
    ]);
    const deep = Array.from(
      { length: 200 },
      (_, at) => `Content-Type: multipart/mixed; boundary="b${at}"\r\n\r\n--b${at}\r\n`,
    );
    expect(await codeOf(deep.join(''))).to.deep.equal([422, { 'files.0': ['message_unreadable'] }]);
  });
});
