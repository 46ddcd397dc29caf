/** A page in place of a file that was erased, in the four languages. The standard font of PDF readers needs no embedding. */
export function buildErasedPage(erasedOn: string): Buffer {
  const [year, month, day] = erasedOn.split('-');
  const date = `${day}/${month}/${year}`;
  const lines = [
    `Ce fichier a été effacé le ${date}, à la demande de la personne concernée`,
    'et après la fin du délai légal de conservation. Les montants restent dans la comptabilité.',
    '',
    `Dit bestand werd gewist op ${date}, op verzoek van de betrokkene`,
    'en na afloop van de wettelijke bewaartermijn. De bedragen blijven in de boekhouding staan.',
    '',
    `This file was erased on ${date} at the request of the person concerned`,
    'and after the end of the legal retention period. The amounts remain in the books.',
    '',
    `Diese Datei wurde am ${date} auf Antrag der betroffenen Person`,
    'und nach Ablauf der gesetzlichen Aufbewahrungsfrist gelöscht. Die Beträge bleiben in der Buchhaltung.',
  ];
  const text = lines.map((line) => `(${line.replaceAll(/[()\\]/g, String.raw`\$&`)}) '`).join('\n');
  return writePdf(`BT /F1 11 Tf 56 740 Td 18 TL\n${text}\nET`);
}

function writePdf(content: string): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return String(offset).padStart(10, '0');
  });
  const entries = ['0000000000 65535 f ', ...offsets.map((offset) => `${offset} 00000 n `)];
  const table = `xref\n0 ${entries.length}\n${entries.join('\n')}\n`;
  file += `${table}trailer\n<< /Size ${entries.length} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  // One byte per character, so that the offsets are right.
  return Buffer.from(file, 'latin1');
}
