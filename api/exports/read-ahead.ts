import { createBulkTurnKeeper } from '../../support/yielding.ts';
import { createFingerprint, readPieces, fromPieces, addRowsInTurns, type Row, type TableDocument } from './document.ts';

/**
 * A document whose first rows are read before anything is sent. If those are all rows, the fingerprint is known at once
 * and the rows can be read again. Otherwise the rest streams from the source, once, and the fingerprint follows the last
 * row.
 */
export interface ReadAhead {
  readonly document: TableDocument;
  readonly isWhole: boolean;
  /** Fingerprint of all rows. @throws if the last row has not been read */
  getFingerprint(): string;
  /** Stops reading at any point. */
  stop(): Promise<void>;
}

export async function readDocumentAhead(document: TableDocument, atMost: number): Promise<ReadAhead> {
  const taken = createFingerprint(document);
  const source = readAllPieces(document);
  const turn = createBulkTurnKeeper();
  const heads = document.tables.map((): Row[] => []);
  let digest: string | null = null;
  let count = 0;
  let next = await source.next();
  for (; !next.done && count < atMost; next = await source.next()) {
    const { table, piece } = next.value;
    if (piece) {
      await addRowsInTurns(taken, piece, turn);
      for (const row of piece) heads[table]!.push(row);
      count += piece.length;
    } else taken.addTable(document.tables[table]!);
  }
  // The last chunk may exceed the limit.
  const isWhole = next.done === true && count <= atMost;
  if (isWhole) digest = taken.digest();

  /** The rest of a table; chunks of the following tables stay in the source. */
  async function* readRest(table: number): AsyncGenerator<readonly Row[]> {
    for (; !next.done && next.value.table === table; next = await source.next()) {
      const { piece } = next.value;
      if (piece) {
        await addRowsInTurns(taken, piece, turn);
        yield piece;
      } else taken.addTable(document.tables[table]!);
    }
    if (next.done) digest ??= taken.digest();
  }

  async function* readHeadAndRest(table: number): AsyncGenerator<readonly Row[]> {
    yield heads[table]!.splice(0);
    yield* readRest(table);
  }

  return {
    isWhole,
    document: {
      ...document,
      tables: document.tables.map(({ pieces: _pieces, ...table }, index) => ({
        ...table,
        ...(isWhole ? { streamRows: () => heads[index]! } : fromPieces(() => readHeadAndRest(index))),
      })),
    },
    getFingerprint() {
      if (digest === null) throw new Error('Not all rows of the document have been read');
      return digest;
    },
    stop: async () => void (await source.return(undefined)),
  };
}

interface SourcePiece {
  readonly table: number;
  /** Null at the start of a table. */
  readonly piece: readonly Row[] | null;
}

async function* readAllPieces({ tables }: TableDocument): AsyncGenerator<SourcePiece> {
  for (const [index, table] of tables.entries()) {
    yield { table: index, piece: null };
    for await (const piece of readPieces(table)) yield { table: index, piece };
  }
}
