import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { csvOf } from '../../../api/exports/csv.ts';
import { fingerprintOf, type Row } from '../../../api/exports/document.ts';
import { readAhead } from '../../../api/exports/read-ahead.ts';
import { xlsxStream } from '../../../api/exports/xlsx.ts';
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
        { ...table!, rows: once },
        { ...table!, key: 'second', rows: () => [row('Fin')] },
      ],
    });
    return { document, read };
  };

  it('is whole where it is short, and can be read again', async () => {
    const { document, isWhole, fingerprint } = await readAhead(source().document, 100);
    expect(isWhole).to.equal(true);
    expect(fingerprint()).to.equal(await fingerprintOf(source().document));
    const once = (await buffer(csvOf(document))).toString();
    expect((await buffer(csvOf(document))).toString()).to.equal(once);
  });

  for (const atMost of [1, 3, 10])
    it(`goes on from its source behind the first ${atMost} rows, and knows its fingerprint at the end`, async () => {
      const { document, read } = source();
      const ahead = await readAhead(document, atMost);
      expect(ahead.isWhole).to.equal(false);
      expect(read.count).to.be.at.most(atMost + 1);
      expect(() => ahead.fingerprint()).to.throw('not all read');
      const written = (await buffer(csvOf(ahead.document))).toString();
      expect(written).to.equal((await buffer(csvOf(source().document))).toString());
      expect(ahead.fingerprint()).to.equal(await fingerprintOf(source().document));
    });

  it('reads no further when the reader leaves', async () => {
    for (const write of [csvOf, xlsxStream]) {
      const endless = { isOver: false };
      const [table] = documentOf([]).tables;
      function* forever(): Generator<Row> {
        try {
          for (;;) yield row('Encore');
        } finally {
          endless.isOver = true;
        }
      }
      const ahead = await readAhead(documentOf([], { tables: [{ ...table!, rows: forever }] }), 5);
      const stream = write(ahead.document);
      for await (const _piece of stream) break;
      stream.destroy();
      await ahead.leave();
      expect(endless.isOver).to.equal(true);
    }
  });

  it('breaks off where its source breaks', async () => {
    const [table] = documentOf([]).tables;
    function* broken(): Generator<Row> {
      yield* rows;
      throw new Error('The rows are gone');
    }
    for (const write of [csvOf, xlsxStream]) {
      const { document } = await readAhead(documentOf([], { tables: [{ ...table!, rows: broken }] }), 5);
      const failure = await buffer(write(document)).catch((error: Error) => error.message);
      expect(failure).to.equal('The rows are gone');
    }
  });
});
