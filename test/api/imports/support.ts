import { expect } from 'chai';
import { openXlsx, readXlsx, saveXlsx } from 'hucre/xlsx';
import type { Answer, AnswerBody, Client } from '../../support/client.ts';

/** Values of a row by the names of the API. */
export type Row = Readonly<Record<string, string | number | Date | boolean>>;

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export interface Fault {
  readonly row: number;
  readonly column: string | null;
  readonly cell: string | null;
  readonly code: string;
  readonly message: string;
}

export type Imported = AnswerBody & { readonly code?: string; readonly faults?: readonly Fault[] };

/** Sends a request whose answer may be a file. */
export async function fetchFile(client: Client, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { Authorization: `Bearer ${client.token}`, ...(init.headers as Record<string, string>) };
  return fetch(`${client.url}${path}`, { ...init, headers });
}

export async function fetchTemplate(client: Client, path: string, language = 'en'): Promise<Uint8Array> {
  const answer = await fetchFile(client, `${path}?lang=${language}`);
  expect(answer.status).to.equal(200);
  expect(answer.headers.get('content-type')).to.equal(XLSX);
  return new Uint8Array(await answer.arrayBuffer());
}

export function buildForm(content: string | Uint8Array, fields: Readonly<Record<string, string>> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const type = typeof content === 'string' ? 'text/csv' : XLSX;
  form.append('file', new Blob([content], { type }), typeof content === 'string' ? 'a.csv' : 'a.xlsx');
  return form;
}

export const send = (
  client: Client,
  path: string,
  content: string | Uint8Array,
  fields: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer<Imported>> =>
  client.upload<Imported>(
    'POST',
    path,
    [
      { field: 'file', content, type: typeof content === 'string' ? 'text/csv' : XLSX, name: 'table' },
      ...Object.entries(fields).map(([field, value]) => ({ field, content: value })),
    ],
    headers,
  );

/** The headings of a template by the names of the API, from its sheet of explanations. */
export async function readHeadings(template: Uint8Array): Promise<ReadonlyMap<string, string>> {
  const { sheets } = await readXlsx(template);
  return new Map(sheets[1]!.rows.slice(1).map(([heading, name]) => [String(name), String(heading)]));
}

/** Fills a template as another program would, and saves it again. */
export async function fillTemplate(template: Uint8Array, rows: readonly Row[]): Promise<Uint8Array> {
  const headings = await readHeadings(template);
  const book = await openXlsx(template);
  const [sheet] = book.sheets;
  const header = sheet!.rows[0]!.map(String);
  sheet!.rows = [
    sheet!.rows[0]!,
    ...rows.map((row) => {
      const cells = header.map((): Row[string] | null => null);
      for (const [name, value] of Object.entries(row)) {
        const place = header.indexOf(headings.get(name) ?? '?');
        expect(place, `${name} is in the template`).to.be.at.least(0);
        cells[place] = value;
      }
      return cells;
    }),
  ];
  return saveXlsx(book);
}

/** The same rows as text, in the notation of a request. */
export function toCsv(rows: readonly Row[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const toText = (value: Row[string] | undefined): string =>
    value instanceof Date
      ? value.toISOString().slice(0, 10)
      : String(typeof value === 'number' ? Number(value.toPrecision(12)) : (value ?? ''));
  const lines = rows.map((row) => names.map((name) => `"${toText(row[name]).replaceAll('"', '""')}"`).join(';'));
  return [names.join(';'), ...lines].join('\n');
}

export const day = (text: string): Date => new Date(`${text}T00:00:00Z`);
