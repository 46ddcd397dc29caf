/** What parameters of paths and queries mean, where their route does not say it itself. */
export const PARAMETER_DESCRIPTIONS: Readonly<Record<string, string>> = {
  account_id: 'Id of an account.',
  as_of: 'The day as of which it is shown.',
  asset: 'Name of the file.',
  attachment: 'Id of the attachment.',
  code: 'The code, exactly.',
  country: 'Country, as two letters of ISO 3166-1.',
  epoch: 'The epoch of the cursor, as the last answer gave it.',
  expires: 'Moment until which the link opens, in Unix seconds.',
  fiscal_year_id: 'Id of a fiscal year.',
  format: 'Form of the answer: JSON or a file.',
  from: 'First day, inclusive.',
  iban: 'The IBAN, with or without spaces.',
  id: 'Id of the record.',
  journal_id: 'Id of a journal.',
  lang: 'Language of messages and labels, for callers without a language of their own.',
  limit: 'At most so many.',
  name: 'Name of the file.',
  page: 'Page, counted from 1; anything that is no page counts as the first.',
  per_page: 'Entries on a page; more than the maximum counts as the maximum.',
  period: 'Id of the period.',
  preview: '`1`: shown in the browser rather than saved.',
  q: 'Words that must all be found, in any order; accents and case do not count.',
  rule: 'Id of the routing rule.',
  signature: 'Signature of the link.',
  since: 'Cursor of the last answer; 0 or absent: from the beginning.',
  status: 'State of the records to list.',
  third_party_id: 'Id of a third party.',
  to: 'Last day, inclusive.',
  token: 'Public token or id of what is meant.',
  type: 'Kind of the records to list.',
  user: 'Id of the user.',
};

/** A parameter without a word of its own says what it narrows. */
export function parameterDescription(name: string, place: 'path' | 'query'): string {
  const own = PARAMETER_DESCRIPTIONS[name];
  if (own !== undefined) return own;
  const words = name.replaceAll('_', ' ');
  return place === 'path' ? `The ${words}.` : `Only what has this ${words}.`;
}
