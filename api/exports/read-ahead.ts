import { turnKeeper } from '../../turns.ts';
import { fingerprint, type Row, type TableDocument } from './document.ts';

/**
 * A document whose first rows are read before anything is sent. Where that is all of them, its fingerprint is known at once and the
 * rows can be read again; else the document goes on from its source, once, and the fingerprint is known behind the last row.
 */
export interface ReadAhead {
  readonly document: TableDocument;
  readonly isWhole: boolean;
  /** Of all rows. @throws before the last one was read */
  fingerprint(): string;
  /** Ends the reading, wherever it stands. */
  leave(): Promise<void>;
}

export async function readAhead(document: TableDocument, atMost: number): Promise<ReadAhead> {
  const taken = fingerprint(document);
  const source = rowsOf(document);
  const turn = turnKeeper();
  const heads = document.tables.map((): Row[] => []);
  let digest: string | null = null;
  let next = await source.next();
  for (let count = 0; !next.done && count < atMost; next = await source.next()) {
    const { table, row } = next.value;
    if (row) {
      taken.row(row);
      heads[table]!.push(row);
      count += 1;
      await turn();
    } else taken.table(document.tables[table]!);
  }
  const isWhole = next.done === true;
  if (isWhole) digest = taken.digest();

  /** The rest of a table; what lies behind it stays for the next one. */
  async function* rest(table: number): AsyncGenerator<Row> {
    for (; !next.done && next.value.table === table; next = await source.next()) {
      const { row } = next.value;
      if (row) {
        taken.row(row);
        yield row;
      } else taken.table(document.tables[table]!);
    }
    if (next.done) digest ??= taken.digest();
  }

  async function* headAndRest(table: number): AsyncGenerator<Row> {
    yield* heads[table]!.splice(0);
    yield* rest(table);
  }

  return {
    isWhole,
    document: {
      ...document,
      tables: document.tables.map((table, index) => ({
        ...table,
        rows: isWhole ? () => heads[index]! : () => headAndRest(index),
      })),
    },
    fingerprint() {
      if (digest === null) throw new Error('The rows of the document are not all read');
      return digest;
    },
    leave: async () => void (await source.return(undefined)),
  };
}

/** Each table, then its rows. */
async function* rowsOf({
  tables,
}: TableDocument): AsyncGenerator<{ readonly table: number; readonly row: Row | null }> {
  for (const [table, { rows }] of tables.entries()) {
    yield { table, row: null };
    for await (const row of rows()) yield { table, row };
  }
}
