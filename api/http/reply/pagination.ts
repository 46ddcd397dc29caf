import { z } from 'zod';
import type { Labels, Language } from '../../../domain/language.ts';

/** Page objects of lists. URLs contain only the page, never the caller's filters. */

export interface PageRequest<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly page: number;
  readonly perPage: number;
  /** Absolute URL of the list, without query. */
  readonly pathUrl: string;
  readonly language: Language;
}

export interface PageLink {
  readonly url: string | null;
  readonly label: string;
  readonly active: boolean;
}

export interface Page<Row> {
  readonly data: readonly Row[];
  readonly current_page: number;
  readonly last_page: number;
  readonly per_page: number;
  readonly total: number;
  readonly from: number | null;
  readonly to: number | null;
  readonly first_page_url: string;
  readonly last_page_url: string;
  readonly next_page_url: string | null;
  readonly prev_page_url: string | null;
  readonly path: string;
  readonly links: readonly PageLink[];
}

const PREVIOUS: Labels = {
  fr: '&laquo; Précédent',
  nl: '&laquo; Vorige',
  en: '&laquo; Previous',
  de: '&laquo; Zurück',
};
const NEXT: Labels = { fr: 'Suivant &raquo;', nl: 'Volgende &raquo;', en: 'Next &raquo;', de: 'Weiter &raquo;' };

/** Pages shown on each side of the current one. */
const ON_EACH_SIDE = 3;
const GAP = null;

export function paginate<Row>({ rows, total, page, perPage, pathUrl, language }: PageRequest<Row>): Page<Row> {
  const lastPage = Math.max(Math.ceil(total / perPage), 1);
  const buildUrl = (target: number) => `${pathUrl}?page=${target}`;
  const previous = page > 1 ? buildUrl(page - 1) : null;
  const next = page < lastPage ? buildUrl(page + 1) : null;
  const first = (page - 1) * perPage + 1;
  return {
    data: rows,
    current_page: page,
    last_page: lastPage,
    per_page: perPage,
    total,
    from: rows.length > 0 ? first : null,
    to: rows.length > 0 ? first + rows.length - 1 : null,
    first_page_url: buildUrl(1),
    last_page_url: buildUrl(lastPage),
    next_page_url: next,
    prev_page_url: previous,
    path: pathUrl,
    links: [
      { url: previous, label: PREVIOUS[language], active: false },
      ...listPageNumbers(page, lastPage).map((shown) =>
        shown === GAP
          ? { url: null, label: '...', active: false }
          : { url: buildUrl(shown), label: String(shown), active: shown === page },
      ),
      { url: next, label: NEXT[language], active: false },
    ],
  };
}

/** The page numbers to show; null for a gap. */
export function listPageNumbers(page: number, lastPage: number): (number | null)[] {
  const nearEdge = ON_EACH_SIDE + 4;
  if (lastPage < 2 * nearEdge) return listRange(1, lastPage);
  if (page <= nearEdge) return [...listRange(1, nearEdge + ON_EACH_SIDE), GAP, lastPage - 1, lastPage];
  if (page > lastPage - nearEdge) return [1, 2, GAP, ...listRange(lastPage - nearEdge - ON_EACH_SIDE + 1, lastPage)];
  return [1, 2, GAP, ...listRange(page - ON_EACH_SIDE, page + ON_EACH_SIDE), GAP, lastPage - 1, lastPage];
}

const listRange = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Variant without a total, for endless lists. Query one row more than a page, to know whether more exist. */
export function paginateWithoutTotal<Row>(rowsAndOneMore: readonly Row[], page: number, perPage: number) {
  return {
    data: rowsAndOneMore.slice(0, perPage),
    current_page: page,
    per_page: perPage,
    has_more: rowsAndOneMore.length > perPage,
  };
}

const pageLink = z.object({ url: z.string().nullable(), label: z.string(), active: z.boolean() });

/** Response schema of a paginated list; `extras` are additional members of some lists. */
export function pageSchema<T extends z.ZodType, E extends z.ZodRawShape = Record<never, never>>(row: T, extras?: E) {
  return z.object({
    data: z.array(row),
    current_page: z.int(),
    last_page: z.int(),
    per_page: z.int(),
    total: z.int(),
    from: z.int().nullable(),
    to: z.int().nullable(),
    first_page_url: z.string(),
    last_page_url: z.string(),
    next_page_url: z.string().nullable(),
    prev_page_url: z.string().nullable(),
    path: z.string(),
    links: z.array(pageLink),
    ...extras,
  });
}

/** Response schema of the variant without a total. */
export function pageWithoutTotalSchema<T extends z.ZodType>(row: T) {
  return z.object({ data: z.array(row), current_page: z.int(), per_page: z.int(), has_more: z.boolean() });
}
