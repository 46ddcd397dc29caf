import { z } from 'zod';
import { listUnfiledAccounts } from '../../domain/annual-filings/calendar.ts';
import { countDaysBetween, type PlainDate } from '../../domain/dates.ts';
import type { Language } from '../../domain/language.ts';
import { toSearchable } from '../../domain/text.ts';
import {
  CALENDAR_STATUSES,
  createCalendarBuilder,
  getDeadlineSpan,
  getReturnsStart,
  type CalendarItem,
} from '../../domain/vat-declarations/calendar.ts';
import { readBoard, type BoardRow } from '../../projections/firms/board.ts';
import { listMembers, type MemberRow } from '../../projections/firms/queries.ts';
import { listCalendarFiles, type CalendarFile } from '../../projections/vat-declarations/calendar.ts';
import { runInTurns } from '../../support/yielding.ts';
import { bool, id, pageQuery, sort, text } from '../http/input/fields.ts';
import { plainDate, publicToken, recordId, timestamp } from '../http/reply/output.ts';
import { pageSchema, paginate } from '../http/reply/pagination.ts';
import { ok } from '../http/reply/reply.ts';
import { getBookToday } from '../http/reply/time.ts';
import { route } from '../http/routing/route.ts';
import { formatFilingLabel } from '../vat-declarations/filing-label.ts';
import { compareByName } from './firm.ts';

/** The board of a firm: what waits in each company file. */

const BoardItem = z
  .object({
    company: z.object({ public_token: publicToken, code: z.string(), name: z.string(), country: z.string() }),
    responsible: z
      .object({ id: recordId, name: z.string() })
      .nullable()
      .meta({ description: 'Member of the firm who is responsible for the file.' }),
    documents_to_validate: z.int().meta({ description: 'Imported documents that are ready, to review or duplicates.' }),
    bank_to_match: z.int().meta({ description: 'Bank transactions that are not matched.' }),
    open_conflicts: z.int().meta({ description: 'Conflicts of synchronisation that are not resolved.' }),
    vat: z
      .object({
        label: z.string(),
        due_on: plainDate,
        days_left: z.int().meta({ description: 'Negative if it is late.' }),
        is_late: z.boolean().meta({ description: 'Whether the due date has passed.' }),
        status: z.enum(CALENDAR_STATUSES),
      })
      .nullable()
      .meta({ description: 'Oldest VAT return of a period that is over and not filed.' }),
    filings: z
      .array(
        z.object({
          kind: z.string().meta({ description: 'As in the calendar: listings, fee slips, annual accounts.' }),
          due_on: plainDate,
          is_late: z.boolean().meta({ description: 'Whether the due date has passed.' }),
        }),
      )
      .meta({ description: 'Other filings of periods that are over and not filed, by due date.' }),
    last_activity: z
      .object({
        at: timestamp.meta({ description: 'Time of the change.' }),
        user: z.object({ id: recordId, name: z.string().nullable() }).nullable(),
      })
      .nullable()
      .meta({ description: 'Last change in the file.' }),
    closed_until: plainDate.nullable().meta({ description: 'Last day up to which all periods are locked.' }),
  })
  .meta({ id: 'BoardItem' });

const Board = pageSchema(BoardItem, {
  totals: z
    .object({
      companies: z.int().meta({ description: 'Number of files.' }),
      late: z.int().meta({ description: 'Files with something late.' }),
      documents_to_validate: z.int().meta({ description: 'Imported documents to validate.' }),
      bank_to_match: z.int().meta({ description: 'Bank transactions to match.' }),
      open_conflicts: z.int().meta({ description: 'Conflicts to resolve.' }),
    })
    .meta({ description: 'Over the whole filtered list.' }),
}).meta({ id: 'Board' });

const SORTS = ['name', 'due_on', 'documents_to_validate', 'bank_to_match', 'last_activity'] as const;
type Sort = (typeof SORTS)[number];

export const boardRoute = route({
  area: 'firms',
  method: 'get',
  ability: 'read',
  role: 'any',
  demo: 'allowed',
  path: '/v1/firms/{firm}/board',
  operationId: 'getFirmBoard',
  summary: 'List what waits in each company file that the caller can see: documents, bank, VAT, filings, conflicts',
  query: z.object({
    late: bool().optional().meta({ description: 'Only files with something late, or only files without.' }),
    member: id().optional().meta({
      description: 'Only files that this member was given by name, or is responsible for: id of the user.',
    }),
    q: text(200).optional().meta({ description: 'Words in the name or code; accents and case are ignored.' }),
    sort: sort(SORTS, 'by name').optional(),
    ...pageQuery(),
  }),
  replies: { 200: Board },
  async handle({ services, caller, firm, query, language, pathUrl }) {
    const today = getBookToday();
    const seen = services.access.listVisibleCompanies(caller, firm.id);
    const [rows, files, members] = await Promise.all([
      readBoard(services.pool, firm.id, seen),
      listCalendarFiles(services.pool, firm.id, seen, getReturnsStart(getDeadlineSpan(today))),
      listMembers(services.pool, firm.id),
    ]);
    const due = await runInTurns(findDueFilings(files, today));
    const all = rows.map((row) => ({ ...row, ...(due.get(row.id) ?? NOTHING_DUE) }));
    const words = toSearchable(query.q ?? '').split(/\s+/);
    const member = query.member === undefined ? null : findOwnFiles(members, query.member);
    const shown = all
      .filter((one) => query.late === undefined || isLate(one) === query.late)
      .filter((one) => member === null || one.responsible_id === query.member || member.has(one.id))
      .filter(({ name, code }) => words.every((word) => toSearchable(`${name} ${code}`).includes(word)))
      .sort(createComparer(query.sort ?? 'name', language));
    const { page, per_page: perPage } = query;
    const names = new Map(members.map((one) => [one.id, one.name]));
    const data = shown
      .slice((page - 1) * perPage, page * perPage)
      .map((one) => presentItem(one, names, today, language));
    return ok({
      ...paginate({ rows: data, total: shown.length, page, perPage, pathUrl, language }),
      totals: {
        companies: shown.length,
        late: shown.filter(isLate).length,
        documents_to_validate: sumUp(shown, 'documents_to_validate'),
        bank_to_match: sumUp(shown, 'bank_to_match'),
        open_conflicts: sumUp(shown, 'open_conflicts'),
      },
    });
  },
});

