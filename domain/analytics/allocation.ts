import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import {
  absolute,
  compare,
  isNegative,
  isZero,
  min,
  percent,
  share as sharedAmong,
  subtract,
  sum,
  type Amount,
  type Percentage,
  type SignedAmount,
} from '../money.ts';
import { findIdByKey, findLiveRecord } from '../records/state.ts';
import { collectValue, NO_PROBLEMS, type Checked, type Problem } from '../refusal.ts';
import { analyticCodes, type AnalyticCode } from './code.ts';
import type { KeptShare, LineShare } from './shares.ts';

/**
 * Allocation of a line to analytic codes: separately per axis, in per cent or by amounts, and always in full. Rounding
 * differences go to the last code of the axis.
 */

export const MOST_SHARES = 50;
export const WHOLE: Percentage = '100.00';

/** As requested by a client: the code by name, by id, or by both if they agree. A single code takes the whole line. */
export interface RequestedShare {
  readonly code: string | null;
  readonly code_id: number | null;
  readonly axis?: string | null;
  readonly share: Percentage | null;
  /** With the sign of the line. */
  readonly amount: SignedAmount | null;
}

/** A share with a resolved code; without share and weight it takes the whole line. */
export interface Allotted extends Pick<LineShare, 'code_id' | 'code' | 'axis' | 'share'> {
  /** The requested amount. */
  readonly weight?: SignedAmount;
}

/** The line to allocate and its location in the request. */
export interface AllocatedLine {
  /** Location of the shares in the request: `lines.0.analytics`. */
  readonly at: string;
  /** Amount of the line as given by the client. */
  readonly whole: SignedAmount;
  /** Entry date. */
  readonly date: PlainDate;
}

/** Resolves the requested shares. Empty if one of them is invalid. */
export function resolveAllocation(
  requested: readonly RequestedShare[],
  line: AllocatedLine,
  file: CompanyFile,
): Checked<readonly Allotted[]> {
  const { at } = line;
  if (requested.length > MOST_SHARES)
    return { value: [], problems: [{ code: 'list_too_long', field: at, params: { max: MOST_SHARES } }] };
  const problems: Problem[] = [];
  const codes = new Set<number>();
  const allotted = requested.flatMap((one, index): Allotted[] => {
    const found = collectValue(findNamedCode(one, line, index, file), problems);
    if (!found) return [];
    if (codes.has(found.id)) problems.push({ code: 'analytic_code_repeated', field: buildField(at, index, one) });
    codes.add(found.id);
    const { code, axis } = found.data;
    return [
      {
        code_id: found.id,
        code,
        axis,
        ...(one.share !== null && { share: one.share }),
        ...(one.share === null && one.amount !== null && { weight: one.amount }),
      },
    ];
  });
  if (problems.length > 0) return { value: [], problems };
  const ofAxes = groupByAxis(allotted).flatMap((places) => findAxisProblems(places, allotted, requested, line));
  return { value: ofAxes.length > 0 ? [] : allotted, problems: ofAxes };
}

const buildField = (at: string, index: number, { code_id }: RequestedShare): string =>
  `${at}.${index}.${code_id === null ? 'code' : 'code_id'}`;

interface FoundCode {
  readonly id: number;
  readonly data: AnalyticCode['data'];
}

function findNamedCode(
  requested: RequestedShare,
  { at, date }: AllocatedLine,
  index: number,
  file: CompanyFile,
): Checked<FoundCode | null> {
  const field = buildField(at, index, requested);
  const toProblem = (code: string, where = field, params?: Problem['params']) => ({
    value: null,
    problems: [{ code, field: where, ...(params && { params }) }],
  });
  const { code, code_id, axis = null } = requested;
  if (code === null && code_id === null) return toProblem('required');
  const id = code_id ?? findIdByKey(file.records, analyticCodes, 'code', code ?? '') ?? 0;
  const record = findLiveRecord(file.records, analyticCodes, id);
  if (!record) return toProblem('analytic_code_unknown');
  const { data } = record;
  if (code !== null && data.code !== code) return toProblem('analytic_code_contradicts', `${at}.${index}.code`);
  if (axis !== null && data.axis !== axis) return toProblem('analytic_code_contradicts', `${at}.${index}.axis`);
  if (!data.is_active) return toProblem('analytic_code_inactive', field, { code: data.code });
  if (!isValidOn(data, date)) return toProblem('analytic_code_not_valid', field, { code: data.code });
  return { value: { id, data }, problems: NO_PROBLEMS };
}

