import type { CompanyFile } from '../company-file-state.ts';
import { regimeOn } from '../companies/vat-regimes.ts';
import { nextDay, type PlainDate } from '../dates.ts';
import type { EntryEvent } from '../ledger/entry-events.ts';
import type { EntryFacts } from '../ledger/entry-facts.ts';
import { lockedAt, lockOf, placeOf } from '../ledger/place.ts';
import { reversalOf } from '../ledger/reversal.ts';
import type { LetteringEvent } from '../lettering/lettering-events.ts';
import { absolute, isZero, MAX_AMOUNT, type SignedAmount } from '../money.ts';
import { conflict } from '../records/records.ts';
import { invalid, isRefusal, refuse, unreachable, type Decision, type Problem, type Refusal } from '../refusal.ts';
import { changedBoxes, computedReturn, filled, negativeBoxes, type ComputedReturn } from './computation.ts';
import type {
  BoxAmount,
  DeclarationChanges,
  ManualAmount,
  ReturnRequests,
  VatDeclarationEvent,
} from './declaration-events.ts';
import type { DeclarationFacts } from './declaration-facts.ts';
import { formByCode, returnForm, type ReturnForm } from './form.ts';
import { periodLabel, returnPeriod, type RequestedPeriod, type ReturnPeriod } from './period.ts';
import { settled, type TaxOnAccount } from './settlement.ts';
import type { DeclarationState } from './state.ts';

/** VAT returns: drawn up from the books, completed by a person, validated with their entry, filed. */

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

export interface RequestedChanges {
  /** Boxes that are not named stay as they are; null takes the amount of a box out again. */
  readonly manual?: Readonly<Record<string, { readonly amount: string; readonly reason: string } | null>>;
  readonly requests?: Partial<ReturnRequests>;
  readonly comment?: string | null;
}

export interface ValidateVatDeclaration extends OfDeclaration {
  readonly type: 'ValidateVatDeclaration';
  readonly books: readonly BoxAmount[];
  readonly taxes: readonly TaxOnAccount[];
  /** What returns of the same time have come to already: those of the year, for an annual one. */
  readonly declared: SignedAmount;
  readonly entryId: number;
  /** `linesOfSettlement` of them. */
  readonly lineIds: readonly number[];
}

export interface FileVatDeclaration extends OfDeclaration {
  readonly type: 'FileVatDeclaration';
  readonly filed_on: PlainDate;
  readonly reference: string | null;
}

export interface ReopenVatDeclaration extends OfDeclaration {
  readonly type: 'ReopenVatDeclaration';
  /** The entry of its balance, with the ids that its reversal takes; null where there was none. */
  readonly entry: ReversedSettlement | null;
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
  if (command.type === 'DrawUpVatDeclaration') return drawnUp(command, file);
  const { facts, baseVersion } = command;
  if (baseVersion !== null && baseVersion !== facts.version) return conflict(facts.version);
  const isDraft = facts.status === 'draft';
  switch (command.type) {
    case 'RefreshVatDeclaration':
      return isDraft ? refreshed(command, file) : NOT_A_DRAFT;
    case 'ChangeVatDeclaration':
      return isDraft ? changed(command, file) : NOT_A_DRAFT;
    case 'ValidateVatDeclaration':
      return isDraft ? validated(command, file) : NOT_A_DRAFT;
    case 'DeleteVatDeclaration':
      if (!isDraft) return NOT_A_DRAFT;
      return [{ type: 'VatDeclarationDeleted', data: { id: facts.id, version: facts.version + 1 } }];
    case 'FileVatDeclaration':
      return filed(command);
    case 'ReopenVatDeclaration':
      return isDraft ? NOT_VALIDATED : reopened(command, file);
    default:
      return unreachable(command);
  }
}

const NOT_A_DRAFT = refuse('declaration_not_draft', { field: 'id' });
const NOT_VALIDATED = refuse('declaration_not_validated', { field: 'id' });

