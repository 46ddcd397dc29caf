import { expect } from 'chai';
import fc from 'fast-check';
import { encodeBigintArray, encodeJsonArray, encodeJsonbArray, encodeTextArray } from '../../database/binary-array.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

describe('binary arrays', function () {
  this.timeout(20_000);
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
  });
  after(() => database.drop());

  const asJson = async (array: Buffer, type: string): Promise<unknown> =>
    (await database.pool.query<{ read: unknown }>(`SELECT to_json($1::${type}[]) AS read`, [array])).rows[0]!.read;

  it('bring any text there and back', async () => {
    const text = fc.option(
      fc.string({ unit: 'grapheme-composite' }).map((value) => value.replaceAll('\0', '')),
      { nil: null },
    );
    const awkward = fc.constantFrom(
      '',
      'NULL',
      '{}',
      '"',
      '\\',
      ',',
      '\n',
      'é',
      '😀',
      'x'.repeat(2_000),
      '€'.repeat(2_000),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(text, awkward)), async (texts) => {
        expect(await asJson(encodeTextArray(texts), 'text')).to.deep.equal(texts);
      }),
      { numRuns: 40 },
    );
  });

  it('bring JSON of both types, as its text', async () => {
    const values = [{ a: '"\\{', b: [1, null, '€'] }, [], 'text', 1.5];
    const texts = [...values.map((value) => JSON.stringify(value)), null];
    expect(await asJson(encodeJsonArray(texts), 'json')).to.deep.equal([...values, null]);
    expect(await asJson(encodeJsonbArray(texts), 'jsonb')).to.deep.equal([...values, null]);
    const { rows } = await database.pool.query<{ text: string }>('SELECT ($1::json[])[1]::text AS text', [
      encodeJsonArray(['{ "b":1,"a" : 2.50 }']),
    ]);
    expect(rows[0]!.text, 'hashes are computed over the text').to.equal('{ "b":1,"a" : 2.50 }');
  });

  it('bring integers as large as JavaScript has them', async () => {
    const numbers = [
      0,
      1,
      -1,
      2 ** 31,
      -(2 ** 31) - 1,
      2 ** 32,
      2 ** 40 + 7,
      null,
      Number.MAX_SAFE_INTEGER,
      Number.MIN_SAFE_INTEGER,
    ];
    const { rows } = await database.pool.query<{ read: string }>('SELECT $1::bigint[]::text AS read', [
      encodeBigintArray(numbers),
    ]);
    expect(rows[0]!.read).to.equal(`{${numbers.map((number) => number ?? 'NULL').join(',')}}`);
  });

  it('may be empty', async () => {
    expect(await asJson(encodeTextArray([]), 'text')).to.deep.equal([]);
    expect(await asJson(encodeBigintArray([]), 'bigint')).to.deep.equal([]);
  });
});
