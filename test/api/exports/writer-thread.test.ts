import { expect } from 'chai';
import type { Row } from '../../../api/exports/document.ts';
import { writePdf } from '../../../api/exports/pdf.ts';
import { writeInThread } from '../../../api/exports/writer-thread.ts';
import { writeXlsx } from '../../../api/exports/xlsx.ts';
import { documentOf, row } from './samples.ts';

describe('The thread that writes documents', () => {
  const rows = (count: number): Row[] => Array.from({ length: count }, (_, index) => row(`Ligne ${index}`));
  const isSame = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0;

  it('writes what would be written here, several at once', async () => {
    const documents = [0, 249, 250, 600].map((count) => documentOf(rows(count)));
    const written = await Promise.all(documents.map((document) => writeInThread('PDF', document)));
    for (const [index, document] of documents.entries())
      expect(isSame(written[index]!, await writePdf(document)), `document ${index}`).to.equal(true);
    const workbook = await writeInThread('XLSX', documents.at(-1)!);
    expect(isSame(workbook, await writeXlsx(documents.at(-1)!))).to.equal(true);
  });

  it('goes on with others when the rows of one cannot be read, or one cannot be written', async () => {
    const whole = documentOf(rows(3));
    function* broken(): Generator<Row> {
      yield* rows(300);
      throw new Error('The rows are gone');
    }
    const tables = whole.tables.map((table) => ({ ...table, streamRows: broken }));
    const [lost, written, impossible] = await Promise.allSettled([
      writeInThread('PDF', { ...whole, tables }),
      writeInThread('PDF', whole),
      writeInThread('PDF', { ...whole, date: 'never' }),
    ]);
    expect(lost).to.have.nested.property('reason.message', 'The rows are gone');
    expect(written.status).to.equal('fulfilled');
    expect(impossible).to.have.nested.property('reason.message').that.contains('could not be written');
  });
});
