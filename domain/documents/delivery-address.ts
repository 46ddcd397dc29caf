import type { DeliveryAddress } from '../e-invoicing/index.ts';
import { countries } from '../reference/countries.ts';
import { toSearchable } from '../text.ts';

/** An address of delivery as it was typed, in the parts of an electronic invoice (BG-15). */
export interface ParsedDeliveryAddress {
  readonly address: DeliveryAddress;
  /** ISO 3166-1; null if it is not named. */
  readonly country: string | null;
}

export function parseDeliveryAddress(typed: string): ParsedDeliveryAddress {
  const lines = typed
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const country = findNamedCountry(lines.at(-1));
  const ofPlace = country === null || lines.length === 1 ? lines : lines.slice(0, -1);
  const { others, postalCode, city } = splitPlace(ofPlace);
  const [street = null, additional = null, ...more] = others;
  return { address: { street, additional, more: more.join(', ') || null, postalCode, city }, country };
}

/** `4000 Liège`, `L-2160 Luxembourg`: a postal code and a town. */
const PLACE = /^((?:[A-Z]{1,2}-)?\d{4,5})\s+(\D.*)$/;
/** The same after a comma: `Quai 3, 4000 Liège`. */
const STREET_AND_PLACE = /^(.+?),\s*((?:[A-Z]{1,2}-)?\d{4,5}\s+\D.*)$/;

interface SplitPlace {
  readonly others: readonly string[];
  readonly postalCode: string | null;
  readonly city: string | null;
}

function splitPlace(lines: readonly string[]): SplitPlace {
  const last = lines.at(-1) ?? '';
  const [, street, behind] = STREET_AND_PLACE.exec(last) ?? [];
  const place = PLACE.exec(behind ?? last);
  if (!place) return { others: lines, postalCode: null, city: null };
  return {
    others: [...lines.slice(0, -1), ...(street === undefined ? [] : [street])],
    postalCode: place[1]!,
    city: place[2]!,
  };
}

/** By its code or its name in any of the languages. */
function findNamedCountry(line: string | undefined): string | null {
  if (line === undefined) return null;
  const said = toSearchable(line);
  const found = countries.find(
    ({ code, names }) => line === code || Object.values(names).some((name) => toSearchable(name) === said),
  );
  return found?.code ?? null;
}
