import pg from 'pg';
import { buildConnectionOptions } from '../../database/pool.ts';
import type { AnswerBody } from './client.ts';
import {
  runAsAdministrator,
  copyDatabase,
  createTestDatabase,
  buildDatabaseUrl,
  type TestDatabase,
} from './database.ts';
import { getRunPrefix } from './run-databases.ts';

/**
 * A database with a firm, its signed-in administrator and a company file, made once a run with the service itself and
 * copied for the services that begin from it.
 */
export interface Books {
  readonly firm: PreparedFirm;
  readonly company: PreparedCompany;
}

export interface PreparedFirm {
  readonly id: number;
  readonly token: string;
  readonly name: string;
  readonly admin: { readonly id: number; readonly email: string; readonly password: string; readonly token: string };
}

export interface PreparedCompany {
  readonly body: AnswerBody;
  /** All accounts of the file. */
  readonly accounts: readonly { readonly id: number; readonly number: string }[];
}

/** Any number that no other lock uses. */
const BOOKS_LOCK = 7_201_902;
const TABLE = 'public.grandlivre_test_books';

let known: Promise<Books> | null = null;

/** `make` writes the books into a database with empty tables. */
export async function createDatabaseWithBooks(
  make: (database: TestDatabase) => Promise<Books>,
): Promise<{ readonly database: TestDatabase; readonly books: Books }> {
  const books = await (known ??= findOrMake(make));
  return { database: await createTestDatabase({ name: getTemplateName() }), books };
}

const getTemplateName = (): string => `${getRunPrefix()}books`;

/** By the first process of the run that needs them; the others wait for it and read what it has made. */
async function findOrMake(make: (database: TestDatabase) => Promise<Books>): Promise<Books> {
  let books: Books | undefined;
  await runAsAdministrator(async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [BOOKS_LOCK]);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [getTemplateName()]);
    books = rowCount === 0 ? await makeTemplate(make) : await readBooks();
    await client.query('SELECT pg_advisory_unlock($1)', [BOOKS_LOCK]);
  });
  return books!;
}

async function makeTemplate(make: (database: TestDatabase) => Promise<Books>): Promise<Books> {
  const database = await createTestDatabase('tables');
  const books = await make(database);
  // What the making has left besides the books: a later service must not wait for this one, nor count its requests.
  await database.pool.query(`
    DELETE FROM ops.processes; DELETE FROM ops.rate_counters; DELETE FROM ops.idempotence; DELETE FROM ops.token_use;
    CREATE TABLE ${TABLE} (books jsonb NOT NULL)`);
  await database.pool.query(`INSERT INTO ${TABLE} VALUES ($1)`, [JSON.stringify(books)]);
  await database.pool.end();
  await copyDatabase(database.name, getTemplateName());
  await database.drop();
  return books;
}

async function readBooks(): Promise<Books> {
  const client = new pg.Client(
    buildConnectionOptions(buildDatabaseUrl(getTemplateName()), { applicationName: 'grandlivre-test' }),
  );
  await client.connect();
  try {
    const { rows } = await client.query<{ books: Books }>(`SELECT books FROM ${TABLE}`);
    return rows[0]!.books;
  } finally {
    await client.end();
  }
}
