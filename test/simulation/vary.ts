import { Decimal } from 'decimal.js';
import type { ExampleRequest } from '../../api/http/routing/example.ts';
import type { Kind } from './kinds.ts';
import type { Random } from './world/random.ts';

/** Turns the example of a route into one of many commands: other records, amounts, days and queues. */

type Fields = Readonly<Record<string, unknown>>;

/** Parameters of earlier commands, by resource. */
export type KnownParams = Map<string, Fields[]>;

const MAX_KNOWN = 20;
const MEETS = 0.25;

export function varyRequest(kind: Kind, request: ExampleRequest, known: KnownParams, random: Random): ExampleRequest {
  const { params, company, body, file } = request;
  const changed = { ...request, ...(body !== undefined && !file && { body: varyBody(kind, body as Fields, random) }) };
  if (company || !params || !('id' in params) || Object.keys(params).length > 1) return changed;
  // A record of an earlier command now and then, so that commands meet.
  const resource = kind.name.replace(/^\S+ /, '').split('/')[0]!;
  const others = known.get(resource) ?? [];
  known.set(resource, others);
  const chosen: Fields = others.length > 0 && random.isChosen(MEETS) ? random.pick(others) : params;
  others.push(params);
  if (others.length > MAX_KNOWN) others.shift();
  return { ...changed, params: chosen };
}

function varyBody(kind: Kind, body: Fields, random: Random): unknown {
  if (kind.name === 'POST sync/push') return random.isChosen(0.3) ? body : buildQueue(body, random);
  return isDocument(kind) ? varyDocument(body, random) : varyAmounts(body, random);
}

const AMOUNTS = new Set(['debit', 'credit', 'amount']);

/** Multiplies all amounts of lines by the same number, so that sums stay equal. */
function varyAmounts(body: Fields, random: Random): Fields {
  const { lines, vat_amounts: taxes } = body;
  if (!Array.isArray(lines) || taxes !== undefined) return body;
  const factor = 1 + random.below(9);
  const multiply = ([field, value]: [string, unknown]): [string, unknown] => [
    field,
    AMOUNTS.has(field) && typeof value === 'string' ? new Decimal(value).times(factor).toFixed(2) : value,
  ];
  const change = (line: Fields): Fields => Object.fromEntries(Object.entries(line).map(multiply));
  return { ...body, lines: (lines as Fields[]).map(change) };
}

const isDocument = ({ name }: Kind): boolean => name === 'POST entries/invoice' || name === 'POST entries/credit-note';

/** Whether the service computes the tax of the document. */
export const isExactDocument = (kind: Kind, body: unknown): boolean =>
  isDocument(kind) && (body as Fields | null)?.['vat_amounts'] === undefined;

/** Any amounts of any month; most without the tax that the supplier computed. */
function varyDocument(body: Fields, random: Random): Fields {
  const { vat_amounts: _taxes, lines, ...document } = body;
  if (random.isChosen(0.2)) return body;
  const buildLine = (): Fields => ({ ...random.pick(lines as Fields[]), amount: chooseAmount(random) });
  return { ...document, entry_date: chooseDay(random), lines: Array.from({ length: 1 + random.below(3) }, buildLine) };
}

const chooseAmount = (random: Random): string =>
  `${1 + random.below(900)}.${String(random.below(100)).padStart(2, '0')}`;
const chooseDay = (random: Random): string =>
  `2026-0${1 + random.below(5)}-${String(1 + random.below(28)).padStart(2, '0')}`;

/** What a device has done while it was offline: records made and changed one after another, and entries. */
function buildQueue(body: Fields, random: Random): Fields {
  const mutations: Fields[] = [];
  const parties: string[] = [];
  for (let left = 1 + random.below(8); left > 0; left -= 1) {
    const mutation_id = random.uuid();
    if (parties.length > 0 && random.isChosen(0.5)) {
      const base = random.isChosen(0.8) ? { base_version: 1 + random.below(2) } : {};
      const changes = { city: random.pick(['Namur', 'Liège', 'Gent', 'Arlon']) };
      mutations.push({
        mutation_id,
        method: 'PATCH',
        path: `third-parties/$${random.pick(parties)}`,
        ...base,
        body: changes,
      });
    } else {
      const fields = { type: random.pick(['customer', 'supplier']), name: `Client ${random.below(10_000)}` };
      mutations.push({ mutation_id, method: 'POST', path: 'third-parties', body: fields });
      parties.push(mutation_id);
    }
  }
  return { ...body, device_id: `device-${random.below(4)}`, mutations };
}
