import pg from 'pg';

/** Records the statements over the read tables that this process sends, from the first call on. */

const texts = new Set<string>();
let isRecording = false;

export function recordStatements(): void {
  if (isRecording) return;
  isRecording = true;
  const send = pg.Client.prototype.query as (...given: unknown[]) => unknown;
  const record = function (this: pg.Client, statement: unknown, ...rest: unknown[]): unknown {
    const text = typeof statement === 'string' ? statement : (statement as { readonly text?: unknown } | null)?.text;
    if (typeof text === 'string' && NAMES_READ_TABLES.test(text)) texts.add(text);
    return send.call(this, statement, ...rest);
  };
  pg.Client.prototype.query = record as typeof pg.Client.prototype.query;
}

const NAMES_READ_TABLES = /\bread"?\."?[a-z]/;

/** Without the statements of the projector, which writes rows by their primary key. */
export const listRecordedStatements = (): readonly string[] =>
  [...texts].filter(
    (text) => /^\s*(?:select|with|insert|update|delete)\b/i.test(text) && !text.includes('ops.require('),
  );
