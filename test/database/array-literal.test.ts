import { expect } from 'chai';
import fc from 'fast-check';
import { buildSelectFromArrays, formatArrayLiteral } from '../../database/array-literal.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

describe('array literals', () => {
  it('are written as PostgreSQL reads them', () => {
    expect(formatArrayLiteral([])).to.equal('{}');
    expect(formatArrayLiteral(['a', 1, true, null, undefined, ''])).to.equal('{"a",1,true,NULL,NULL,""}');
    expect(formatArrayLiteral(['"', '\\', 'NULL', '{,}'])).to.equal('{"\\"","\\\\","NULL","{,}"}');
  });

  describe('on a server', function () {
    this.timeout(20_000);
    let database: TestDatabase;
    before(async () => {
      database = await createTestDatabase();
    });
    after(() => database.drop());

    const asJson = async (literal: string, type: string): Promise<unknown> =>
      (await database.pool.query<{ read: unknown }>(`SELECT to_json($1::${type}[]) AS read`, [literal])).rows[0]!.read;

    it('bring any text there and back', async () => {
      const text = fc.option(
        fc.string({ unit: 'grapheme-composite' }).map((value) => value.replaceAll('\0', '')),
        { nil: null },
      );
      const awkward = fc.constantFrom('NULL', 'null', '{}', '{', '"', '\\', '\\"', ',', ' ', '\n', "'", '\u0001', '😀');
      await fc.assert(
        fc.asyncProperty(fc.array(fc.oneof(text, awkward)), async (texts) => {
          expect(await asJson(formatArrayLiteral(texts), 'text')).to.deep.equal(texts);
        }),
        { numRuns: 40 },
      );
    });

    it('are rows, one for each place in all of them', async () => {
      const select = buildSelectFromArrays({ id: '$1::bigint[]', name: '$2::text[]' });
      const literals = [
        [1, 2, 3],
        ['a', null, 'c'],
      ].map((elements) => formatArrayLiteral(elements));
      const { rows } = await database.pool.query(select, literals);
      expect(rows).to.deep.equal([
        { id: 1, name: 'a' },
        { id: 2, name: null },
        { id: 3, name: 'c' },
      ]);
    });

    it('bring numbers, booleans and JSON', async () => {
      expect(await asJson(formatArrayLiteral([1, null, Number.MAX_SAFE_INTEGER]), 'bigint')).to.deep.equal([
        1,
        null,
        Number.MAX_SAFE_INTEGER,
      ]);
      expect(await asJson(formatArrayLiteral([true, false, undefined]), 'boolean')).to.deep.equal([true, false, null]);
      expect(await asJson(formatArrayLiteral([JSON.stringify({ a: '"\\{' }), '[]']), 'json')).to.deep.equal([
        { a: '"\\{' },
        [],
      ]);
    });
  });
});