/** The time of a new return, unless there is one for it. */
export function periodToDrawUp(requested: RequestedPeriod, { identity, vatDeclarations }: CompanyFile) {
  const period = returnPeriod(requested, identity!);
  if (isRefusal(period)) return period;
  const { period_type, starts_on, ends_on } = period;
  // The annual return says again what the others of the year have said.
  const others = vatDeclarations.filter((one) => (one.period_type === 'yearly') === (period_type === 'yearly'));
  const there = others.find((one) => one.starts_on <= ends_on && starts_on <= one.ends_on);
  if (!there) return period;
  const isSame = there.starts_on === starts_on && there.ends_on === ends_on;
  const params = { period: periodLabel(there, identity!.locale) };
  return refuse(isSame ? 'declaration_exists' : 'declaration_overlaps', { field: 'period', params }, { id: there.id });
}

function drawnUp({ id, requested, books }: DrawUpVatDeclaration, file: CompanyFile): DeclarationDecision {
  const period = periodToDrawUp(requested, file);
  if (isRefusal(period)) return period;
  const { country_pack, locale } = file.identity!;
  const form = returnForm(country_pack, regimeOn(file.identity!, period.starts_on), period.period_type);
  const carried = carriedTo(period, file);
  const computed = computedReturn(form, { books, carried, manual: [], requests: NO_REQUESTS });
  const label = periodLabel(period, locale);
  const data = { id, form: form.code, ...period, label, books, carried, ...told(computed) };
  return [{ type: 'VatDeclarationDrawnUp', data }];
}

const told = ({ boxes, amount_due, amount_refund }: ComputedReturn) => ({
  boxes: filled(boxes),
  amount_due,
  amount_refund,
});

/** What the return before it leaves, once that is validated. */
const carriedTo = (period: Begun, file: CompanyFile): readonly BoxAmount[] =>
  returnBefore(period, file)?.carried_forward ?? [];

type Begun = Pick<ReturnPeriod, 'period_type' | 'starts_on'>;

/** The one of the same kind that ends where it begins or, where the regime changed there, of another. */
function returnBefore({ period_type, starts_on }: Begun, { vatDeclarations }: CompanyFile) {
  const before = vatDeclarations.filter(({ ends_on }) => nextDay(ends_on) === starts_on);
  return before.find((one) => one.period_type === period_type) ?? before[0];
}

const formOf = ({ form }: DeclarationFacts, { identity }: CompanyFile): ReturnForm =>
  formByCode(identity!.country_pack, form);

function refreshed({ facts, books }: RefreshVatDeclaration, file: CompanyFile): DeclarationDecision {
  const form = formOf(facts, file);
  const carried = carriedTo(facts, file);
  const computed = told(computedReturn(form, { ...facts, books, carried }));
  const isSame =
    changedBoxes(form, facts.boxes, computed.boxes).length === 0 &&
    JSON.stringify([facts.books, facts.carried]) === JSON.stringify([books, carried]);
  if (isSame) return [];
  const { id, version } = facts;
  return [{ type: 'VatDeclarationRefreshed', data: { id, version: version + 1, books, carried, ...computed } }];
}

const CHANGEABLE = ['manual', 'requests', 'comment'] as const;

function changed({ facts, changes }: ChangeVatDeclaration, file: CompanyFile): DeclarationDecision {
  const form = formOf(facts, file);
  const problems = manualProblems(changes.manual ?? {}, form);
  if (problems.length > 0) return invalid(problems);
  const wanted = {
    manual: withManual(facts.manual, changes.manual ?? {}, form),
    requests: { ...facts.requests, ...changes.requests },
    comment: changes.comment === undefined ? facts.comment : changes.comment,
  };
  const names = CHANGEABLE.filter((name) => JSON.stringify(wanted[name]) !== JSON.stringify(facts[name]));
  if (names.length === 0) return [];
  const computed = computedReturn(form, { ...facts, ...wanted });
  const refused = refusedBoxes(form, computed);
  if (refused) return refused;
  const only = (of: typeof wanted): DeclarationChanges => Object.fromEntries(names.map((name) => [name, of[name]]));
  const { id, version } = facts;
  const data = { id, version: version + 1, changes: only(wanted), previous: only(facts), ...told(computed) };
  return [{ type: 'VatDeclarationChanged', data }];
}

