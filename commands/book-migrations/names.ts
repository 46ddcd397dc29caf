import { accounts } from '../../domain/accounts/account.ts';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import { journals } from '../../domain/journals/journal.ts';
import type { Json, JsonRecord } from '../../domain/json.ts';
import type { FileColumns } from '../../domain/book-migrations/columns.ts';
import {
  ACCOUNT_CHARACTERS,
  createAccountMapper,
  createChartIndex,
  createCodeFitter,
  createJournalCheck,
  JOURNAL_CODE_CHARACTERS,
  deriveJournalType,
  PARTY_CODE_CHARACTERS,
  derivePartyType,
  type ChartIndex,
} from '../../domain/book-migrations/names.ts';
import { isOpeningJournal, isOpeningLabel } from '../../domain/book-migrations/openings.ts';
import { MIGRATION_LIMITS, type SourceLine } from '../../domain/book-migrations/source.ts';
import type { ImportRow } from '../../domain/records/import.ts';
import { findIdByKey, findLiveRecord } from '../../domain/records/state.ts';
import { thirdParties } from '../../domain/third-parties/third-party.ts';
import type { FoundProblems } from './problems.ts';
import type { StagedLine } from '../../stores/book-migrations/staging.ts';
import type { MigrationOptions } from '../../stores/book-migrations/migrations.ts';

/** Accounts, journals and third parties named in the files, each resolved at first occurrence. */

export interface Place {
  readonly file: string;
  readonly line: number;
}

export interface GatheredNames {
  addMaster(kind: 'accounts' | 'third_parties', data: JsonRecord, place: Place): void;
  /** Resolves the names of a line to those of the company file. Null if a problem was reported. */
  resolveLine(
    line: SourceLine,
    columns: FileColumns,
    place: Place,
  ): Pick<StagedLine, 'journal' | 'account' | 'party' | 'opens'> | null;
  hasTooMany(): boolean;
  /** The records to create or change. */
  buildRows(): Record<'accounts' | 'journals' | 'third_parties', readonly ImportRow[]>;
}

interface NamedAccount {
  readonly number: string;
  /** Set if the account number of the other program ends with the name of a third party. */
  readonly party: string | null;
}

interface SeenAccount {
  readonly line: number;
  readonly label: string | null;
  type: Json | undefined;
  isUsed: boolean;
  isLettered: boolean;
}

interface SeenParty {
  readonly line: number;
  readonly data: Record<string, Json>;
}

const DIGITS_OF_A_GROUP = 3;
const DIGITS = /^\d+$/;
/** `401DUPONT`: the account, followed by its third party. */
const WITH_NAME = /^(\d{3,})\D/;

/** Codes of records created by an earlier reading of the same files. */
export interface MadeCodes {
  readonly journals: ReadonlySet<string>;
  readonly parties: ReadonlySet<string>;
}

interface SeenJournal {
  readonly code: string;
  readonly opens: boolean;
  readonly row: ImportRow;
}

/** A third party as its line names it. */
interface NamedParty {
  readonly said: string;
  readonly name: string | null;
  /** Number of its account. */
  readonly number: string;
  readonly column: string | null;
}

interface NamesState {
  readonly file: CompanyFile;
  readonly problems: FoundProblems;
  readonly chart: ChartIndex;
  readonly mapAccount: (said: string) => string;
  readonly fitJournal: (said: string) => string;
  readonly fitParty: (said: string) => string;
  /** Codes of opening journals, in upper case. */
  readonly opening: ReadonlySet<string>;
  readonly named: Map<string, NamedAccount | null>;
  readonly seenAccounts: Map<string, SeenAccount>;
  readonly seenJournals: Map<string, SeenJournal>;
  /** Codes of third parties by the name in the files. */
  readonly parties: Map<string, string>;
  readonly seenParties: Map<string, SeenParty>;
}

