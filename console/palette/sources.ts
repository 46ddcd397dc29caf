import { hasRole, type Role } from '../shell/role.ts';
import { findPlaceOf } from '../shell/resource-places.ts';
import { DESK_VIEWS } from '../shell/views.ts';
import { toSearchable } from '../../domain/text.ts';
import type { Api } from '../support/api.ts';
import type { Place, View } from '../support/place.ts';
import type { Say } from '../support/words.ts';
import type { VisitedPlace } from './recent.ts';
import type { sayIn } from './words.ts';

/** What the palette finds: pages and actions by themselves, everything else by the search of the API. */

export type Group = 'recent' | 'actions' | 'pages' | (typeof RECORD_GROUPS)[number];

export const RECORD_GROUPS = [
  'companies',
  'third-parties',
  'accounts',
  'entries',
  'documents',
  'document-imports',
  'bank-transactions',
] as const;

export interface Found extends VisitedPlace {
  readonly key: string;
  readonly group: Group;
}

interface SearchResult {
  readonly type: (typeof RECORD_GROUPS)[number];
  readonly id: number;
  readonly title: string;
  readonly subtitle: string | null;
  readonly url: string;
  readonly company?: { readonly name: string };
}

export interface Sought {
  readonly api: Api;
  readonly text: string;
  /** The open company file, if any. */
  readonly file: string | undefined;
  /** Firms whose files the reader sees. */
  readonly firms: readonly string[];
}

/** Records that fit, of the open company file first; company files of all firms. */
export async function findRecords({ api, text, file, firms }: Sought, signal: AbortSignal): Promise<readonly Found[]> {
  const search = async (path: string, types?: string): Promise<readonly SearchResult[]> => {
    const query = { q: text, types };
    return (await api.get<{ readonly data: readonly SearchResult[] }>(`${path}/search`, query, signal)).data;
  };
  const ofFirms = firms.map((firm) => search(`/v1/firms/${firm}`, file === undefined ? undefined : 'companies'));
  const answers = await Promise.all([...(file === undefined ? [] : [search(`/v1/companies/${file}`)]), ...ofFirms]);
  const found = new Map(answers.flat().map((result) => [result.url, result]));
  return [...found.values()]
    .flatMap((result) => toFound(result))
    .sort((one, other) => RECORD_GROUPS.indexOf(one.group) - RECORD_GROUPS.indexOf(other.group));
}

type FoundRecord = Found & { readonly group: (typeof RECORD_GROUPS)[number] };

function toFound({ type, title, subtitle, url, company }: SearchResult): readonly FoundRecord[] {
  const place = findResultPlace(type, title, url);
  if (place === null) return [];
  const parts = [type === 'companies' ? null : (company?.name ?? null), ...listParts(type, subtitle)];
  const shown = parts.filter((part) => part !== null && part !== '').join(' · ');
  return [{ key: url, group: type, title, subtitle: shown === '' ? null : shown, place }];
}

/** What people read of a subtitle: neither the kind of an account nor the last part of an import are words. */
function listParts(type: SearchResult['type'], subtitle: string | null): readonly string[] {
  if (subtitle === null || type === 'accounts') return [];
  const parts = subtitle.split(' · ');
  return type === 'document-imports' ? parts.slice(0, -1) : parts;
}

function findResultPlace(type: SearchResult['type'], title: string, url: string): Place | null {
  const [, file, id] = /^\/v1\/companies\/([^/]+)(?:\/[^/]+\/(\d+))?$/.exec(url) ?? [];
  if (file === undefined) return null;
  if (type === 'companies') return { file };
  // The title of an account begins with its number.
  if (type === 'accounts') return { file, view: 'general_ledger', account: title.split(' ')[0]! };
  if (type === 'third-parties') return { file, view: 'open_items', party: id! };
  return findPlaceOf(url);
}

/** A transaction that is matched is shown by its entry. */
export async function settlePlace(found: Found, api: Api): Promise<Place> {
  if (found.group !== 'bank-transactions') return found.place;
  const { journal_entry_id: entry } = await api.get<{ readonly journal_entry_id: number | null }>(found.key);
  return entry === null ? found.place : { file: found.place.file!, view: 'bank', entry: String(entry) };
}

interface Action {
  readonly word: 'new_entry' | 'new_invoice' | 'upload_documents' | 'match_bank' | 'prepare_vat';
  readonly least: Role;
  readonly view: View;
  readonly item?: string;
}

const ACTIONS: readonly Action[] = [
  { word: 'new_entry', least: 'encoder', view: 'entries', item: 'new' },
  { word: 'new_invoice', least: 'encoder', view: 'invoices', item: 'new' },
  { word: 'upload_documents', least: 'encoder', view: 'documents' },
  { word: 'match_bank', least: 'encoder', view: 'bank' },
  { word: 'prepare_vat', least: 'encoder', view: 'vat' },
];

interface Reader {
  readonly say: Say;
  readonly tell: ReturnType<typeof sayIn>;
  readonly file: string | undefined;
  /** In the open company file; null while it is unknown. */
  readonly role: Role | null;
}

/** Views and actions whose names contain all words. */
export function findPages({ say, tell, file, role }: Reader, text: string): readonly Found[] {
  const board: Found = { key: 'board', group: 'pages', title: tell('board'), subtitle: null, place: {} };
  const views = DESK_VIEWS.map(({ name }): Found => {
    return { key: name, group: 'pages', title: say(name), subtitle: null, place: { file: file!, view: name } };
  });
  const actions = ACTIONS.filter(
    ({ least, view }) => role !== null && hasRole(role, least) && DESK_VIEWS.some(({ name }) => name === view),
  ).map(({ word, view, item }): Found => {
    const place = { file: file!, view, ...(item !== undefined && { item }) };
    return { key: word, group: 'actions', title: tell(word), subtitle: null, place };
  });
  const words = toSearchable(text).split(/\s+/).filter(Boolean);
  return [...(file === undefined ? [board] : [...actions, ...views, board])].filter(({ title }) => {
    const name = toSearchable(title);
    return words.every((word) => name.includes(word));
  });
}
