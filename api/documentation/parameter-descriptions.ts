import { fieldDescription } from './field-descriptions.ts';

/** What parameters of paths and queries mean, where their route does not say it itself. */
export const PARAMETER_DESCRIPTIONS: Readonly<Record<string, string>> = {
  account_from: 'First account of a range, by the first digits of its number.',
  account_id: 'Only what is about this account, by its id.',
  account_to: 'Last account of a range, by the first digits of its number; those that begin with them are part of it.',
  as_of: 'The day as of which it is shown.',
  asset: 'Name of the file.',
  attachment: 'Id of the attachment.',
  classification: 'The classification whose codes are listed.',
  code: 'The code, exactly.',
  company: 'Public token of the company file.',
  delivery: 'Id of the delivery.',
  due_before: 'Only what is due before this day.',
  country: 'Country, as two letters of ISO 3166-1.',
  epoch: 'The epoch of the cursor, as the last answer gave it.',
  expires: 'Moment until which the link opens, in Unix seconds.',
  fiscal_year_id: 'Only what belongs to this fiscal year, by its id.',
  field: 'Only changes of this field; a setting is `settings.` and its path.',
  from: 'First day, inclusive.',
  iban: 'The IBAN, with or without spaces.',
  id: 'Id of the record.',
  journal_id: 'Only what is in this journal, by its id.',
  lang: 'Language of messages and labels, for callers without a language of their own.',
  limit: 'At most so many.',
  name: 'Name of the file.',
  operation: 'The operation, as `X-Operation-Id` named it.',
  page: 'Page, counted from 1; anything that is no page counts as the first.',
  per_page: 'Entries on a page; more than the maximum counts as the maximum.',
  period: 'Id of the period.',
  preview: '`1`: shown in the browser rather than saved.',
  revision: 'Id of the revision.',
  q: 'Words that must all be found, in any order; accents and case do not count.',
  request: 'Id of the request that the link was mailed for.',
  rule: 'Id of the routing rule.',
  signature: 'Signature of the link.',
  since: 'Cursor of the last answer; 0 or absent: from the beginning.',
  status: 'Only records in this state.',
  third_party_id: 'Only what is about this third party, by its id.',
  to: 'Last day, inclusive.',
  token: 'Public token or id of what is meant.',
  type: 'Kind of the records that are meant.',
  user: 'Id of the user.',
  without_closing: 'Without the entries that set income and expenses to zero at the end of a year.',
  year: 'Only what is about this calendar year.',
};

/** A filter without words of its own narrows a list to what its field says; undefined: nobody knows what it means. */
export function parameterDescription(name: string): string | undefined {
  const own = PARAMETER_DESCRIPTIONS[name];
  if (own !== undefined) return own;
  const field = fieldDescription(name, '');
  return field && `Only records with this value. ${field}`;
}