export function collectNames(
  file: CompanyFile,
  options: MigrationOptions,
  problems: FoundProblems,
  made?: MadeCodes,
): GatheredNames {
  const isTaken = createJournalCheck(file);
  const names: NamesState = {
    file,
    problems,
    chart: createChartIndex(file),
    mapAccount: createAccountMapper(options.account_mapping),
    fitJournal: createCodeFitter((code) => isTaken(code) && !made?.journals.has(code), JOURNAL_CODE_CHARACTERS),
    fitParty: createCodeFitter(
      (code) => findIdByKey(file.records, thirdParties, 'code', code) !== undefined && !made?.parties.has(code),
      PARTY_CODE_CHARACTERS,
    ),
    opening: new Set(options.opening_journals.map((code) => code.toUpperCase())),
    named: new Map(),
    seenAccounts: new Map(),
    seenJournals: new Map(),
    parties: new Map(),
    seenParties: new Map(),
  };
  return {
    addMaster: (kind, data, place) =>
      kind === 'accounts' ? addMasterAccount(names, data, place) : addMasterParty(names, data, place),
    resolveLine: (line, columns, place) => resolveLineNames(names, line, columns, place),
    hasTooMany: () =>
      [names.named, names.seenJournals, names.seenParties].some(({ size }) => size > MIGRATION_LIMITS.records),
    buildRows: () => ({
      accounts: [...names.seenAccounts].flatMap(([number, seen]) => buildAccountRows(names, number, seen)),
      journals: [...names.seenJournals.values()].flatMap((seen) => buildJournalRows(names, seen)),
      third_parties: [...names.seenParties].flatMap(([code, seen]) => buildPartyRows(names, code, seen)),
    }),
  };
}

function addMasterAccount(names: NamesState, data: JsonRecord, place: Place): void {
  const found = resolveAccount(names, data['number'] as string, 'number', place);
  if (!found) return;
  const seen = getSeenAccount(names, found.number, (data['label'] as string | undefined) ?? null, place.line);
  seen.type ??= data['type'];
}

function addMasterParty(names: NamesState, data: JsonRecord, place: Place): void {
  const said = data['code'] as string;
  const code = names.fitParty(said);
  if (code !== said) warnCodeChanged(names, 'code', said, code, place);
  if (names.seenParties.has(code)) {
    names.problems.add({
      severity: 'error',
      code: 'migration_party_twice',
      column: 'code',
      params: { code: said.slice(0, 40) },
      ...place,
    });
    return;
  }
  names.seenParties.set(code, { line: place.line, data: { name: said, ...data, code } });
}

function resolveLineNames(
  names: NamesState,
  line: SourceLine,
  { at }: FileColumns,
  place: Place,
): ReturnType<GatheredNames['resolveLine']> {
  const account = resolveAccount(names, line.account, at['account']?.name ?? null, place);
  const journal = resolveJournal(names, line, at['journal']?.name ?? null, place);
  // The problem is reported already; the line still counts in its entry to avoid a second problem.
  if (!account) return { journal: journal.code, account: '', party: null, opens: 0 };
  const { number } = account;
  const seen = getSeenAccount(names, number, account.party === null ? line.accountLabel : null, place.line);
  seen.isUsed = true;
  seen.isLettered ||= line.letter !== null;
  const party = line.party ?? account.party;
  const partyName = line.party === null ? line.accountLabel : line.partyName;
  return {
    journal: journal.code,
    account: number,
    party:
      party === null
        ? null
        : (names.parties.get(party) ??
          addParty(names, { said: party, name: partyName, number, column: at['party']?.name ?? null }, line, place)),
    opens: journal.opens ? 2 : isOpeningLabel(line.label) ? 1 : 0,
  };
}

function resolveAccount(names: NamesState, said: string, column: string | null, place: Place): NamedAccount | null {
  const known = names.named.get(said);
  if (known !== undefined) return known;
  const found = matchAccount(names, said, column, place);
  names.named.set(said, found);
  return found;
}

function matchAccount(names: NamesState, said: string, column: string | null, place: Place): NamedAccount | null {
  const reportError = (code: string): null => {
    names.problems.add({ severity: 'error', code, column, params: { account: said.slice(0, 40) }, ...place });
    return null;
  };
  const number = names.mapAccount(said);
  if (DIGITS.test(number)) {
    if (number.length > ACCOUNT_CHARACTERS) return reportError('migration_account_invalid');
    return names.chart.findNearest(number) ? { number, party: null } : reportError('migration_account_outside_chart');
  }
  const [, digits] = WITH_NAME.exec(number) ?? [];
  if (digits === undefined || digits.length > ACCOUNT_CHARACTERS) return reportError('migration_account_invalid');
  return names.chart.findNearest(digits)
    ? { number: digits, party: said }
    : reportError('migration_account_outside_chart');
}

