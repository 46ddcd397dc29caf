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

export function collectNames(
  file: CompanyFile,
  options: MigrationOptions,
  problems: FoundProblems,
  made?: MadeCodes,
): GatheredNames {
  const chart = createChartIndex(file);
  const mapped = createAccountMapper(options.account_mapping);
  const isTaken = createJournalCheck(file);
  const fitJournal = createCodeFitter((code) => isTaken(code) && !made?.journals.has(code), JOURNAL_CODE_CHARACTERS);
  const fitParty = createCodeFitter(
    (code) => findIdByKey(file.records, thirdParties, 'code', code) !== undefined && !made?.parties.has(code),
    PARTY_CODE_CHARACTERS,
  );
  const opening = new Set(options.opening_journals.map((code) => code.toUpperCase()));
  const named = new Map<string, NamedAccount | null>();
  const seenAccounts = new Map<string, SeenAccount>();
  const seenJournals = new Map<string, { readonly code: string; readonly opens: boolean; readonly row: ImportRow }>();
  const parties = new Map<string, string>();
  const seenParties = new Map<string, SeenParty>();

  const warnCodeChanged = (column: string | null, from: string, to: string, place: Place): void =>
    problems.add({
      severity: 'warning',
      code: 'migration_code_changed',
      column,
      params: { from: from.slice(0, 40), to },
      ...place,
    });

  function resolveAccount(said: string, column: string | null, place: Place): NamedAccount | null {
    const known = named.get(said);
    if (known !== undefined) return known;
    const found = matchAccount(said, column, place);
    named.set(said, found);
    return found;
  }

  function matchAccount(said: string, column: string | null, place: Place): NamedAccount | null {
    const reportError = (code: string): null => {
      problems.add({ severity: 'error', code, column, params: { account: said.slice(0, 40) }, ...place });
      return null;
    };
    const number = mapped(said);
    if (DIGITS.test(number)) {
      if (number.length > ACCOUNT_CHARACTERS) return reportError('migration_account_invalid');
      return chart.findNearest(number) ? { number, party: null } : reportError('migration_account_outside_chart');
    }
    const [, digits] = WITH_NAME.exec(number) ?? [];
    if (digits === undefined || digits.length > ACCOUNT_CHARACTERS) return reportError('migration_account_invalid');
    return chart.findNearest(digits) ? { number: digits, party: said } : reportError('migration_account_outside_chart');
  }

  function getSeenAccount(number: string, label: string | null, line: number): SeenAccount {
    const known = seenAccounts.get(number);
    if (known) return known;
    const seen = { line, label, type: undefined, isUsed: false, isLettered: false };
    seenAccounts.set(number, seen);
    return seen;
  }

  function resolveJournal({ journal, journalLabel }: SourceLine, column: string | null, place: Place) {
    const known = seenJournals.get(journal);
    if (known) return known;
    const code = fitJournal(journal);
    if (code !== journal) warnCodeChanged(column, journal, code, place);
    const opens = opening.has(journal.toUpperCase()) || isOpeningJournal(journal, journalLabel);
    const data = { code, label: journalLabel ?? journal, type: deriveJournalType(journal, journalLabel) };
    const seen = { code, opens, row: { line: place.line, data, lookups: {} } };
    seenJournals.set(journal, seen);
    return seen;
  }

  function resolveParty(
    said: string,
    name: string | null,
    line: SourceLine,
    number: string,
    column: string | null,
    place: Place,
  ): string {
    const known = parties.get(said);
    if (known !== undefined) return known;
    const code = fitParty(said);
    if (code !== said) warnCodeChanged(column, said, code, place);
    parties.set(said, code);
    const type = derivePartyType(number, chart) ?? (line.cents < 0 ? 'supplier' : 'customer');
    const seen = seenParties.get(code);
    // The third-party file may omit the type.
    if (seen) seen.data['type'] ??= type;
    else seenParties.set(code, { line: place.line, data: { code, name: name ?? said, type } });
    return code;
  }

  return {
    addMaster(kind, data, place) {
      if (kind === 'accounts') {
        const found = resolveAccount(data['number'] as string, 'number', place);
        if (!found) return;
        const seen = getSeenAccount(found.number, (data['label'] as string | undefined) ?? null, place.line);
        seen.type ??= data['type'];
        return;
      }
      const said = data['code'] as string;
      const code = fitParty(said);
      if (code !== said) warnCodeChanged('code', said, code, place);
      if (seenParties.has(code)) {
        problems.add({
          severity: 'error',
          code: 'migration_party_twice',
          column: 'code',
          params: { code: said.slice(0, 40) },
          ...place,
        });
        return;
      }
      seenParties.set(code, { line: place.line, data: { name: said, ...data, code } });
    },
    resolveLine(line, { at }, place) {
      const account = resolveAccount(line.account, at['account']?.name ?? null, place);
      const journal = resolveJournal(line, at['journal']?.name ?? null, place);
      // The problem is reported already; the line still counts in its entry to avoid a second problem.
      if (!account) return { journal: journal.code, account: '', party: null, opens: 0 };
      const { number } = account;
      const seen = getSeenAccount(number, account.party === null ? line.accountLabel : null, place.line);
      seen.isUsed = true;
      seen.isLettered ||= line.letter !== null;
      const party = line.party ?? account.party;
      const partyName = line.party === null ? line.accountLabel : line.partyName;
      return {
        journal: journal.code,
        account: number,
        party: party === null ? null : resolveParty(party, partyName, line, number, at['party']?.name ?? null, place),
        opens: journal.opens ? 2 : isOpeningLabel(line.label) ? 1 : 0,
      };
    },
    hasTooMany: () => [named, seenJournals, seenParties].some(({ size }) => size > MIGRATION_LIMITS.records),
    buildRows() {
      const { records } = file;
      return {
        accounts: [...seenAccounts].flatMap(([number, seen]): ImportRow[] => {
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
        }),
        journals: [...seenJournals.values()].flatMap(({ code, row }): ImportRow[] => {
          const known = findLiveRecord(records, journals, findIdByKey(records, journals, 'code', code))?.data;
          if (!known) return [row];
          return known.is_active ? [] : [{ ...row, data: { code, is_active: true } }];
        }),
        third_parties: [...seenParties].flatMap(([code, { line, data }]): ImportRow[] => {
          const known = findLiveRecord(records, thirdParties, findIdByKey(records, thirdParties, 'code', code))?.data;
          if (!known) return [{ line, data: { ...data, type: data['type'] ?? 'customer' }, lookups: {} }];
          return known.is_active ? [] : [{ line, data: { code, is_active: true }, lookups: {} }];
        }),
      };
    },
  };
}
