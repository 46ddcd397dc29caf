import type { Place, View } from '../support/place.ts';

/** Where the desk shows a resource of the API. */
const VIEWS_OF: Readonly<Record<string, View>> = {
  'document-imports': 'documents',
  documents: 'invoices',
  'bank-transactions': 'bank',
  'bank-accounts': 'bank',
  'vat-declarations': 'vat',
  'open-items': 'open_items',
  journals: 'journals',
  'fiscal-years': 'closing_check',
  entries: 'entries',
  budgets: 'budgets',
  'sync-conflicts': 'conflicts',
  settings: 'settings',
  members: 'settings',
};

/** The place of an address of the API within a company file; null if the desk does not show it. */
export function findPlaceOf(address: string): Place | null {
  const [, file, resource, id] = /\/v1\/companies\/([^/?]+)\/([^/?]+)(?:\/([^/?]+))?/.exec(address) ?? [];
  if (file === undefined || resource === undefined) return null;
  const view = VIEWS_OF[resource];
  if (view === undefined) return null;
  return resource === 'entries' && id !== undefined ? { file, view, entry: id } : { file, view, item: id };
}
