import { turnKeeper } from '../../support/yielding.ts';
import { fingerprint, piecesOf, readInPieces, takeRows, type Row, type TableDocument } from './document.ts';

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
  const source = piecesIn(document);
  const turn = turnKeeper();
  const heads = document.tables.map((): Row[] => []);
  let digest: string | null = null;
  let count = 0;
  let next = await source.next();
  for (; !next.done && count < atMost; next = await source.next()) {
    const { table, piece } = next.value;
    if (piece) {
      await takeRows(taken, piece, turn);
      for (const row of piece) heads[table]!.push(row);
      count += piece.length;
    } else taken.table(document.tables[table]!);
  }
  // The last piece may have been one too many.
  const isWhole = next.done === true && count <= atMost;
  if (isWhole) digest = taken.digest();

  /** The rest of a table; what lies behind it stays for the next one. */
  async function* rest(table: number): AsyncGenerator<readonly Row[]> {
    for (; !next.done && next.value.table === table; next = await source.next()) {
      const { piece } = next.value;
      if (piece) {
        await takeRows(taken, piece, turn);
        yield piece;
      } else taken.table(document.tables[table]!);
    }
    if (next.done) digest ??= taken.digest();
  }

  async function* headAndRest(table: number): AsyncGenerator<readonly Row[]> {
    yield heads[table]!.splice(0);
    yield* rest(table);
  }

  return {
    isWhole,
    document: {
      ...document,
      tables: document.tables.map(({ pieces: _pieces, ...table }, index) => ({
        ...table,
        ...(isWhole ? { rows: () => heads[index]! } : readInPieces(() => headAndRest(index))),
      })),
    },
    fingerprint() {
      if (digest === null) throw new Error('The rows of the document are not all read');
      return digest;
    },
    leave: async () => void (await source.return(undefined)),
  };
}

interface SourcePiece {
  readonly table: number;
  /** Null where the table begins. */
  readonly piece: readonly Row[] | null;
}

async function* piecesIn({ tables }: TableDocument): AsyncGenerator<SourcePiece> {
  for (const [index, table] of tables.entries()) {
    yield { table: index, piece: null };
    for await (const piece of piecesOf(table)) yield { table: index, piece };
  }
}
