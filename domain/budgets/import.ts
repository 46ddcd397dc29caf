import type { CompanyFile } from '../company-file-state.ts';
import { isSameJson, type JsonRecord } from '../json.ts';
import { prepareChange } from '../records/checks.ts';
import type { RecordEvent } from '../records/record-events.ts';
import { findLiveRecord } from '../records/state.ts';
import { refuseInvalid, isRefusal, refuse, type Decision, type Problem, type Refusal } from '../refusal.ts';
import { budgets } from './budget.ts';
import { buildLineKey, type BudgetLine } from './lines.ts';
import { findVersionConflict } from '../versions.ts';

/** Imports budget lines from a file: all lines or none. */

/** `merge`: lines with other accounts and codes are kept; `replace`: lines missing from the file are removed. */
export const BUDGET_IMPORT_MODES = ['merge', 'replace'] as const;

export interface ImportBudgetLines {
  readonly type: 'ImportBudgetLines';
  readonly id: number;
  readonly mode: (typeof BUDGET_IMPORT_MODES)[number];
  readonly rows: readonly {
    /** Line number in the file, from 1. */ readonly line: number;
    readonly data: JsonRecord;
  }[];
  readonly baseVersion: number | null;
}

export interface PlannedLine {
  readonly line: number;
  readonly action: 'created' | 'updated' | 'unchanged';
  readonly data: BudgetLine;
}

export interface PlannedImport {
  readonly lines: readonly PlannedLine[];
  readonly removed: number;
  /** Empty if the budget does not change. */
  readonly events: readonly RecordEvent[];
}

export function decideBudgetImport(command: ImportBudgetLines, file: CompanyFile): Decision<RecordEvent> {
  const plan = planBudgetImport(command, file);
  return isRefusal(plan) ? plan : plan.events;
}

/** Plans the changes of the import to the budget. */
export function planBudgetImport(command: ImportBudgetLines, file: CompanyFile): PlannedImport | Refusal {
  const { id, mode, baseVersion } = command;
  const record = findLiveRecord(file.records, budgets, id);
  if (!record) return refuse('not_found');
  const conflict = findVersionConflict(record, baseVersion);
  if (conflict) return conflict;
  const { lines: before } = record.data;
  const { rows, repeated } = dropRepeated(command.rows);
  const { lines, placeOfRow } = mergeLines(before, { ...command, rows });
  const { changes, previous, problems } = prepareChange(budgets, id, record, { lines }, file);
  const told = [...problems.flatMap((problem) => toFileLine(problem, rows, placeOfRow)), ...repeated];
  if (told.length > 0) return refuseInvalid(told);
  const after = (changes['lines'] ?? before) as readonly BudgetLine[];
  const known = new Map(before.map((line) => [buildLineKey(line), line]));
  const kept = new Set(after.map(buildLineKey));
  return {
    lines: rows.map(({ line }, row) => {
      const data = after[placeOfRow[row]!]!;
      const earlier = known.get(buildLineKey(data));
      const action = earlier === undefined ? 'created' : isSameJson(earlier, data) ? 'unchanged' : 'updated';
      return { line, action, data };
    }),
    removed: mode === 'replace' ? before.filter((line) => !kept.has(buildLineKey(line))).length : 0,
    events:
      Object.keys(changes).length === 0
        ? []
        : [
            {
              type: 'RecordUpdated',
              data: { resource: budgets.name, id, version: record.version + 1, changes, previous },
            },
          ],
  };
}

/** Keeps the first row for each account and code; the others are reported. */
function dropRepeated(all: ImportBudgetLines['rows']) {
  const lines = new Map<string, number>();
  const repeated: Problem[] = [];
  const rows = all.filter(({ line, data }) => {
    const earlier = lines.get(buildLineKey(data));
    if (earlier === undefined) lines.set(buildLineKey(data), line);
    else repeated.push({ code: 'import_duplicate_key', field: `lines.${line}.account`, params: { line: earlier } });
    return earlier === undefined;
  });
  return { rows, repeated };
}

/** The resulting lines, and the position of each row among them. */
function mergeLines(before: readonly BudgetLine[], { rows, mode }: ImportBudgetLines) {
  if (mode === 'replace') return { lines: rows.map(({ data }) => data), placeOfRow: rows.map((_, row) => row) };
  const lines: JsonRecord[] = [...before];
  const places = new Map(before.map((line, place) => [buildLineKey(line), place]));
  const placeOfRow = rows.map(({ data }) => {
    const place = places.get(buildLineKey(data)) ?? lines.length;
    lines[place] = data;
    return place;
  });
  return { lines, placeOfRow };
}

/** Maps problems to the lines of the file; problems of unchanged lines are not reported. */
function toFileLine(
  problem: Problem,
  rows: ImportBudgetLines['rows'],
  placeOfRow: readonly number[],
): readonly Problem[] {
  const [, place, member] = /^lines\.(\d+)(\..*)?$/.exec(problem.field ?? '') ?? [];
  if (place === undefined) return [problem];
  const row = placeOfRow.indexOf(Number(place));
  return row < 0 ? [] : [{ ...problem, field: `lines.${rows[row]!.line}${member ?? ''}` }];
}