interface Due {
  readonly vat: CalendarItem | null;
  readonly filings: readonly { readonly kind: string; readonly due_on: PlainDate; readonly is_late: boolean }[];
}

type BoardEntry = BoardRow & Due;

const NOTHING_DUE: Due = { vat: null, filings: [] };

/** Yields after each file, so that other requests get their turn. */
function* findDueFilings(files: readonly CalendarFile[], today: PlainDate): Generator<void, ReadonlyMap<number, Due>> {
  const buildItems = createCalendarBuilder(getDeadlineSpan(today), today);
  const found = new Map<number, Due>();
  for (const file of files) {
    const due = buildItems({ ...file, first_day: file.first_open_day ?? file.first_day }).filter(
      ({ status }) => status === 'open' || status === 'late',
    );
    const others = [...due.filter(({ kind }) => kind !== 'return'), ...listUnfiledAccounts(file, today)];
    found.set(file.id, {
      vat: due.find(({ kind }) => kind === 'return') ?? null,
      filings: others
        .map(({ kind, due_on, status }) => ({ kind, due_on, is_late: status === 'late' }))
        .sort((one, other) => (one.due_on < other.due_on ? -1 : one.due_on > other.due_on ? 1 : 0)),
    });
    yield;
  }
  return found;
}

const isLate = ({ vat, filings }: Due): boolean => vat?.status === 'late' || filings.some(({ is_late }) => is_late);

/** Files that the member was given by name; none of a member who sees all. */
function findOwnFiles(members: readonly MemberRow[], userId: number): ReadonlySet<number> {
  const member = members.find((one) => one.id === userId);
  return new Set(Object.keys(member?.companies ?? {}).map(Number));
}

const sumUp = (rows: readonly BoardRow[], name: 'documents_to_validate' | 'bank_to_match' | 'open_conflicts'): number =>
  rows.reduce((sum, row) => sum + row[name], 0);

type Comparer = (one: BoardEntry, other: BoardEntry) => number;

/** Files without a value come last in both directions, and equal files are in the order of their names. */
function createComparer(order: Sort | `-${Sort}`, language: Language): Comparer {
  const byName = compareByName(language);
  const key = order.replace(/^-/, '') as Sort;
  const direction = key === order ? 1 : -1;
  if (key === 'name') return (one, other) => direction * byName(one, other);
  const pick = {
    due_on: ({ vat }: BoardEntry) => vat?.due_on ?? null,
    documents_to_validate: (row: BoardEntry) => row.documents_to_validate,
    bank_to_match: (row: BoardEntry) => row.bank_to_match,
    last_activity: ({ active_at }: BoardEntry) => active_at,
  }[key];
  return (one, other) => {
    const [left, right] = [pick(one), pick(other)];
    if (left === right) return byName(one, other);
    if (left === null || right === null) return left === null ? 1 : -1;
    return direction * (left < right ? -1 : 1);
  };
}

function presentItem(
  row: BoardEntry,
  names: ReadonlyMap<number, string>,
  today: PlainDate,
  language: Language,
): z.output<typeof BoardItem> {
  const { vat, active_at, active_user_id: userId, responsible_id: responsibleId } = row;
  const responsible = responsibleId === null ? undefined : names.get(responsibleId);
  return {
    company: { public_token: row.public_token, code: row.code, name: row.name, country: row.country },
    responsible: responsible === undefined ? null : { id: responsibleId!, name: responsible },
    documents_to_validate: row.documents_to_validate,
    bank_to_match: row.bank_to_match,
    open_conflicts: row.open_conflicts,
    vat: vat && {
      label: formatFilingLabel(vat, language),
      due_on: vat.due_on,
      days_left: countDaysBetween(today, vat.due_on),
      is_late: vat.status === 'late',
      status: vat.status,
    },
    filings: [...row.filings],
    last_activity:
      active_at === null
        ? null
        : { at: active_at, user: userId === null ? null : { id: userId, name: row.active_user_name } },
    closed_until: row.closed_until,
  };
}
