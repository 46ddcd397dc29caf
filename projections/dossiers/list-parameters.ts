import type { Language } from '../../domain/language.ts';
import { recordFilter } from '../records/filter.ts';
import { bigint, date, oneOf, optional } from '../support/parameters.ts';

/** Parameters that the statements of all lists share. */

export const ROWS_AT_ONCE = 2_000;

export const paged = { companyId: bigint, language: oneOf<Language>(), afterId: bigint };
export const dated = { ...paged, from: optional(date), to: optional(date) };
/** A list of records, with all filters of the resource. */
export const filtered = { ...paged, ...recordFilter };
