import type { CompanyFile } from '../company-file-state.ts';

/** A record in the currency of the company file has no currency of its own. */
export const withoutBookCurrency = <Data extends { readonly currency?: unknown }>(
  data: Data,
  { identity }: Pick<CompanyFile, 'identity'>,
): Data => (data.currency === identity.currency ? { ...data, currency: null } : data);
