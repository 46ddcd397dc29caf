import { expect } from 'chai';
import { beginCopy, saveOriginal } from '../../stores/demo/copies.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

describe('copies of the demo', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
  });
  after(() => database.drop());

  it('get different numbers, also when several processes prepare them at once', async () => {
    await saveOriginal(database.pool, 1, ['company-1']);
    // Connections first: otherwise each request comes when the one before is done.
    await Promise.all(Array.from({ length: 8 }, () => database.pool.query('SELECT pg_sleep(0.1)')));
    const numbers = await Promise.all(Array.from({ length: 8 }, () => beginCopy(database.pool)));
    expect(numbers.toSorted((a, b) => a - b)).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8]);
  });
});
