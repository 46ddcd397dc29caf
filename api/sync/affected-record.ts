import { buildSlipId } from '../../domain/vat-filing/fees-slips.ts';
import type { FoundRoute } from '../http/routing/route.ts';

/** The record that a write concerns, by its name in the feed. */
export interface Concerned {
  readonly resource: string;
  readonly id: number;
}

const FILE = '/v1/companies/{company}';

/** Nested records, by the collections in their path; periods share the version of their fiscal year. */
const BELOW: Readonly<Record<string, string>> = {
  'journals/rules': 'journal-rules',
  'entries/attachments': 'entry-attachments',
};

/**
 * Derived from the path: a collection and the id of one of its records, or the company file itself. A filed listing is
 * named by its period: its id is the one that the server has answered.
 */
export function findConcernedRecord(
  { route, params }: FoundRoute,
  companyId: number,
  answeredId = 0,
): Concerned | null {
  if (!route.path.startsWith(FILE)) return null;
  if (route.concerns === 'companies') return { resource: 'companies', id: companyId };
  const [first, second, third, fourth] = route.path.slice(FILE.length).split('/').slice(1);
  if (first === 'trash' && params['type'] !== undefined) return toConcerned(params['type'], params['id']);
  if (first === 'vat')
    return route.concerns === undefined ? findSlip(params) : { resource: route.concerns, id: answeredId };
  if (isParameter(second)) {
    const below = isParameter(fourth) ? BELOW[`${first}/${third}`] : undefined;
    return below === undefined
      ? toConcerned(first!, params[getParameterName(second)])
      : toConcerned(below, params[getParameterName(fourth!)]);
  }
  if (isParameter(third)) return toConcerned(route.concerns ?? second!, params[getParameterName(third)]);
  return { resource: 'companies', id: companyId };
}

/** A slip 281.50 is identified by its year and its beneficiary. */
function findSlip({ year, third_party_id: beneficiary }: FoundRoute['params']): Concerned | null {
  const isTold = /^\d{4}$/.test(year ?? '') && /^\d{1,11}$/.test(beneficiary ?? '');
  return isTold ? { resource: 'fees-281-50-slips', id: buildSlipId(Number(year), Number(beneficiary)) } : null;
}

const isParameter = (segment: string | undefined): segment is `{${string}}` => segment?.startsWith('{') === true;
const getParameterName = (parameter: string): string => parameter.slice(1, -1);

function toConcerned(resource: string, id: string | undefined): Concerned | null {
  return id !== undefined && /^\d{1,15}$/.test(id) ? { resource, id: Number(id) } : null;
}
