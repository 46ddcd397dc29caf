import { subjects } from '../routes.ts';

/** Description of each area of the API. */
export const AREAS: Readonly<Record<string, string>> = Object.assign(
  {},
  ...subjects.map(({ areas }) => areas),
) as Record<string, string>;
