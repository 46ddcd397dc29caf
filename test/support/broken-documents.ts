import { deflateSync } from 'node:zlib';

/** Documents that try to exhaust or to crash their reader. */

/** A PDF of these objects, the first of which is its catalogue. */
export const buildPdf = (objects: readonly string[], trailer = '<< /Root 1 0 R >>'): Buffer => {
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = text.length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n${trailer}\nstartxref\n${start}\n%%EOF`;
  return Buffer.from(text, 'latin1');
};

/** More pages than anybody reads. */
export const buildManyPages = (count = 2_500): Buffer =>
  buildPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${Array.from({ length: count }, (_, index) => `${index + 3} 0 R`).join(' ')}] /Count ${count} >>`,
    ...Array.from({ length: count }, () => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>'),
  ]);

/** One page, and a tree of pages that says it has a million. */
export const buildFalsePageCount = (): Buffer =>
  buildPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1000000 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
  ]);

/** The table of objects refers to itself, and the tree of pages to its root. */
export const buildLoops = (): Buffer => {
  const body = buildPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [2 0 R] /Count 1 /Parent 2 0 R >>',
  ]).toString('latin1');
  const start = body.lastIndexOf('xref\n0');
  return Buffer.from(body.replace('/Root 1 0 R', `/Root 1 0 R /Prev ${start}`), 'latin1');
};

/** A document that opens only with an unknown password. */
export const buildEncryptedPdf = (): Buffer =>
  buildPdf(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
      `<< /Filter /Standard /V 2 /R 3 /Length 128 /P -1 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> >>`,
    ],
    `<< /Root 1 0 R /Encrypt 4 0 R /ID [<${'43'.repeat(16)}> <${'43'.repeat(16)}>] >>`,
  );

/** A script that should run when it is opened, and a program that should be started. */
export const buildScripts = (): Buffer =>
  buildPdf([
    '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (while(true){}) >> /AA << /WC << /S /Launch /F (/bin/sh) >> >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>',
    buildStream('BT /F1 12 Tf 50 700 Td (Facture numero 12 du 3 mars 2026 total TVAC 121,00 EUR merci beaucoup) Tj ET'),
  ]);

/** A few bytes that unpack to very many drawing operations. */
export const buildEndlessDrawing = (): Buffer =>
  buildPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>',
    buildPackedStream('0 0 595 842 re f\n'.repeat(3_000_000)),
  ]);

function buildStream(content: string): string {
  return `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;
}

function buildPackedStream(content: string): string {
  const data = deflateSync(Buffer.from(content, 'latin1')).toString('latin1');
  return `<< /Length ${data.length} /Filter /FlateDecode >>\nstream\n${data}\nendstream`;
}

/** A picture of very many frames, each of one point. */
export function buildManyFrames(count = 10_000): Buffer {
  const head = Buffer.from([...Buffer.from('GIF89a'), 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]);
  const frame = Buffer.from([0x21, 0xf9, 4, 0, 0, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]);
  return Buffer.concat([head, ...Array.from({ length: count }, () => frame), Buffer.from([0x3b])]);
}

/** Boxes that are longer than the file, and one in another without end. */
export function buildBrokenHeif(): Buffer {
  const box = (type: string, body: Buffer, length = body.length + 8): Buffer => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(length, 0);
    head.write(type, 4, 'latin1');
    return Buffer.concat([head, body]);
  };
  const type = box('ftyp', Buffer.from('heic\0\0\0\0mif1heic', 'latin1'));
  return Buffer.concat([type, box('meta', box('iinf', Buffer.alloc(40, 0xff), 0x7fffffff), 0x7ffffff0)]);
}
