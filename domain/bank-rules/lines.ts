import { accounts } from '../accounts/account.ts';
import { defaultProblems, keptShares } from '../analytics/default-shares.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { Json, JsonRecord } from '../json.ts';
import { compare, sum } from '../money.ts';
import { idByKey, living } from '../records/state.ts';
import type { Problem } from '../refusal.ts';
import { thirdParties } from '../third-parties/third-party.ts';
import { vatCodes } from '../vat-codes/vat-code.ts';
import { MOST_LABEL, PLACEHOLDERS, unknownPlaceholders } from './evaluate.ts';

/** Where a rule books what it takes, as it is kept, and everything that is wrong with it. */

export const MOST_LINES = 20;
const WHOLE = '100.00';
/** To two places and above nothing; one line alone takes all without saying so. */
const SHARE = /^(?!0+\.00$)\d{1,3}\.\d{2}$/;

/** Accounts and VAT codes by their ids, however the client names them. What is not there stays as it is, to be told. */
export function keptLines(lines: Json, file: CompanyFile): Json {
  if (!isList(lines)) return lines;
  return lines.map((line) => {
    if (!isRecord(line)) return line;
    const account = named(line, 'account', (number) => idByKey(file.records, accounts, 'number', number));
    const vatCode = named(line, 'vat_code', (code) => idByKey(file.records, vatCodes, 'code', code));
    return {
      ...account,
      share: line['share'] ?? (lines.length === 1 ? WHOLE : null),
      ...vatCode,
      third_party_id: line['third_party_id'] ?? null,
      label: line['label'] ?? null,
      // Rules from before there were codes say nothing of them, and those that want the defaults do not either.
      ...(line['analytics'] ? keptShares({ analytics: line['analytics'] }, file) : {}),
    };
  });
}

/** By its id alone, unless what it is called is unknown or is another one. */
function named(line: JsonRecord, name: 'account' | 'vat_code', idOf: (key: string) => number | undefined): JsonRecord {
  const [id, key] = [line[`${name}_id`] ?? null, line[name] ?? null];
  const found = typeof key === 'string' ? idOf(key) : undefined;
  if (key === null || (found !== undefined && (id === null || id === found)))
    return { [`${name}_id`]: id ?? found ?? null };
  return { [`${name}_id`]: id, [name]: key };
}

export function lineProblems(lines: Json, file: CompanyFile): readonly Problem[] {
  if (lines === null) return [];
  if (!isList(lines)) return [{ code: 'not_a_list', field: 'lines' }];
  if (lines.length === 0) return [{ code: 'required', field: 'lines' }];
  if (lines.length > MOST_LINES) return [{ code: 'list_too_long', field: 'lines', params: { max: MOST_LINES } }];
  const problems = lines.flatMap((line, index) =>
    isRecord(line)
      ? [
          ...accountProblems(line, `lines.${index}.`, file),
          ...vatProblems(line, `lines.${index}.`, file),
          ...thirdPartyProblems(line, `lines.${index}.`, file),
          ...shareProblems(line, `lines.${index}.`),
          ...labelProblems(line, `lines.${index}.`),
          ...defaultProblems(line['analytics'], file).map((one) => ({
            ...one,
            field: `lines.${index}.${one.field ?? 'analytics'}`,
          })),
        ]
      : [{ code: 'not_an_object', field: `lines.${index}` }],
  );
  return problems.some(({ field }) => field?.endsWith('.share')) ? problems : [...problems, ...sumProblems(lines)];
}

/** An id that is not there is told with all others. */
function accountProblems(line: JsonRecord, prefix: string, file: CompanyFile): readonly Problem[] {
  const { account_id: id = null, account: number = null } = line;
  if (number !== null)
    return [{ code: id === null ? 'account_unknown' : 'account_contradicts', field: `${prefix}account` }];
  if (typeof id !== 'number') return [{ code: 'required', field: `${prefix}account` }];
  const account = living(file.records, accounts, id)?.data;
  if (account?.is_postable === false) return [{ code: 'account_is_group', field: `${prefix}account_id` }];
  return account?.is_active === false ? [{ code: 'account_inactive', field: `${prefix}account_id` }] : [];
}

function vatProblems(line: JsonRecord, prefix: string, file: CompanyFile): readonly Problem[] {
  const { vat_code_id: id = null, vat_code: code = null } = line;
  if (code !== null)
    return [{ code: id === null ? 'vat_code_unknown' : 'vat_code_contradicts', field: `${prefix}vat_code` }];
  const record = typeof id === 'number' ? living(file.records, vatCodes, id) : undefined;
  return record?.data.is_active === false ? [{ code: 'vat_code_inactive', field: `${prefix}vat_code_id` }] : [];
}

function thirdPartyProblems({ third_party_id: id }: JsonRecord, prefix: string, file: CompanyFile): readonly Problem[] {
  const party = typeof id === 'number' ? living(file.records, thirdParties, id) : undefined;
  return party?.data.is_active === false ? [{ code: 'third_party_inactive', field: `${prefix}third_party_id` }] : [];
}

function shareProblems({ share = null }: JsonRecord, prefix: string): readonly Problem[] {
  if (share === null) return [{ code: 'required', field: `${prefix}share` }];
  const isShare = typeof share === 'string' && SHARE.test(share) && compare(share, WHOLE) <= 0;
  return isShare ? [] : [{ code: 'bank_rule_share_invalid', field: `${prefix}share` }];
}

function sumProblems(lines: readonly Json[]): readonly Problem[] {
  const total = sum(lines.map((line) => (line as { readonly share: string }).share));
  return compare(total, WHOLE) === 0 ? [] : [{ code: 'bank_rule_shares', field: 'lines', params: { total } }];
}

function labelProblems({ label = null }: JsonRecord, prefix: string): readonly Problem[] {
  if (label === null) return [];
  const field = `${prefix}label`;
  if (typeof label !== 'string') return [{ code: 'not_text', field }];
  if ([...label].length > MOST_LABEL) return [{ code: 'text_too_long', field, params: { max: MOST_LABEL } }];
  const [unknown] = unknownPlaceholders(label);
  if (unknown === undefined) return [];
  const known = PLACEHOLDERS.map((name) => `{${name}}`).join(' ');
  return [{ code: 'bank_rule_placeholder_unknown', field, params: { name: `{${unknown}}`.slice(0, 40), known } }];
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
const isRecord = (value: Json): value is JsonRecord => typeof value === 'object' && value !== null && !isList(value);
