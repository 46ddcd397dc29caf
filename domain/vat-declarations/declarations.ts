import type { CompanyFile } from '../company-file-state.ts';
import { getRegimeOn } from '../companies/vat-regimes.ts';
import type { PlainDate } from '../dates.ts';
import type { EntryEvent } from '../ledger/entry-events.ts';
import type { EntryFacts } from '../ledger/entry-facts.ts';
import { refuseLocked, findLock, findPlace } from '../ledger/place.ts';
import { buildReversal } from '../ledger/reversal.ts';
import type { LetteringEvent } from '../lettering/lettering-events.ts';
import type { SignedAmount } from '../money.ts';
import { refuseInvalid, isRefusal, refuse, assertUnreachable, type Decision, type Refusal } from '../refusal.ts';
import { listChangedBoxes, computeReturn, listFilledBoxes, type ComputedReturn } from './computation.ts';
import type { BoxAmount, DeclarationChanges, ReturnRequests, VatDeclarationEvent } from './declaration-events.ts';
import type { DeclarationFacts } from './declaration-facts.ts';
import { getFormByCode, getReturnForm, type ReturnForm } from './form.ts';
import { findManualProblems, findRefusedBoxes, withManual, type RequestedChanges } from './manual.ts';
import { findCarriedAmounts, findMissingPeriod, findNextReturn, findPreviousReturn } from './order.ts';
import { buildPeriodLabels, formatPeriodLabel, resolveReturnPeriod, type RequestedPeriod } from './period.ts';
import { buildSettlementEntry, type TaxOnAccount } from './settlement.ts';
import { findVersionConflict } from '../versions.ts';

/** VAT returns: drafted from the books, completed by a user, validated with their entry, filed. */

export interface DrawUpVatDeclaration {
  readonly type: 'DrawUpVatDeclaration';
  readonly id: number;
  readonly requested: RequestedPeriod;
  readonly books: readonly BoxAmount[];
}

interface OfDeclaration {
  readonly facts: DeclarationFacts;
  readonly baseVersion: number | null;
}

export interface RefreshVatDeclaration extends OfDeclaration {
  readonly type: 'RefreshVatDeclaration';
  readonly books: readonly BoxAmount[];
}

export interface ChangeVatDeclaration extends OfDeclaration {
  readonly type: 'ChangeVatDeclaration';
  readonly changes: RequestedChanges;
}

export interface ValidateVatDeclaration extends OfDeclaration {
  readonly type: 'ValidateVatDeclaration';
  readonly books: readonly BoxAmount[];
  readonly taxes: readonly TaxOnAccount[];
  /** Balance of the returns already declared for the same time: for an annual return, those of the year. */
  readonly declared: SignedAmount;
  /** Of the draft that the user saw; null: not given. */
  readonly fingerprint: string | null;
  /** Days of earlier open fiscal years with VAT that no validated return covers, earliest first; one per month. */
  readonly undeclared: readonly PlainDate[];
  readonly today: PlainDate;
  readonly entryId: number;
  /** As many as `countSettlementLines` returns. */
  readonly lineIds: readonly number[];
}

export interface FileVatDeclaration extends OfDeclaration {
  readonly type: 'FileVatDeclaration';
  readonly filed_on: PlainDate;
  readonly reference: string | null;
  readonly today: PlainDate;
}

export interface ReopenVatDeclaration extends OfDeclaration {
  readonly type: 'ReopenVatDeclaration';
  /** The entry of its balance, with the ids for its reversal; null if there is none. */
  readonly entry: ReversedSettlement | null;
  /** Required if the return was filed. */
  readonly reason: string | null;
}

export interface ReversedSettlement {
  readonly facts: EntryFacts;
  readonly entryId: number;
  readonly lineIds: readonly number[];
  readonly letteringIds: readonly number[];
}

export interface DeleteVatDeclaration extends OfDeclaration {
  readonly type: 'DeleteVatDeclaration';
}

export type VatDeclarationCommand =
  | DrawUpVatDeclaration
  | RefreshVatDeclaration
  | ChangeVatDeclaration
  | ValidateVatDeclaration
  | FileVatDeclaration
  | ReopenVatDeclaration
  | DeleteVatDeclaration;

export type DeclarationDecision = Decision<VatDeclarationEvent | EntryEvent | LetteringEvent>;

export const NO_REQUESTS: ReturnRequests = { restitution: false, payment_forms: false, client_listing_nil: false };

