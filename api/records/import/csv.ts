import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { yieldToOthers } from '../../../support/yielding.ts';
import type { Refusal } from '../../../domain/refusal.ts';
import { refuseInvalid, refuse } from '../../../domain/refusal.ts';

/** A CSV file as written by spreadsheets, in any encoding and with any separator; cells are unchanged. */
export interface CsvTable {
  readonly header: readonly string[];
  /** Line of the header, counted from 1. */
  readonly headerLine: number;
  readonly rows: readonly CsvRow[];
}

export interface CsvRow {
  /** Line of the file on which the row begins, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

interface ParsedRow {
  readonly info: { readonly lines: number };
  readonly record: readonly string[];
}

const DELIMITERS = [';', ',', '\t'] as const;
const PIECE = 16 * 1024;
const MAX_ROW_CHARACTERS = 100_000;
/** First line by which spreadsheets declare the separator. */
const SEPARATOR_LINE = /^sep=(.)\n/;

export async function readCsv(bytes: Buffer, maxRows: number): Promise<CsvTable | Refusal> {
  const decoded = await decodeText(bytes);
  if (decoded === null || decoded.includes('\0')) return refuseUnreadable();
  const named = SEPARATOR_LINE.exec(decoded)?.[1];
  // A blank line preserves the line numbers.
  const text = named === undefined ? decoded : `\n${decoded.replace(SEPARATOR_LINE, '')}`;
  const rows: CsvRow[] = [];
  let next = 1;
  const onRow = (lines: number): void => void (next = lines + 1);
  try {
    for await (const { info, record } of parseRows(text, named ?? detectDelimiter(text), onRow)) {
      if (record.every((cell) => cell.trim() === '')) continue;
      if (rows.length > maxRows) return refuse('import_too_many_rows', { field: 'file', params: { max: maxRows } });
      rows.push({ line: info.lines - countNewLines(record), cells: record });
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // An unclosed quote swallows the following lines: report the line where the row begins.
    return refuseInvalid([{ code: 'import_quotes', field: `lines.${next}` }]);
  }
  const [header, ...body] = rows;
  if (!header || body.length === 0) return refuse('import_empty', { field: 'file' });
  return { header: header.cells.map((cell) => cell.trim()), headerLine: header.line, rows: body };
}

const refuseUnreadable = () => refuse('import_unreadable', { field: 'file' });

/** UTF-8, UTF-16 with a byte order mark, else Windows-1252; line endings are normalised. */
async function decodeText(bytes: Buffer): Promise<string | null> {
  const [first, second] = bytes;
  try {
    if (first === 0xff && second === 0xfe)
      return normaliseLineEndings(await decodeInPieces(new TextDecoder('utf-16le', { fatal: true }), bytes));
    if (first === 0xfe && second === 0xff)
      return normaliseLineEndings(await decodeInPieces(new TextDecoder('utf-16be', { fatal: true }), bytes));
    return normaliseLineEndings(isUtf8(bytes) ? await decodeInPieces(new TextDecoder(), bytes) : decodeWindows(bytes));
  } catch {
    return null;
  }
}

const DECODED_AT_ONCE = 512 * 1024;

async function decodeInPieces(decoder: InstanceType<typeof TextDecoder>, bytes: Buffer): Promise<string> {
  const pieces: string[] = [];
  for (let start = 0; start < bytes.length; start += DECODED_AT_ONCE) {
    if (start > 0) await yieldToOthers();
    pieces.push(decoder.decode(bytes.subarray(start, start + DECODED_AT_ONCE), { stream: true }));
  }
  return pieces.join('') + decoder.decode();
}

const normaliseLineEndings = (text: string): string => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text);

/** Characters of Windows-1252 from 0x80 to 0x9f, where Latin-1 has control characters. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** The decoder of the platform confuses the two encodings. */
function decodeWindows(bytes: Buffer): string {
  return bytes.toString('latin1').replace(/[\x80-\x9f]/g, (character) => WINDOWS[character.charCodeAt(0) - 0x80]!);
}

/** The most frequent separator of the header, outside quotes. */
function detectDelimiter(text: string): string {
  const start = text.search(/[^\n]/);
  const end = text.indexOf('\n', start);
  const header = text.slice(start, end < 0 ? undefined : end).replace(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((delimiter) => header.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))]!;
}

/** Parses in pieces, so that other requests get their turn. */
function parseRows(text: string, delimiter: string, onRow: (lines: number) => void): AsyncIterable<ParsedRow> {
  async function* splitText(): AsyncGenerator<string> {
    for (let start = 0; start < text.length; start += PIECE) {
      yield text.slice(start, start + PIECE);
      await yieldToOthers();
    }
  }
  const parser = parse({
    delimiter,
    record_delimiter: '\n',
    relax_column_count: true,
    // A quote inside an unquoted cell is literal: names contain them.
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_CHARACTERS,
    info: true,
    on_record(row: string[], { lines }) {
      onRow(lines);
      return row;
    },
  });
  const source = Readable.from(splitText());
  source.on('error', (error) => parser.destroy(error));
  return source.pipe(parser) as AsyncIterable<ParsedRow>;
}

function countNewLines(record: readonly string[]): number {
  return record.reduce((count, cell) => count + (cell.includes('\n') ? cell.split('\n').length - 1 : 0), 0);
}
