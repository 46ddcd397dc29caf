import { findFieldDescription } from './field-descriptions.ts';

/** Descriptions of path and query parameters, for routes that do not describe them. */
export const PARAMETER_DESCRIPTIONS: Readonly<Record<string, string>> = {
  account_from: 'First account of a range, by the leading digits of its number.',
  account_id: 'Only records for this account, by id.',
  account_to:
    'Last account of a range, by the leading digits of its number; accounts that begin with them are included.',
  as_of: 'Reference date.',
  asset: 'Name of the file.',
  attachment: 'Id of the attachment.',
  classification: 'The classification whose codes are listed.',
  code: 'Exact code.',
  company: 'Public token of the company file.',
  delivery: 'Id of the delivery.',
  due_before: 'Only items due before this date.',
  country: 'ISO 3166-1 alpha-2 country code.',
  epoch: 'Epoch of the cursor, from the last response.',
  expires: 'Expiry of the link, in Unix seconds.',
  fiscal_year_id: 'Only records of this fiscal year, by id.',
  field: 'Only changes of this field; for a setting, `settings.` and its path.',
  from: 'First day, inclusive.',
  iban: 'The IBAN, with or without spaces.',
  id: 'Id of the record.',
  journal_id: 'Only records in this journal, by id.',
  lang: 'Language of messages and labels, for callers without a stored language.',
  limit: 'Maximum number of results.',
  name: 'Name of the file.',
  operation: 'Id of the operation, as returned in `X-Operation-Id`.',
  page: 'Page number, starting at 1; any invalid value means the first page.',
  per_page: 'Entries per page; larger values mean the maximum.',
  period: 'Id of the period.',
  preview: '`1`: display in the browser instead of downloading.',
  revision: 'Id of the revision.',
  q: 'Words that must all occur, in any order; accents and case are ignored.',
  request: 'Id of the request for which the link was sent by email.',
  rule: 'Id of the routing rule.',
  signature: 'Signature of the link.',
  since: 'Cursor of the last answer; 0 or absent starts from the beginning.',
  status: 'Only records with this status.',
  third_party_id: 'Only records for this third party, by id.',
  to: 'Last day, inclusive.',
  token: 'Public token or id of the resource.',
  type: 'Type of record.',
  user: 'Id of the user.',
  without_closing: 'Excludes the closing entries that set income and expenses to zero at year end.',
  year: 'Only records of this calendar year.',
};

/** A filter without its own description uses that of its field; undefined if neither exists. */
export function findParameterDescription(name: string): string | undefined {
  const own = PARAMETER_DESCRIPTIONS[name];
  if (own !== undefined) return own;
  const field = findFieldDescription(name, '');
  return field && `Only records with this value. ${field}`;
}
