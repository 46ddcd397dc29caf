import type { CompanyFile } from '../company-file-state.ts';
import { findCountryPack, getChartFor } from '../country-packs/index.ts';
import { resolveFiscalYear } from '../fiscal-years/fiscal-year.ts';
import { isSameJson } from '../json.ts';
import { isRefusal, refuse, refuseInvalid, type Decision, type Problem, type Refusal } from '../refusal.ts';
import { findVersionConflict } from '../versions.ts';
import { TAX_CODES, type DisallowedExpense } from '../country-packs/corporate-tax.ts';
import { COMPUTED_CODES, findDisallowedAccounts, listDisallowed, MANUAL_CODES } from './lines.ts';
import { getYearLines } from './state.ts';
import type { ManualLine, TaxEvent } from './tax-events.ts';

export interface SetCorporateTaxLines {
  readonly type: 'SetCorporateTaxLines';
  readonly fiscalYearId: number;
  /** An amount of null removes a manual line. */
  readonly lines: readonly ChangedLine[];
  readonly baseVersion: number | null;
}

export type ChangedLine = Pick<ManualLine, 'code'> & { readonly amount: string | null; readonly reason: string | null };

/** Associations and sole traders pay other taxes. */
export function refuseUntaxed(identity: {
  readonly country_pack: string;
  readonly legal_form_code: string | null;
}): Refusal | null {
  const pack = findCountryPack(identity.country_pack)!;
  const form = identity.legal_form_code;
  const isUntaxed =
    getChartFor(pack, form).variant === 'association' || (form !== null && pack.soleTraderForms.includes(form));
  return isUntaxed ? refuse('corporate_tax_not_applicable', { field: 'fiscal_year' }) : null;
}

export function decideCorporateTaxLines(command: SetCorporateTaxLines, file: CompanyFile): Decision<TaxEvent> {
  const year = resolveFiscalYear({ id: command.fiscalYearId, baseVersion: null }, file.fiscalYears);
  if (isRefusal(year)) return year;
  const untaxed = refuseUntaxed(file.identity);
  if (untaxed) return untaxed;
  const { version, lines: previous } = getYearLines(file.corporateTax, year.id);
  const conflict = findVersionConflict({ version }, command.baseVersion);
  if (conflict) return conflict;
  const problems = command.lines.flatMap((line, index) => findLineProblems(line, index, command.lines, file));
  if (problems.length > 0) return refuseInvalid(problems);
  const isChanged = ({ code }: ManualLine): boolean => command.lines.some((line) => line.code === code);
  const set = command.lines.flatMap(({ code, amount, reason }) =>
    amount === null ? [] : [{ code, amount, reason: reason! }],
  );
  const lines = [...previous.filter((line) => !isChanged(line)), ...set].sort((one, other) =>
    one.code < other.code ? -1 : 1,
  );
  if (isSameJson(lines, previous)) return [];
  return [{ type: 'CorporateTaxLinesSet', data: { fiscal_year_id: year.id, version: version + 1, lines, previous } }];
}

function findLineProblems(
  { code, amount, reason }: ChangedLine,
  index: number,
  all: readonly ChangedLine[],
  file: CompanyFile,
): readonly Problem[] {
  const isFirst = all.findIndex((line) => line.code === code) === index;
  const field = `lines.${index}.code`;
  if (!isFirst) return [{ code: 'corporate_tax_line_repeated', field }];
  const isComputed = [...COMPUTED_CODES, ...TAX_CODES].some((one) => one === code);
  if (isComputed) return [{ code: 'corporate_tax_line_computed', field }];
  // A line whose rule has been removed since can still be removed.
  if (amount !== null && !isManualCode(code, file)) return [{ code: 'corporate_tax_line_unknown', field }];
  if (amount !== null && reason === null) return [{ code: 'required', field: `lines.${index}.reason` }];
  return [];
}

function isManualCode(code: string, { identity }: CompanyFile): boolean {
  if (MANUAL_CODES.some((one) => one === code)) return true;
  const accounts = findDisallowedAccounts(code);
  const { corporateTax } = findCountryPack(identity.country_pack)!;
  return listDisallowed(corporateTax, getOwnDisallowed(identity.settings)).some((rule) => rule.accounts === accounts);
}

/** The rules that the settings of the company file add or replace. */
export const getOwnDisallowed = (settings: Readonly<Record<string, unknown>>): readonly DisallowedExpense[] =>
  (settings['corporate_tax.disallowed'] ?? []) as readonly DisallowedExpense[];
