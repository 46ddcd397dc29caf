import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { createCsvStream } from '../../../api/exports/csv.ts';
import { computeFingerprint, type Row } from '../../../api/exports/document.ts';
import { readDocumentAhead } from '../../../api/exports/read-ahead.ts';
import { createXlsxStream } from '../../../api/exports/xlsx.ts';
import { documentOf, row } from './samples.ts';

describe('A document that is read ahead', () => {
  const rows = Array.from({ length: 10 }, (_, index) => row(`Ligne ${index}`));

  /** Two tables whose rows can be read once, as from a connection. */
  const source = () => {
    const read = { count: 0, isOver: false };
    const [table] = documentOf([]).tables;
    function* once(): Generator<Row> {
      try {
        for (const one of rows) {
          read.count += 1;
          yield one;
        }
      } finally {
        read.isOver = true;
      }
    }
    const document = documentOf([], {
      tables: [
        { ...table!, streamRows: once },
        { ...table!, key: 'second', streamRows: () => [row('Fin')] },
      ],
    });
    return { document, read };
  };

  it('is whole where it is short, and can be read again', async () => {
    const { document, isWhole, getFingerprint } = await readDocumentAhead(source().document, 100);
    expect(isWhole).to.equal(true);
    expect(getFingerprint()).to.equal(await computeFingerprint(source().document));
    const once = (await buffer(createCsvStream(document))).toString();
    expect((await buffer(createCsvStream(document))).toString()).to.equal(once);
  });

  for (const atMost of [1, 3, 10])
    it(`goes on from its source behind the first ${atMost} rows, and knows its fingerprint at the end`, async () => {
      const { document, read } = source();
      const ahead = await readDocumentAhead(document, atMost);
      expect(ahead.isWhole).to.equal(false);
      expect(read.count).to.be.at.most(atMost + 1);
      expect(() => ahead.getFingerprint()).to.throw('Not all rows');
      const written = (await buffer(createCsvStream(ahead.document))).toString();
      expect(written).to.equal((await buffer(createCsvStream(source().document))).toString());
      expect(ahead.getFingerprint()).to.equal(await computeFingerprint(source().document));
    });

  it('reads no further when the reader leaves', async () => {
    for (const write of [createCsvStream, createXlsxStream]) {
      const endless = { isOver: false };
      const [table] = documentOf([]).tables;
      function* forever(): Generator<Row> {
        try {
          for (;;) yield row('Encore');
        } finally {
          endless.isOver = true;
        }
      }
      const ahead = await readDocumentAhead(documentOf([], { tables: [{ ...table!, streamRows: forever }] }), 5);
      const stream = write(ahead.document);
      for await (const _piece of stream) break;
      stream.destroy();
      await ahead.stop();
      expect(endless.isOver).to.equal(true);
    }
  });

  it('breaks off where its source breaks', async () => {
    const [table] = documentOf([]).tables;
    function* broken(): Generator<Row> {
      yield* rows;
      throw new Error('The rows are gone');
    }
    for (const write of [createCsvStream, createXlsxStream]) {
      const { document } = await readDocumentAhead(documentOf([], { tables: [{ ...table!, streamRows: broken }] }), 5);
      const failure = await buffer(write(document)).catch((error: Error) => error.message);
      expect(failure).to.equal('The rows are gone');
    }
  });
});
