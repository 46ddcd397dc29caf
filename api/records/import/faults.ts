import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import type { Language } from '../../../domain/language.ts';
import type { Problem, Refusal } from '../../../domain/refusal.ts';
import { buildContentDisposition } from '../../exports/file-name.ts';
import { FILE_TYPES } from '../../exports/reply.ts';
import { choice } from '../../http/input/fields.ts';
import { getRefusalCode, getRefusalStatus, translateProblem, type HttpRefusal } from '../../http/reply/errors.ts';
import { getBookToday } from '../../http/reply/time.ts';
import type { RouteRequest } from '../../http/routing/route.ts';
import { findKnownColumn } from './columns.ts';
import type { ImportSheet } from './sheet.ts';
import type { UploadedTable } from './table.ts';
import { listValues } from './value-lists.ts';
import { createImportWorkbookStream, toLetters, type FilledTable } from './workbook.ts';
import { SHEET_TITLES, SHEET_WORDS } from './words.ts';

/** Errors of an uploaded table by row and column, in the response or written into the workbook itself. */

export const ERROR_FORMS = ['json', 'workbook'] as const;

export const importQuery = z.object({
  errors: choice(ERROR_FORMS)
    .optional()
    .meta({
      type: 'string',
      enum: [...ERROR_FORMS],
      default: 'json',
      description:
        '`workbook`: a refused file is returned as a workbook (422) with the errors beside its rows; the code is in `X-Error-Code`.',
    }),
});

export interface Fault {
  /** Line of the file; null for an error of the whole file. */
  readonly row: number | null;
  /** Name of the column in the API; null for an error of the whole row. */
  readonly column: string | null;
  /** Cell in a spreadsheet, such as `C7`. */
  readonly cell: string | null;
  readonly code: string;
  readonly message: string;
}

/** A file that was read, and what it is for. */
export interface ReadSheet {
  readonly sheet: ImportSheet;
  readonly table: UploadedTable;
  /** Titles of the columns, if headings alone do not tell; null for one that is not recognised. */
  readonly titles?: readonly (string | null)[];
}

type Request = Pick<RouteRequest<unknown, z.output<typeof importQuery>>, 'services' | 'company' | 'language' | 'query'>;

/** Adds the places of the errors to a refusal. With `?errors=workbook` the refusal is the workbook with the errors. */
export async function refuseTable(request: Request, read: ReadSheet, refused: Refusal): Promise<HttpRefusal> {
  const { language, query } = request;
  const titles = read.titles ?? listTitles(read);
  const placed = refused.problems.map((problem) => placeProblem(problem, read, titles, language));
  if (getRefusalStatus(refused) !== 422 || placed.every(({ fault }) => fault.row === null && fault.column === null))
    return refused;
  const faults = placed.map(({ fault }) => fault);
  if (query.errors !== 'workbook') return { ...refused, facts: { ...refused.facts, faults } };
  return {
    ...refused,
    file: await writeFaults(request, read, titles, placed),
    headers: { 'X-Error-Code': getRefusalCode(refused) },
  };
}

const listTitles = ({ sheet, table }: ReadSheet): readonly (string | null)[] =>
  table.header.map((heading) => {
    const known = heading === '' ? undefined : findKnownColumn(sheet.resource, heading);
    return known === undefined || known === 'left alone' ? null : known.title;
  });

interface PlacedFault {
  readonly fault: Fault;
  /** Index of the column in the file; null if there is none. */
  readonly index: number | null;
}

const IN_LINE = /^lines\.(\d+)(?:\.(.+))?$/;
const IN_HEADER = /^columns\.(.+)$/;

function placeProblem(
  problem: Problem,
  read: ReadSheet,
  titles: readonly (string | null)[],
  language: Language,
): PlacedFault {
  const { field = '', code } = problem;
  const message = translateProblem(problem, language, true);
  const [, line, name] = IN_LINE.exec(field) ?? [];
  if (line !== undefined) {
    const found = name === undefined ? null : findColumn(name, titles);
    const row = Number(line);
    const cell = found?.index === undefined ? null : `${toLetters(found.index)}${row}`;
    return { fault: { row, column: found?.title ?? name ?? null, cell, code, message }, index: found?.index ?? null };
  }
  const heading = IN_HEADER.exec(field)?.[1];
  if (heading === undefined) return { fault: { row: null, column: null, cell: null, code, message }, index: null };
  const { headerLine, header } = read.table;
  const index = /^\d+$/.test(heading) ? Number(heading) - 1 : null;
  const cell = index === null ? null : `${toLetters(index)}${headerLine}`;
  const column = index === null ? heading : (titles[index] ?? header[index] ?? heading);
  return { fault: { row: headerLine, column, cell, code, message }, index };
}

/** `parent_id` may have been given as `parent`, `periods.3` as a column of its own. */
function findColumn(
  name: string,
  titles: readonly (string | null)[],
): { readonly title: string; readonly index?: number } {
  const [first = name] = name.split('.');
  for (const title of [name, first, first.replace(/_id$/, ''), `${first}_id`]) {
    const index = titles.indexOf(title);
    if (index >= 0) return { title, index };
  }
  return { title: first };
}

async function writeFaults(
  { services, company, language }: Request,
  { sheet, table }: ReadSheet,
  titles: readonly (string | null)[],
  placed: readonly PlacedFault[],
): Promise<NonNullable<HttpRefusal['file']>> {
  const file = await services.commands.loadState('company', company.id);
  const stream = createImportWorkbookStream({
    sheet,
    language,
    creator: file.identity.name,
    date: getBookToday(),
    lists: listValues(sheet, file, language),
    filled: fillTable(table, titles, placed),
  });
  return {
    bytes: await buffer(stream),
    headers: {
      'Content-Type': FILE_TYPES.XLSX,
      'Content-Disposition': buildContentDisposition(
        `${SHEET_TITLES[sheet.title][language]} - ${SHEET_WORDS.faults[language]}`,
        'xlsx',
      ),
    },
  };
}

function fillTable(
  table: UploadedTable,
  titles: readonly (string | null)[],
  placed: readonly PlacedFault[],
): FilledTable {
  // Errors of an earlier attempt are replaced.
  const isNote = table.header.map((heading) => Object.values<string>(SHEET_WORDS.faults).includes(heading));
  const kept = table.header.flatMap((_, index) => (isNote[index] ? [] : [index]));
  const pick = <T>(cells: readonly T[]): T[] => cells.filter((_, index) => !isNote[index]);
  const notes = new Map<number, string>();
  const marked = new Set<string>();
  for (const { fault, index } of placed) {
    if (fault.row === null) continue;
    if (index !== null) marked.add(`${fault.row} ${kept.indexOf(index)}`);
    notes.set(fault.row, [...(notes.has(fault.row) ? [notes.get(fault.row)] : []), fault.message].join('\n'));
  }
  return {
    header: kept.map((index) => ({ text: table.header[index]!, title: titles[index] ?? null })),
    headerLine: table.headerLine,
    rows: table.rows.map(({ line, cells, kinds }) => ({
      line,
      cells: pick(cells),
      ...(kinds !== undefined && { kinds: pick([...kinds]).join('') }),
    })),
    notes,
    marked,
    faults: placed.map(({ fault }) => [
      fault.row === null ? '' : String(fault.row),
      fault.column ?? '',
      fault.cell ?? '',
      fault.code,
      fault.message,
    ]),
  };
}