export function decideVatDeclaration(command: VatDeclarationCommand, file: CompanyFile): DeclarationDecision {
  if (command.type === 'DrawUpVatDeclaration') return draftDeclaration(command, file);
  const { facts, baseVersion } = command;
  const conflict = findVersionConflict(facts, baseVersion);
  if (conflict) return conflict;
  const isDraft = facts.status === 'draft';
  switch (command.type) {
    case 'RefreshVatDeclaration':
      return isDraft ? refreshDeclaration(command, file) : NOT_A_DRAFT;
    case 'ChangeVatDeclaration':
      return isDraft ? changeDeclaration(command, file) : NOT_A_DRAFT;
    case 'ValidateVatDeclaration':
      return isDraft ? validateDeclaration(command, file) : NOT_A_DRAFT;
    case 'DeleteVatDeclaration':
      if (!isDraft) return NOT_A_DRAFT;
      return [{ type: 'VatDeclarationDeleted', data: { id: facts.id, version: facts.version + 1 } }];
    case 'FileVatDeclaration':
      return fileDeclaration(command);
    case 'ReopenVatDeclaration':
      return isDraft ? NOT_VALIDATED : reopenDeclaration(command, file);
    default:
      return assertUnreachable(command);
  }
}

const NOT_A_DRAFT = refuse('declaration_not_draft', { field: 'id' });
const NOT_VALIDATED = refuse('declaration_not_validated', { field: 'id' });

/** Period of a new return, unless one already exists for it. */
export function resolveNewPeriod(requested: RequestedPeriod, { identity, vatDeclarations }: CompanyFile) {
  const period = resolveReturnPeriod(requested, identity);
  if (isRefusal(period)) return period;
  const { period_type, starts_on, ends_on } = period;
  // The annual return repeats the amounts of the periodic returns of the year.
  const others = vatDeclarations.filter((one) => (one.period_type === 'yearly') === (period_type === 'yearly'));
  const there = others.find((one) => one.starts_on <= ends_on && starts_on <= one.ends_on);
  if (!there) return period;
  const isSame = there.starts_on === starts_on && there.ends_on === ends_on;
  const labels = { period: buildPeriodLabels(there) };
  return refuse(isSame ? 'declaration_exists' : 'declaration_overlaps', { field: 'period', labels }, { id: there.id });
}

function draftDeclaration({ id, requested, books }: DrawUpVatDeclaration, file: CompanyFile): DeclarationDecision {
  const period = resolveNewPeriod(requested, file);
  if (isRefusal(period)) return period;
  const { country_pack, locale } = file.identity;
  const form = getReturnForm(country_pack, getRegimeOn(file.identity, period.starts_on), period.period_type);
  const carried = findCarriedAmounts(period, file.identity, file.vatDeclarations);
  const computed = computeReturn(form, { books, carried, manual: [], requests: NO_REQUESTS });
  const label = formatPeriodLabel(period, locale);
  const data = { id, form: form.code, ...period, label, books, carried, ...toEventAmounts(computed) };
  return [{ type: 'VatDeclarationDrawnUp', data }];
}

const toEventAmounts = ({ boxes, amount_due, amount_refund }: ComputedReturn) => ({
  boxes: listFilledBoxes(boxes),
  amount_due,
  amount_refund,
});

const getForm = ({ form }: DeclarationFacts, { identity }: CompanyFile): ReturnForm =>
  getFormByCode(identity.country_pack, form);

function refreshDeclaration({ facts, books }: RefreshVatDeclaration, file: CompanyFile): DeclarationDecision {
  const form = getForm(facts, file);
  const carried = findCarriedAmounts(facts, file.identity, file.vatDeclarations);
  const computed = toEventAmounts(computeReturn(form, { ...facts, books, carried }));
  const isSame =
    listChangedBoxes(form, facts.boxes, computed.boxes).length === 0 &&
    JSON.stringify([facts.books, facts.carried]) === JSON.stringify([books, carried]);
  if (isSame) return [];
  const { id, version } = facts;
  return [{ type: 'VatDeclarationRefreshed', data: { id, version: version + 1, books, carried, ...computed } }];
}

const CHANGEABLE = ['manual', 'requests', 'comment'] as const;

function changeDeclaration({ facts, changes }: ChangeVatDeclaration, file: CompanyFile): DeclarationDecision {
  const form = getForm(facts, file);
  const problems = findManualProblems(changes.manual ?? {}, form, facts);
  if (problems.length > 0) return refuseInvalid(problems);
  const wanted = {
    manual: withManual(facts.manual, changes.manual ?? {}, form),
    requests: { ...facts.requests, ...changes.requests },
    comment: changes.comment === undefined ? facts.comment : changes.comment,
  };
  const names = CHANGEABLE.filter((name) => JSON.stringify(wanted[name]) !== JSON.stringify(facts[name]));
  if (names.length === 0) return [];
  const computed = computeReturn(form, { ...facts, ...wanted });
  const refused = findRefusedBoxes(form, computed);
  if (refused) return refused;
  const pickChanged = (of: typeof wanted): DeclarationChanges =>
    Object.fromEntries(names.map((name) => [name, of[name]]));
  const { id, version } = facts;
  const data = {
    id,
    version: version + 1,
    changes: pickChanged(wanted),
    previous: pickChanged(facts),
    ...toEventAmounts(computed),
  };
  return [{ type: 'VatDeclarationChanged', data }];
}