function manualProblems(manual: NonNullable<RequestedChanges['manual']>, form: ReturnForm): Problem[] {
  const known = new Map(form.boxes.map((box) => [box.box, box]));
  return Object.entries(manual).flatMap(([box, given]): Problem[] => {
    const field = `manual.${box}`;
    const params = { country: form.country, box: box.slice(0, 20) };
    const found = known.get(box);
    if (!found) return [{ code: 'vat_box_unknown', field, params }];
    if (found.formula !== null) return [{ code: 'vat_box_computed', field, params }];
    if (given !== null && absolute(given.amount).length > MAX_AMOUNT.length)
      return [{ code: 'amount_too_large', field: `${field}.amount`, params: { max: MAX_AMOUNT } }];
    return [];
  });
}

/** In the order of the form; an amount of nothing is none. */
function withManual(
  before: readonly ManualAmount[],
  given: NonNullable<RequestedChanges['manual']>,
  form: ReturnForm,
): readonly ManualAmount[] {
  const all = new Map(before.map((one) => [one.box, one]));
  for (const [box, one] of Object.entries(given))
    if (one === null || isZero(one.amount)) all.delete(box);
    else all.set(box, { box, ...one });
  return form.boxes.flatMap(({ box }) => all.get(box) ?? []);
}

function refusedBoxes(form: ReturnForm, { boxes }: ComputedReturn): Refusal | null {
  const negative = negativeBoxes(form, boxes);
  if (negative.length === 0) return null;
  return invalid(
    negative.map((box) => ({ code: 'vat_box_negative', field: 'manual', params: { box, amount: boxes.get(box)! } })),
  );
}

function validated(command: ValidateVatDeclaration, file: CompanyFile): DeclarationDecision {
  const { facts, books, taxes, declared, entryId, lineIds } = command;
  const form = formOf(facts, file);
  const carried = carriedTo(facts, file);
  const input = { ...facts, books, carried };
  const computed = computedReturn(form, input);
  const refused = refusedBoxes(form, computed);
  if (refused) return refused;
  const entry = settled({ form, period: facts, input, computed, taxes, declared, entryId, lineIds }, file);
  if (isRefusal(entry)) return entry;
  const data = {
    id: facts.id,
    version: facts.version + 1,
    books,
    carried,
    ...told(computed),
    carried_forward: computed.carried_forward,
    journal_entry_id: entry?.data.id ?? null,
  };
  return [...(entry ? [entry] : []), { type: 'VatDeclarationValidated', data }];
}

function filed({ facts, filed_on, reference }: FileVatDeclaration): DeclarationDecision {
  if (facts.status !== 'validated')
    return facts.status === 'draft' ? NOT_VALIDATED : refuse('declaration_already_filed', { field: 'id' });
  if (filed_on <= facts.ends_on) return invalid([{ code: 'filed_before_end', field: 'filed_on' }]);
  const { id, version } = facts;
  return [{ type: 'VatDeclarationFiled', data: { id, version: version + 1, filed_on, reference } }];
}

function reopened({ facts, entry }: ReopenVatDeclaration, file: CompanyFile): DeclarationDecision {
  const later = builtOn(facts, file);
  if (later)
    return refuse('later_declaration_validated', {
      field: 'id',
      params: { period: periodLabel(later, file.identity!.locale) },
    });
  const { id, version } = facts;
  const event = { type: 'VatDeclarationReopened', data: { id, version: version + 1 } } as const;
  if (!entry) return [event];
  const { entry_date } = entry.facts;
  const lock = lockOf(placeOf(file.fiscalYears, entry_date)!);
  if (lock) return lockedAt(lock, 'id');
  return [...reversalOf(entry.facts, { ...entry, entry_date, label: null, origin: 'vat_settlement' }, file), event];
}

/** A validated return that has begun with what this one left. */
function builtOn({ id }: DeclarationFacts, file: CompanyFile): DeclarationState | undefined {
  const own = file.vatDeclarations.find((one) => one.id === id);
  if (!own || own.carried_forward.length === 0) return undefined;
  return file.vatDeclarations.find((one) => one.status !== 'draft' && returnBefore(one, file)?.id === id);
}
