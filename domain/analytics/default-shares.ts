import type { CompanyFile } from '../company-file-state.ts';
import type { Json, JsonRecord } from '../json.ts';
import { compare, sum, type Percentage } from '../money.ts';
import { objectField } from '../records/field.ts';
import { findIdByKey, findLiveRecord } from '../records/state.ts';
import type { Problem } from '../refusal.ts';
import { MOST_SHARES, WHOLE } from './allocation.ts';
import { analyticCodes } from './code.ts';

/** Default codes of an account, third party or journal for lines without codes. */

export type DefaultShare = { readonly code_id: number; readonly share: Percentage };

/** The record field for default shares. */
export const defaultShares = {
  ...objectField<readonly DefaultShare[]>('analytics', { code_id: 'analytic-codes' }),
  initial: [],
} as const;

interface WithShares {
  readonly analytics?: Json;
}

/** Resolves codes to ids. Unknown codes are left unchanged, to be reported. */
export function resolveDefaultShares<Draft extends WithShares>(data: Draft, file: CompanyFile): Draft {
  const { analytics = null } = data;
  if (!isList(analytics)) return data;
  const items = analytics.map((item) => (isRecord(item) ? resolveCode(item, file) : item));
  const axes = items.map((item) => findAxis(item, file));
  const isAlone = (place: number): boolean => axes.filter((axis) => axis === axes[place]).length === 1;
  return {
    ...data,
    // The only code of an axis takes the whole share by default.
    analytics: items.map((item, place) =>
      isRecord(item) ? { ...item, share: item['share'] ?? (isAlone(place) ? WHOLE : null) } : item,
    ),
  };
}

function resolveCode({ code = null, code_id: given = null, share = null }: JsonRecord, file: CompanyFile): JsonRecord {
  const found = typeof code === 'string' ? findIdByKey(file.records, analyticCodes, 'code', code) : undefined;
  const isNamed = code === null || (found !== undefined && (given === null || given === found));
  return { code_id: given ?? found ?? null, share, ...(!isNamed && { code }) };
}

function findAxis(item: Json, file: CompanyFile): string | undefined {
  const id = isRecord(item) ? item['code_id'] : null;
  return typeof id === 'number' ? findLiveRecord(file.records, analyticCodes, id)?.data.axis : undefined;
}

export function findDefaultProblems(value: Json | undefined, file: CompanyFile): readonly Problem[] {
  if (value === undefined || value === null) return [];
  if (!isList(value)) return [{ code: 'not_a_list', field: 'analytics' }];
  if (value.length > MOST_SHARES) return [{ code: 'list_too_long', field: 'analytics', params: { max: MOST_SHARES } }];
  const problems = value.flatMap((item, index) => findItemProblems(item, `analytics.${index}.`, value, index));
  return problems.length > 0 ? problems : findAxisProblems(value.flatMap(extractShares), file);
}

/** Unknown ids are reported with all other references. */
function findItemProblems(item: Json, prefix: string, all: readonly Json[], index: number): readonly Problem[] {
  if (!isRecord(item)) return [{ code: 'not_an_object', field: prefix.slice(0, -1) }];
  const { code_id = null, code = null, share = null } = item;
  if (code !== null)
    return [{ code: code_id === null ? 'analytic_code_unknown' : 'analytic_code_contradicts', field: `${prefix}code` }];
  if (code_id === null) return [{ code: 'required', field: `${prefix}code` }];
  if (all.findIndex((other) => isRecord(other) && other['code_id'] === code_id) < index)
    return [{ code: 'analytic_code_repeated', field: `${prefix}code_id` }];
  return share === null ? [{ code: 'required', field: `${prefix}share` }] : [];
}

function extractShares(item: Json): readonly DefaultShare[] {
  if (!isRecord(item)) return [];
  const { code_id, share } = item;
  return typeof code_id === 'number' && typeof share === 'string' ? [{ code_id, share }] : [];
}

function findAxisProblems(shares: readonly DefaultShare[], file: CompanyFile): readonly Problem[] {
  const ofAxis = new Map<string, Percentage[]>();
  for (const { code_id, share } of shares) {
    const axis = findLiveRecord(file.records, analyticCodes, code_id)?.data.axis;
    if (axis !== undefined) ofAxis.set(axis, [...(ofAxis.get(axis) ?? []), share]);
  }
  return [...ofAxis].flatMap(([axis, some]): Problem[] => {
    const total = sum(some);
    if (compare(total, WHOLE) === 0) return [];
    return [{ code: 'analytic_shares_not_whole', field: 'analytics', params: { axis, total } }];
  });
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
const isRecord = (value: Json): value is JsonRecord => typeof value === 'object' && value !== null && !isList(value);