function validateDeclaration(command: ValidateVatDeclaration, file: CompanyFile): DeclarationDecision {
  const { facts, books, taxes, declared, entryId, lineIds } = command;
  const form = getForm(facts, file);
  const carried = findCarriedAmounts(facts, file.identity, file.vatDeclarations);
  const input = { ...facts, books, carried };
  const computed = computeReturn(form, input);
  const refused =
    findOrderProblem(command, computed, file) ??
    findMovement(command, listChangedBoxes(form, facts.boxes, listFilledBoxes(computed.boxes)).length) ??
    findRefusedBoxes(form, computed);
  if (refused) return refused;
  const entry = buildSettlementEntry({ form, period: facts, input, computed, taxes, declared, entryId, lineIds }, file);
  if (isRefusal(entry)) return entry;
  const data = {
    id: facts.id,
    version: facts.version + 1,
    books,
    carried,
    ...toEventAmounts(computed),
    carried_forward: computed.carried_forward,
    journal_entry_id: entry?.data.id ?? null,
  };
  return [...(entry ? [entry] : []), { type: 'VatDeclarationValidated', data }];
}

/** A return is validated after its period, and after the earlier ones: otherwise an amount carried forward is lost. */
function findOrderProblem(
  { facts, today, undeclared }: ValidateVatDeclaration,
  { carried_forward }: ComputedReturn,
  { identity, vatDeclarations }: CompanyFile,
): Refusal | null {
  if (today <= facts.ends_on) return refuse('period_not_over', { field: 'id', params: { date: facts.ends_on } });
  const missing = findMissingPeriod(undeclared, identity);
  if (missing) return refuse('earlier_period_open', { field: 'id', labels: { period: buildPeriodLabels(missing) } });
  const later = carried_forward.length > 0 && findNextReturn(facts, identity, vatDeclarations);
  if (later) return refuse('later_period_validated', { field: 'id', labels: { period: buildPeriodLabels(later) } });
  return null;
}

/** Only what the user saw is validated. */
function findMovement({ facts, fingerprint }: ValidateVatDeclaration, changedBoxes: number): Refusal | null {
  const isSeen = fingerprint === null || fingerprint === facts.fingerprint;
  return isSeen && changedBoxes === 0 ? null : refuse('declaration_moved');
}

function fileDeclaration({ facts, filed_on, reference, today }: FileVatDeclaration): DeclarationDecision {
  if (facts.status !== 'validated')
    return facts.status === 'draft' ? NOT_VALIDATED : refuse('declaration_already_filed', { field: 'id' });
  if (filed_on > today) return refuse('date_in_future', { field: 'filed_on' });
  if (filed_on <= facts.ends_on) return refuseInvalid([{ code: 'filed_before_end', field: 'filed_on' }]);
  const { id, version } = facts;
  return [{ type: 'VatDeclarationFiled', data: { id, version: version + 1, filed_on, reference } }];
}

function reopenDeclaration({ facts, entry, reason }: ReopenVatDeclaration, file: CompanyFile): DeclarationDecision {
  if (facts.status === 'filed' && reason === null)
    return refuseInvalid([{ code: 'reopen_reason_required', field: 'reason' }]);
  const later = findDependentReturn(facts, file);
  if (later)
    return refuse('later_declaration_validated', { field: 'id', labels: { period: buildPeriodLabels(later) } });
  const { id, version } = facts;
  const data = { id, version: version + 1 };
  const event = { type: 'VatDeclarationReopened', data: reason === null ? data : { ...data, reason } } as const;
  if (!entry) return [event];
  const { entry_date } = entry.facts;
  const lock = findLock(findPlace(file.fiscalYears, entry_date)!);
  if (lock) return refuseLocked(lock, 'id');
  return [...buildReversal(entry.facts, { ...entry, entry_date, label: null, origin: 'vat_settlement' }, file), event];
}

/** A validated return that used the amounts carried forward from this one. */
function findDependentReturn({ id }: DeclarationFacts, { identity, vatDeclarations }: CompanyFile) {
  const own = vatDeclarations.find((one) => one.id === id);
  if (!own || own.carried_forward.length === 0) return undefined;
  return vatDeclarations.find(
    (one) => one.status !== 'draft' && findPreviousReturn(one, identity, vatDeclarations)?.id === id,
  );
}
