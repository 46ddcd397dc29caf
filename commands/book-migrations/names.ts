import { accounts } from '../../domain/accounts/account.ts';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import { journals } from '../../domain/journals/journal.ts';
import type { Json, JsonRecord } from '../../domain/json.ts';
import type { FileColumns } from '../../domain/book-migrations/columns.ts';
import {
  ACCOUNT_CHARACTERS,
  accountMapper,
  chartIndex,
  codeFitter,
  isJournalTaken,
  JOURNAL_CODE_CHARACTERS,
  journalTypeOf,
  PARTY_CODE_CHARACTERS,
  partyTypeOf,
} from '../../domain/book-migrations/names.ts';
import { opensByJournal, opensByLabel } from '../../domain/book-migrations/openings.ts';
import { MIGRATION_LIMITS, type SourceLine } from '../../domain/book-migrations/source.ts';
import type { ImportRow } from '../../domain/records/import.ts';
import { idByKey, living } from '../../domain/records/state.ts';
import { thirdParties } from '../../domain/third-parties/third-party.ts';
import type { FoundProblems } from './problems.ts';
import type { StagedLine } from '../../stores/book-migrations/staging.ts';
import type { MigrationOptions } from '../../stores/book-migrations/migrations.ts';

/** Accounts, journals and third parties that the files name, each looked at when it is first met. */

export interface Place {
  readonly file: string;
  readonly line: number;
}

export interface GatheredNames {
  addMaster(kind: 'accounts' | 'third_parties', data: JsonRecord, place: Place): void;
  /** What the line names, as the company file calls it; null: something that was reported. */
  ofLine(
    line: SourceLine,
    columns: FileColumns,
    place: Place,
  ): Pick<StagedLine, 'journal' | 'account' | 'party' | 'opens'> | null;
  isTooMany(): boolean;
  /** What has to be made or changed. */
  rows(): Record<'accounts' | 'journals' | 'third_parties', readonly ImportRow[]>;
}

