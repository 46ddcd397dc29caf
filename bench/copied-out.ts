import pg from 'pg';

/** `COPY … TO STDOUT`, whose bytes pass through this process and go nowhere: the plainest export that there is. */
export async function copiedOut(
  databaseUrl: string,
  query: string,
): Promise<{ readonly rows: number; readonly bytes: number }> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await new Promise((resolve, reject) => {
      let [rows, bytes] = [0, 0];
      // What the driver takes for a query: it hands over every message that answers it.
      const copying = {
        submit: (connection: { query(text: string): void }) =>
          connection.query(`COPY (${query}) TO STDOUT (FORMAT csv)`),
        handleCopyData({ chunk }: { readonly chunk: Buffer }) {
          rows += 1;
          bytes += Buffer.from(chunk.toString('utf8')).length;
        },
        handleCommandComplete: () => undefined,
        handleReadyForQuery: () => resolve({ rows, bytes }),
        handleError: reject,
      };
      client.query(copying as pg.Submittable);
    });
  } finally {
    await client.end();
  }
}
