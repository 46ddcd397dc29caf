import { api } from '../routes.ts';

/** Description of each area of the API. */
export const AREAS: Readonly<Record<string, string>> = api.areas;