interface NamedAccount {
  readonly number: string;
  /** Where the number of another program names somebody at its end. */
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
/** `401DUPONT`: the account, and behind it whom it is kept for. */
const WITH_NAME = /^(\d{3,})\D/;

/** Codes of records that an earlier reading of the same files has made. */
export interface MadeCodes {
  readonly journals: ReadonlySet<string>;
  readonly parties: ReadonlySet<string>;
}

export function gatherNames(
  file: CompanyFile,
  options: MigrationOptions,
  problems: FoundProblems,
  made?: MadeCodes,
): GatheredNames {
  const chart = chartIndex(file);
  const mapped = accountMapper(options.account_mapping);
  const isTaken = isJournalTaken(file);
  const fitJournal = codeFitter((code) => isTaken(code) && !made?.journals.has(code), JOURNAL_CODE_CHARACTERS);
  const fitParty = codeFitter(
    (code) => idByKey(file.records, thirdParties, 'code', code) !== undefined && !made?.parties.has(code),
    PARTY_CODE_CHARACTERS,
  );
  const opening = new Set(options.opening_journals.map((code) => code.toUpperCase()));
  const named = new Map<string, NamedAccount | null>();
  const seenAccounts = new Map<string, SeenAccount>();
  const seenJournals = new Map<string, { readonly code: string; readonly opens: boolean; readonly row: ImportRow }>();
  const parties = new Map<string, string>();
  const seenParties = new Map<string, SeenParty>();

  const changed = (column: string | null, from: string, to: string, place: Place): void =>
    problems.add({
      severity: 'warning',
      code: 'migration_code_changed',
      column,
      params: { from: from.slice(0, 40), to },
      ...place,
    });

  function accountNamed(said: string, column: string | null, place: Place): NamedAccount | null {
    const known = named.get(said);
    if (known !== undefined) return known;
    const found = accountFor(said, column, place);
    named.set(said, found);
    return found;
  }

  function accountFor(said: string, column: string | null, place: Place): NamedAccount | null {
    const wrong = (code: string): null => {
      problems.add({ severity: 'error', code, column, params: { account: said.slice(0, 40) }, ...place });
      return null;
    };
    const number = mapped(said);
    if (DIGITS.test(number)) {
      if (number.length > ACCOUNT_CHARACTERS) return wrong('migration_account_invalid');
      return chart.nearest(number) ? { number, party: null } : wrong('migration_account_outside_chart');
    }
    const [, digits] = WITH_NAME.exec(number) ?? [];
    if (digits === undefined || digits.length > ACCOUNT_CHARACTERS) return wrong('migration_account_invalid');
    return chart.nearest(digits) ? { number: digits, party: said } : wrong('migration_account_outside_chart');
  }

  function seenAccount(number: string, label: string | null, line: number): SeenAccount {
    const known = seenAccounts.get(number);
    if (known) return known;
    const seen = { line, label, type: undefined, isUsed: false, isLettered: false };
    seenAccounts.set(number, seen);
    return seen;
  }

  function journalOf({ journal, journalLabel }: SourceLine, column: string | null, place: Place) {
    const known = seenJournals.get(journal);
    if (known) return known;
    const code = fitJournal(journal);
    if (code !== journal) changed(column, journal, code, place);
    const opens = opening.has(journal.toUpperCase()) || opensByJournal(journal, journalLabel);
    const data = { code, label: journalLabel ?? journal, type: journalTypeOf(journal, journalLabel) };
    const seen = { code, opens, row: { line: place.line, data, lookups: {} } };
    seenJournals.set(journal, seen);
    return seen;
  }

  function partyOf(
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
    if (code !== said) changed(column, said, code, place);
    parties.set(said, code);
    const type = partyTypeOf(number, chart) ?? (line.cents < 0 ? 'supplier' : 'customer');
    const seen = seenParties.get(code);
    // Its own file may leave out what it is.
    if (seen) seen.data['type'] ??= type;
    else seenParties.set(code, { line: place.line, data: { code, name: name ?? said, type } });
    return code;
  }

  return {
    addMaster(kind, data, place) {
      if (kind === 'accounts') {
        const found = accountNamed(data['number'] as string, 'number', place);
        if (!found) return;
        const seen = seenAccount(found.number, (data['label'] as string | undefined) ?? null, place.line);
        seen.type ??= data['type'];
        return;
      }
      const said = data['code'] as string;
      const code = fitParty(said);
      if (code !== said) changed('code', said, code, place);
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
    ofLine(line, { at }, place) {
      const account = accountNamed(line.account, at['account']?.name ?? null, place);
      const journal = journalOf(line, at['journal']?.name ?? null, place);
      // What is wrong was said; the line still counts in its entry, so that no second thing is said of that.
      if (!account) return { journal: journal.code, account: '', party: null, opens: 0 };
      const { number } = account;
      const seen = seenAccount(number, account.party === null ? line.accountLabel : null, place.line);
      seen.isUsed = true;
      seen.isLettered ||= line.letter !== null;
      const party = line.party ?? account.party;
      const partyName = line.party === null ? line.accountLabel : line.partyName;
      return {
        journal: journal.code,
        account: number,
        party: party === null ? null : partyOf(party, partyName, line, number, at['party']?.name ?? null, place),
        opens: journal.opens ? 2 : opensByLabel(line.label) ? 1 : 0,
      };
    },
    isTooMany: () => [named, seenJournals, seenParties].some(({ size }) => size > MIGRATION_LIMITS.records),
    rows() {
      const { records } = file;
      return {
        accounts: [...seenAccounts].flatMap(([number, seen]): ImportRow[] => {
          const known = living(records, accounts, idByKey(records, accounts, 'number', number))?.data;
          if (known) {
            const data = {
              ...(seen.isUsed && !known.is_postable && { is_postable: true }),
              ...(seen.isUsed && !known.is_active && { is_active: true }),
              ...(seen.isLettered && !known.is_letterable && { is_letterable: true }),
            };
            return Object.keys(data).length === 0 ? [] : [{ line: seen.line, data: { number, ...data }, lookups: {} }];
          }
          const near = chart.nearest(number)!;
          const role = near.control_role;
          const data = {
            number,
            label: seen.label ?? number,
            type: seen.type ?? near.type ?? null,
            is_letterable: seen.isLettered || near.is_letterable,
            // One that is kept beside the account of all customers is one of customers.
            ...((role === 'customer' || role === 'supplier') &&
              near.number.startsWith(number.slice(0, DIGITS_OF_A_GROUP)) && { control_role: role }),
          };
          return [{ line: seen.line, data, lookups: {} }];
        }),
        journals: [...seenJournals.values()].flatMap(({ code, row }): ImportRow[] => {
          const known = living(records, journals, idByKey(records, journals, 'code', code))?.data;
          if (!known) return [row];
          return known.is_active ? [] : [{ ...row, data: { code, is_active: true } }];
        }),
        third_parties: [...seenParties].flatMap(([code, { line, data }]): ImportRow[] => {
          const known = living(records, thirdParties, idByKey(records, thirdParties, 'code', code))?.data;
          if (!known) return [{ line, data: { ...data, type: data['type'] ?? 'customer' }, lookups: {} }];
          return known.is_active ? [] : [{ line, data: { code, is_active: true }, lookups: {} }];
        }),
      };
    },
  };
}
