import { accounts } from '../accounts/account.ts';
import { findDefaultProblems, resolveDefaultShares } from '../analytics/default-shares.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { Json, JsonRecord } from '../json.ts';
import { compare, sum } from '../money.ts';
import { findIdByKey, findLiveRecord } from '../records/state.ts';
import type { Problem } from '../refusal.ts';
import { thirdParties } from '../third-parties/third-party.ts';
import { vatCodes } from '../vat-codes/vat-code.ts';
import { MOST_LABEL, PLACEHOLDERS, findUnknownPlaceholders } from './evaluate.ts';

/** Lines of a bank rule: how they are stored, and their validation. */

export const MOST_LINES = 20;
const WHOLE = '100.00';
/** Two decimals and more than zero; a single line takes everything by default. */
const SHARE = /^(?!0+\.00$)\d{1,3}\.\d{2}$/;

/** Resolves accounts and VAT codes to ids. Unknown values stay as they are, so that they can be reported. */
export function normaliseRuleLines(lines: Json, file: CompanyFile): Json {
  if (!isList(lines)) return lines;
  return lines.map((line) => {
    if (!isRecord(line)) return line;
    const account = resolveReference(line, 'account', (number) =>
      findIdByKey(file.records, accounts, 'number', number),
    );
    const vatCode = resolveReference(line, 'vat_code', (code) => findIdByKey(file.records, vatCodes, 'code', code));
    return {
      ...account,
      share: line['share'] ?? (lines.length === 1 ? WHOLE : null),
      ...vatCode,
      third_party_id: line['third_party_id'] ?? null,
      label: line['label'] ?? null,
      // Rules older than analytic codes, and rules that use the defaults, have no such property.
      ...(line['analytics'] ? resolveDefaultShares({ analytics: line['analytics'] }, file) : {}),
    };
  });
}

/** Stores the id alone, unless the key is unknown or contradicts the id. */
function resolveReference(
  line: JsonRecord,
  name: 'account' | 'vat_code',
  idOf: (key: string) => number | undefined,
): JsonRecord {
  const [id, key] = [line[`${name}_id`] ?? null, line[name] ?? null];
  const found = typeof key === 'string' ? idOf(key) : undefined;
  if (key === null || (found !== undefined && (id === null || id === found)))
    return { [`${name}_id`]: id ?? found ?? null };
  return { [`${name}_id`]: id, [name]: key };
}

export function findLineProblems(lines: Json, file: CompanyFile): readonly Problem[] {
  if (lines === null) return [];
  if (!isList(lines)) return [{ code: 'not_a_list', field: 'lines' }];
  if (lines.length === 0) return [{ code: 'required', field: 'lines' }];
  if (lines.length > MOST_LINES) return [{ code: 'list_too_long', field: 'lines', params: { max: MOST_LINES } }];
  const problems = lines.flatMap((line, index) =>
    isRecord(line)
      ? [
          ...findAccountProblems(line, `lines.${index}.`, file),
          ...findVatProblems(line, `lines.${index}.`, file),
          ...findThirdPartyProblems(line, `lines.${index}.`, file),
          ...findShareProblems(line, `lines.${index}.`),
          ...findLabelProblems(line, `lines.${index}.`),
          ...findDefaultProblems(line['analytics'], file).map((one) => ({
            ...one,
            field: `lines.${index}.${one.field ?? 'analytics'}`,
          })),
        ]
      : [{ code: 'not_an_object', field: `lines.${index}` }],
  );
  return problems.some(({ field }) => field?.endsWith('.share')) ? problems : [...problems, ...findSumProblems(lines)];
}

/** An unknown id is reported together with all other references. */
function findAccountProblems(line: JsonRecord, prefix: string, file: CompanyFile): readonly Problem[] {
  const { account_id: id = null, account: number = null } = line;
  if (number !== null)
    return [{ code: id === null ? 'account_unknown' : 'account_contradicts', field: `${prefix}account` }];
  if (typeof id !== 'number') return [{ code: 'required', field: `${prefix}account` }];
  const account = findLiveRecord(file.records, accounts, id)?.data;
  if (account?.is_postable === false) return [{ code: 'account_is_group', field: `${prefix}account_id` }];
  return account?.is_active === false ? [{ code: 'account_inactive', field: `${prefix}account_id` }] : [];
}

function findVatProblems(line: JsonRecord, prefix: string, file: CompanyFile): readonly Problem[] {
  const { vat_code_id: id = null, vat_code: code = null } = line;
  if (code !== null)
    return [{ code: id === null ? 'vat_code_unknown' : 'vat_code_contradicts', field: `${prefix}vat_code` }];
  const record = typeof id === 'number' ? findLiveRecord(file.records, vatCodes, id) : undefined;
  return record?.data.is_active === false ? [{ code: 'vat_code_inactive', field: `${prefix}vat_code_id` }] : [];
}

function findThirdPartyProblems(
  { third_party_id: id }: JsonRecord,
  prefix: string,
  file: CompanyFile,
): readonly Problem[] {
  const party = typeof id === 'number' ? findLiveRecord(file.records, thirdParties, id) : undefined;
  return party?.data.is_active === false ? [{ code: 'third_party_inactive', field: `${prefix}third_party_id` }] : [];
}

function findShareProblems({ share = null }: JsonRecord, prefix: string): readonly Problem[] {
  if (share === null) return [{ code: 'required', field: `${prefix}share` }];
  const isShare = typeof share === 'string' && SHARE.test(share) && compare(share, WHOLE) <= 0;
  return isShare ? [] : [{ code: 'bank_rule_share_invalid', field: `${prefix}share` }];
}

function findSumProblems(lines: readonly Json[]): readonly Problem[] {
  const total = sum(lines.map((line) => (line as { readonly share: string }).share));
  return compare(total, WHOLE) === 0 ? [] : [{ code: 'bank_rule_shares', field: 'lines', params: { total } }];
}

function findLabelProblems({ label = null }: JsonRecord, prefix: string): readonly Problem[] {
  if (label === null) return [];
  const field = `${prefix}label`;
  if (typeof label !== 'string') return [{ code: 'not_text', field }];
  if ([...label].length > MOST_LABEL) return [{ code: 'text_too_long', field, params: { max: MOST_LABEL } }];
  const [unknown] = findUnknownPlaceholders(label);
  if (unknown === undefined) return [];
  const known = PLACEHOLDERS.map((name) => `{${name}}`).join(' ');
  return [{ code: 'bank_rule_placeholder_unknown', field, params: { name: `{${unknown}}`.slice(0, 40), known } }];
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
const isRecord = (value: Json): value is JsonRecord => typeof value === 'object' && value !== null && !isList(value);
