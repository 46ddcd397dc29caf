import { z } from 'zod';
import type { Labels, Language } from '../../../domain/language.ts';

/** The page objects of lists. URLs carry the page alone, never the caller's filters. */

export interface PageRequest<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly page: number;
  readonly perPage: number;
  /** Absolute address of the list, without query. */
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
  const url = (target: number) => `${pathUrl}?page=${target}`;
  const previous = page > 1 ? url(page - 1) : null;
  const next = page < lastPage ? url(page + 1) : null;
  const first = (page - 1) * perPage + 1;
  return {
    data: rows,
    current_page: page,
    last_page: lastPage,
    per_page: perPage,
    total,
    from: rows.length > 0 ? first : null,
    to: rows.length > 0 ? first + rows.length - 1 : null,
    first_page_url: url(1),
    last_page_url: url(lastPage),
    next_page_url: next,
    prev_page_url: previous,
    path: pathUrl,
    links: [
      { url: previous, label: PREVIOUS[language], active: false },
      ...pageWindow(page, lastPage).map((shown) =>
        shown === GAP
          ? { url: null, label: '...', active: false }
          : { url: url(shown), label: String(shown), active: shown === page },
      ),
      { url: next, label: NEXT[language], active: false },
    ],
  };
}

/** The page numbers to show; null stands for pages left out. */
export function pageWindow(page: number, lastPage: number): (number | null)[] {
  const nearEdge = ON_EACH_SIDE + 4;
  if (lastPage < 2 * nearEdge) return range(1, lastPage);
  if (page <= nearEdge) return [...range(1, nearEdge + ON_EACH_SIDE), GAP, lastPage - 1, lastPage];
  if (page > lastPage - nearEdge) return [1, 2, GAP, ...range(lastPage - nearEdge - ON_EACH_SIDE + 1, lastPage)];
  return [1, 2, GAP, ...range(page - ON_EACH_SIDE, page + ON_EACH_SIDE), GAP, lastPage - 1, lastPage];
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** The form without a total, for endless lists. Ask for one row more than a page: it tells whether more exist. */
export function paginateWithoutTotal<Row>(rowsAndOneMore: readonly Row[], page: number, perPage: number) {
  return {
    data: rowsAndOneMore.slice(0, perPage),
    current_page: page,
    per_page: perPage,
    has_more: rowsAndOneMore.length > perPage,
  };
}

const pageLink = z.object({ url: z.string().nullable(), label: z.string(), active: z.boolean() });

/** Answer schema of a paginated list; `extras` are the members that some lists add. */
export function pageOf<T extends z.ZodType, E extends z.ZodRawShape = Record<never, never>>(row: T, extras?: E) {
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

/** Answer schema of the form without a total. */
export function pageWithoutTotalOf<T extends z.ZodType>(row: T) {
  return z.object({ data: z.array(row), current_page: z.int(), per_page: z.int(), has_more: z.boolean() });
}
