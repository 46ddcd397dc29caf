import { attachments } from './messages/attachments.ts';
import { activity } from './messages/activity.ts';
import { firms } from './messages/firms.ts';
import { uploads } from './messages/uploads.ts';
import { auth } from './messages/auth.ts';
import { checks } from './messages/checks.ts';
import { closing } from './messages/closing.ts';
import { companies } from './messages/companies.ts';
import { exports } from './messages/exports.ts';
import { fiscalYears } from './messages/fiscal-years.ts';
import { http } from './messages/http.ts';
import { imports } from './messages/imports.ts';
import { invoices } from './messages/invoices.ts';
import { journals } from './messages/journals.ts';
import { ledger } from './messages/ledger.ts';
import { lettering } from './messages/lettering.ts';
import { licence } from './messages/licence.ts';
import { records } from './messages/records.ts';
import { reference } from './messages/reference.ts';
import { reports } from './messages/reports.ts';
import { thirdParties } from './messages/third-parties.ts';
import { validation } from './messages/validation.ts';
import { vatCodes } from './messages/vat-codes.ts';

/** Every subject of the catalogue. A new subject is a file in `messages/` and a line here. */
export const subjects = {
  http,
  validation,
  auth,
  records,
  imports,
  thirdParties,
  ledger,
  lettering,
  invoices,
  companies,
  checks,
  fiscalYears,
  closing,
  journals,
  licence,
  reference,
  activity,
  firms,
  uploads,
  attachments,
  vatCodes,
  exports,
  reports,
} as const;

export const catalogue = {
  ...http,
  ...validation,
  ...auth,
  ...records,
  ...imports,
  ...thirdParties,
  ...ledger,
  ...lettering,
  ...invoices,
  ...companies,
  ...checks,
  ...fiscalYears,
  ...closing,
  ...journals,
  ...licence,
  ...reference,
  ...activity,
  ...firms,
  ...uploads,
  ...attachments,
  ...vatCodes,
  ...exports,
  ...reports,
} as const;

/** Naming a message through this type makes a missing translation a compile error. */
export type MessageKey = keyof typeof catalogue;

export function isMessageKey(key: string): key is MessageKey {
  return Object.hasOwn(catalogue, key);
}
