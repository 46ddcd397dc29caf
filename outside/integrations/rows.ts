import { isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse';
import { yieldToOthers } from '../../support/yielding.ts';
import { SourceFailure } from './source.ts';

/** Parses the response of a data source: CSV as rows by heading, or JSON as it is. */

export type Value = string | number | boolean | null | readonly Value[] | { readonly [name: string]: Value };

/** JSON is parsed in one piece; this size keeps the pause short. */
export const MAX_DATA_BYTES = 5 * 1024 * 1024;
export const MAX_ROWS = 20_000;
const MAX_DEPTH = 40;
const MAX_COLUMNS = 200;
const ROWS_AT_ONCE = 500;
const DELIMITERS = [';', ',', '\t'];

/** @throws SourceFailure */
export function readJson(bytes: Buffer): Value {
  const text = decodeBytes(bytes);
  if (isTooDeep(text)) throw new SourceFailure('too_large');
  try {
    return JSON.parse(text) as Value;
  } catch (error) {
    throw new SourceFailure('unreadable', error);
  }
}

export interface CsvRows {
  readonly headings: readonly string[];
  readonly rows: readonly Value[];
}

/** @throws SourceFailure */
export async function readCsv(bytes: Buffer): Promise<CsvRows> {
  const text = decodeBytes(bytes);
  const [heading = ''] = text.split(/\r?\n/, 1);
  const counted = DELIMITERS.map((sign) => ({ sign, count: heading.split(sign).length }));
  const delimiter = counted.reduce((most, one) => (one.count > most.count ? one : most)).sign;
  const rows: Value[] = [];
  let names: readonly string[] | null = null;
  try {
    const parser = parse(text, { delimiter, bom: true, relax_column_count: true, skip_empty_lines: true });
    for await (const record of parser as AsyncIterable<readonly string[]>) {
      if (record.length > MAX_COLUMNS || rows.length >= MAX_ROWS) throw new SourceFailure('too_large');
      if (names === null) names = record.map((name) => name.trim());
      else rows.push(toRow(names, record));
      if (rows.length % ROWS_AT_ONCE === 0) await yieldToOthers();
    }
  } catch (error) {
    throw error instanceof CsvError ? new SourceFailure('unreadable', error) : error;
  }
  return { headings: names ?? [], rows };
}

const toRow = (names: readonly string[], cells: readonly string[]): Value =>
  Object.fromEntries(names.flatMap((name, index) => (name === '' ? [] : [[name, cells[index] ?? '']])));

/** UTF-8, else Windows-1252. */
function decodeBytes(bytes: Buffer): string {
  const decoder = new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252');
  // Without `stream`, Node 20 reads windows-1252 as ISO 8859-1.
  const text = decoder.decode(bytes, { stream: true }) + decoder.decode();
  if (text.includes('\0')) throw new SourceFailure('unreadable');
  return text;
}

/** Checked before parsing, because parsers recurse with each bracket. */
function isTooDeep(text: string): boolean {
  let [depth, isInText] = [0, false];
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '\\' && isInText) at += 1;
    else if (letter === '"') isInText = !isInText;
    else if (isInText) continue;
    else if (letter === '{' || letter === '[') depth += 1;
    else if (letter === '}' || letter === ']') depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}