export const isValidOn = ({ valid_from, valid_until }: AnalyticCode['data'], date: PlainDate): boolean =>
  (valid_from ?? date) <= date && date <= (valid_until ?? date);

/** Groups the positions of the codes by axis, in order. */
function groupByAxis(allotted: readonly Pick<Allotted, 'axis'>[]): readonly (readonly number[])[] {
  const axes = new Map<string, number[]>();
  for (const [place, { axis }] of allotted.entries()) {
    const known = axes.get(axis);
    if (known) known.push(place);
    else axes.set(axis, [place]);
  }
  return [...axes.values()];
}

function findAxisProblems(
  places: readonly number[],
  allotted: readonly Allotted[],
  requested: readonly RequestedShare[],
  { at, whole }: AllocatedLine,
): readonly Problem[] {
  const of = places.map((place) => allotted[place]!);
  const { axis } = of[0]!;
  if (of.length === 1 && of[0]!.share === undefined && of[0]!.weight === undefined) return [];
  const missing = places.filter((_, index) => of[index]!.share === undefined && of[index]!.weight === undefined);
  if (missing.length > 0) return missing.map((place) => ({ code: 'required', field: `${at}.${place}.share` }));
  const shares = of.flatMap(({ share }) => (share === undefined ? [] : [share]));
  const weights = of.flatMap(({ weight }) => (weight === undefined ? [] : [weight]));
  if (shares.length > 0 && weights.length > 0) return [{ code: 'analytic_mixed', field: at, params: { axis } }];
  if (weights.length > 0) {
    const total = sum(weights);
    const opposite = places.filter((_, index) => isOpposite(weights[index]!, whole));
    if (opposite.length > 0)
      return opposite.map((place) => ({ code: 'analytic_amount_of_other_sign', field: `${at}.${place}.amount` }));
    return compare(total, whole) === 0
      ? []
      : [{ code: 'analytic_amounts_not_line', field: at, params: { axis, total, line: whole } }];
  }
  const total = sum(shares);
  if (compare(total, WHOLE) !== 0) return [{ code: 'analytic_shares_not_whole', field: at, params: { axis, total } }];
  // Amounts given besides shares, as shown on a line, may be sent back unchanged.
  const amounts = computeParts(absolute(whole), of);
  return places.flatMap((place, index) => {
    const { amount } = requested[place]!;
    if (amount === null || compare(absolute(amount), amounts[index]!) === 0) return [];
    return [{ code: 'analytic_amount_contradicts', field: `${at}.${place}.amount` }];
  });
}

const isOpposite = (amount: SignedAmount, whole: SignedAmount): boolean =>
  !isZero(amount) && isNegative(amount) !== isNegative(whole);

/** Converts the shares for storage until the document is booked. */
export const toKeptShares = (allotted: readonly Allotted[]): readonly KeptShare[] =>
  allotted.map(({ code_id, share, weight: amount }) => ({
    code_id,
    ...(share !== undefined && { share }),
    ...(amount !== undefined && { amount }),
  }));

/** Converts stored shares back to a request. */
export const fromKeptShares = (kept: readonly KeptShare[]): readonly RequestedShare[] =>
  kept.map(({ code_id, share = null, amount = null }) => ({ code: null, code_id, share, amount }));

/** Computes the amount of each code. */
export function distributeShares(allotted: readonly Allotted[], booked: Amount): readonly LineShare[] {
  const amounts: Amount[] = [];
  for (const places of groupByAxis(allotted)) {
    const parts = computeParts(
      booked,
      places.map((place) => allotted[place]!),
    );
    places.forEach((place, index) => (amounts[place] = parts[index]!));
  }
  return allotted.map(({ weight: _asked, ...share }, place) => ({ ...share, amount: amounts[place]! }));
}

/** Requested amounts keep their proportions, even if non-deductible tax is added. */
function computeParts(booked: Amount, codes: readonly Allotted[]): readonly Amount[] {
  const weights = codes.flatMap(({ weight }) => (weight === undefined ? [] : [absolute(weight)]));
  if (weights.length === codes.length) return sharedAmong(booked, weights);
  let left = booked;
  return codes.map(({ share = WHOLE }, index) => {
    // Halves are rounded up, so many small shares must not exceed the amount.
    const part = index === codes.length - 1 ? left : min(percent(booked, share), left);
    left = subtract(left, part);
    return part;
  });
}
