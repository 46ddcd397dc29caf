import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import type { FiscalYearState } from '../fiscal-years/state.ts';
import { isSameJson } from '../json.ts';
import type { SignedAmount } from '../money.ts';
import { refuse, refuseInvalid, type Decision, type Problem, type Refusal } from '../refusal.ts';
import { findVersionConflict } from '../versions.ts';
import { listFilingForms } from './countries.ts';
import type { AnnualFilingEvent, FiledAccounts, FilingChanges, ManualValue } from './filing-events.ts';
import type { FilingForm } from './form.ts';
import { getAnnualFiling, type AnnualFilingState } from './state.ts';

/** Annual accounts: the choice of the form, values entered by a person, and the filing. Boxes are computed on demand. */

export interface RequestedValue {
  readonly amount?: SignedAmount | undefined;
  readonly text?: string | undefined;
  readonly reason: string;
}

export interface RequestedFilingChanges {
  /** Null: as it follows from the company. */
  readonly form?: string | null;
  /** By code; null removes a value. */
  readonly manual?: Readonly<Record<string, RequestedValue | null>>;
}

interface OfYear {
  readonly fiscal_year_id: number;
  readonly baseVersion: number | null;
}

export interface ChangeAnnualFiling extends OfYear {
  readonly type: 'ChangeAnnualFiling';
  readonly changes: RequestedFilingChanges;
  /** The form that is used unless one is chosen. */
  readonly usualForm: string;
}

export interface FileAnnualAccounts extends OfYear {
  readonly type: 'FileAnnualAccounts';
  readonly filed: Omit<FiledAccounts, 'fiscal_year_id' | 'version'>;
  readonly today: PlainDate;
}

export type AnnualFilingCommand = ChangeAnnualFiling | FileAnnualAccounts;

export const ALREADY_FILED = refuse('filing_filed', { field: 'status' });

export function decideAnnualFiling(command: AnnualFilingCommand, file: CompanyFile): Decision<AnnualFilingEvent> {
  const year = file.fiscalYears.find(({ id }) => id === command.fiscal_year_id);
  if (!year) return refuse('not_found');
  const filing = getAnnualFiling(file.annualFilings, year.id);
  const conflict = findVersionConflict(filing, command.baseVersion);
  if (conflict) return conflict;
  return command.type === 'ChangeAnnualFiling'
    ? changeFiling(command, filing, year, file)
    : fileAccounts(command, filing, year);
}

function fileAccounts(
  { filed, today }: FileAnnualAccounts,
  filing: AnnualFilingState,
  { id, ends_on }: FiscalYearState,
): Decision<AnnualFilingEvent> {
  if (filing.status === 'filed') return ALREADY_FILED;
  if (filed.filed_on > today) return refuse('date_in_future', { field: 'filed_on' });
  if (filed.filed_on <= ends_on) return refuseInvalid([{ code: 'filed_before_end', field: 'filed_on' }]);
  return [{ type: 'AnnualFilingFiled', data: { fiscal_year_id: id, version: filing.version + 1, ...filed } }];
}

function changeFiling(
  { changes, usualForm }: ChangeAnnualFiling,
  filing: AnnualFilingState,
  { id, ends_on }: FiscalYearState,
  { identity }: CompanyFile,
): Decision<AnnualFilingEvent> {
  if (filing.status === 'filed') return ALREADY_FILED;
  const forms = listFilingForms(identity.country_pack, identity, ends_on);
  const chosen = changes.form === undefined ? filing.form : changes.form;
  const form = forms.find(({ code }) => code === (chosen ?? usualForm));
  if (!form) return refuseUnknownForm(forms);
  const problems = listManualProblems(form, changes.manual ?? {});
  if (problems.length > 0) return refuseInvalid(problems);
  const after: FilingChanges = {
    ...(changes.form !== undefined && { form: changes.form }),
    ...(changes.manual !== undefined && { manual: mergeManual(filing.manual, changes.manual) }),
  };
  const names = (['form', 'manual'] as const).filter(
    (name) => after[name] !== undefined && !isSameJson(after[name], filing[name]),
  );
  if (names.length === 0) return [];
  const pick = (from: FilingChanges): FilingChanges => Object.fromEntries(names.map((name) => [name, from[name]]));
  const data = { fiscal_year_id: id, version: filing.version + 1, changes: pick(after), previous: pick(filing) };
  return [{ type: 'AnnualFilingChanged', data }];
}

const refuseUnknownForm = (forms: readonly FilingForm[]): Refusal =>
  refuseInvalid([
    { code: 'filing_form_unknown', field: 'form', params: { forms: forms.map(({ code }) => code).join(', ') } },
  ]);

/** A removed value may belong to another form. */
function listManualProblems(form: FilingForm, manual: NonNullable<RequestedFilingChanges['manual']>): Problem[] {
  const boxes = new Map(form.boxes.map((box) => [box.code, box]));
  return Object.entries(manual).flatMap(([code, value]): Problem[] => {
    if (value === null) return [];
    const box = boxes.get(code);
    const field = `manual.${code}`;
    if (!box) return [{ code: 'filing_box_unknown', field, params: { box: code, form: form.code } }];
    if (box.isTotal) return [{ code: 'filing_box_is_total', field, params: { box: code } }];
    const [needed, other] = box.kind === 'amount' ? (['amount', 'text'] as const) : (['text', 'amount'] as const);
    return value[needed] === undefined || value[other] !== undefined
      ? [{ code: `filing_box_takes_${needed}`, field: `${field}.${needed}`, params: { box: code } }]
      : [];
  });
}

function mergeManual(
  before: readonly ManualValue[],
  given: NonNullable<RequestedFilingChanges['manual']>,
): readonly ManualValue[] {
  const values = new Map(before.map((value) => [value.code, value]));
  for (const [code, value] of Object.entries(given))
    if (value === null) values.delete(code);
    else values.set(code, { code, amount: value.amount ?? null, text: value.text ?? null, reason: value.reason });
  return [...values.values()].sort((one, other) => (one.code < other.code ? -1 : 1));
}