function getSeenAccount(names: NamesState, number: string, label: string | null, line: number): SeenAccount {
  const known = names.seenAccounts.get(number);
  if (known) return known;
  const seen = { line, label, type: undefined, isUsed: false, isLettered: false };
  names.seenAccounts.set(number, seen);
  return seen;
}

function resolveJournal(
  names: NamesState,
  { journal, journalLabel }: SourceLine,
  column: string | null,
  place: Place,
): SeenJournal {
  const known = names.seenJournals.get(journal);
  if (known) return known;
  const code = names.fitJournal(journal);
  if (code !== journal) warnCodeChanged(names, column, journal, code, place);
  const opens = names.opening.has(journal.toUpperCase()) || isOpeningJournal(journal, journalLabel);
  const data = { code, label: journalLabel ?? journal, type: deriveJournalType(journal, journalLabel) };
  const seen = { code, opens, row: { line: place.line, data, lookups: {} } };
  names.seenJournals.set(journal, seen);
  return seen;
}

/** At the first occurrence of a third party. */
function addParty(
  names: NamesState,
  { said, name, number, column }: NamedParty,
  line: SourceLine,
  place: Place,
): string {
  const code = names.fitParty(said);
  if (code !== said) warnCodeChanged(names, column, said, code, place);
  names.parties.set(said, code);
  const type = derivePartyType(number, names.chart) ?? (line.cents < 0 ? 'supplier' : 'customer');
  const seen = names.seenParties.get(code);
  // The third-party file may omit the type.
  if (seen) seen.data['type'] ??= type;
  else names.seenParties.set(code, { line: place.line, data: { code, name: name ?? said, type } });
  return code;
}

const warnCodeChanged = (names: NamesState, column: string | null, from: string, to: string, place: Place): void =>
  names.problems.add({
    severity: 'warning',
    code: 'migration_code_changed',
    column,
    params: { from: from.slice(0, 40), to },
    ...place,
  });

function buildAccountRows({ file: { records }, chart }: NamesState, number: string, seen: SeenAccount): ImportRow[] {
  const known = findLiveRecord(records, accounts, findIdByKey(records, accounts, 'number', number))?.data;
  if (known) {
    const data = {
      ...(seen.isUsed && !known.is_postable && { is_postable: true }),
      ...(seen.isUsed && !known.is_active && { is_active: true }),
      ...(seen.isLettered && !known.is_letterable && { is_letterable: true }),
    };
    return Object.keys(data).length === 0 ? [] : [{ line: seen.line, data: { number, ...data }, lookups: {} }];
  }
  const near = chart.findNearest(number)!;
  const role = near.control_role;
  const data = {
    number,
    label: seen.label ?? number,
    type: seen.type ?? near.type ?? null,
    is_letterable: seen.isLettered || near.is_letterable,
    // An account next to the control account of customers or suppliers gets the same role.
    ...((role === 'customer' || role === 'supplier') &&
      near.number.startsWith(number.slice(0, DIGITS_OF_A_GROUP)) && { control_role: role }),
  };
  return [{ line: seen.line, data, lookups: {} }];
}

function buildJournalRows({ file: { records } }: NamesState, { code, row }: SeenJournal): ImportRow[] {
  const known = findLiveRecord(records, journals, findIdByKey(records, journals, 'code', code))?.data;
  if (!known) return [row];
  return known.is_active ? [] : [{ ...row, data: { code, is_active: true } }];
}

function buildPartyRows({ file: { records } }: NamesState, code: string, { line, data }: SeenParty): ImportRow[] {
  const known = findLiveRecord(records, thirdParties, findIdByKey(records, thirdParties, 'code', code))?.data;
  if (!known) return [{ line, data: { ...data, type: data['type'] ?? 'customer' }, lookups: {} }];
  return known.is_active ? [] : [{ line, data: { code, is_active: true }, lookups: {} }];
}
