import type { CountryCode, VatKind, VatNature } from '../country-packs/pack.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { findCountry as countryNamed } from '../reference/countries.ts';
import { findIdByKey, findLiveRecord, getRecords } from '../records/state.ts';
import { vatCodes, type VatCode } from '../vat-codes/vat-code.ts';

/**
 * Suggests the VAT code of a line: by its rate, the EN 16931 category of a structured invoice, the country of the
 * counterparty and the nature of the line. Uses the codes of the country pack, or an equivalent code of the company.
 */

export type Direction = 'purchase' | 'sale';

export interface TaxedLine {
  readonly direction: Direction;
  /** Percentage; null if none was read. */
  readonly rate: string | null;
  readonly category: string | null;
  /** Country of the counterparty; null: unknown, treated as domestic. */
  readonly country: string | null;
  readonly nature: VatNature;
}

type Regime = 'standard' | 'zero' | 'domestic_reverse' | 'intracom' | 'abroad' | 'exempt' | 'outside';

/** Nature in purchase codes: M, S and I in Belgium and Luxembourg; G, S and I in France. */
const NATURES: Readonly<Record<CountryCode, Readonly<Record<VatNature, string>>>> = {
  BE: { goods: 'M', services: 'S', investment: 'I' },
  FR: { goods: 'G', services: 'S', investment: 'I' },
  LU: { goods: 'M', services: 'S', investment: 'I' },
};

/** `{n}` is the nature, `{rate}` the rate of the document, `{home}` the standard rate of the country. */
type Codes = Readonly<Record<Regime, Readonly<Record<VatNature, string>> | string>>;

const PURCHASES: Readonly<Record<CountryCode, Codes>> = {
  BE: {
    standard: 'P-{n}-{rate}',
    zero: 'P-{n}-0',
    domestic_reverse: 'P-{n}-CC-{home}',
    intracom: 'P-{n}-IC-{home}',
    abroad: { goods: 'P-M-IMP-{home}', services: 'P-S-EXS-{home}', investment: 'P-I-IMP-{home}' },
    exempt: 'P-{n}-EX',
    outside: 'P-NA',
  },
  FR: {
    standard: 'P-{n}-{rate}',
    zero: 'P-{n}-EXO',
    domestic_reverse: 'P-{n}-AL-{home}',
    intracom: 'P-{n}-IC-{home}',
    abroad: { goods: 'P-G-IMP-{home}', services: 'P-S-HUE-{home}', investment: 'P-I-IMP-{home}' },
    exempt: 'P-{n}-EXO',
    outside: 'P-NA',
  },
  LU: {
    standard: 'P-{n}-{rate}',
    zero: 'P-{n}-0',
    domestic_reverse: { goods: 'P-M-CCG-{home}', services: 'P-S-CCS-{home}', investment: 'P-S-CCG-{home}' },
    intracom: { goods: 'P-M-ICG-{home}', services: 'P-S-ICS-{home}', investment: 'P-I-ICG-{home}' },
    abroad: { goods: 'P-M-IMP-{home}', services: 'P-S-EXS-{home}', investment: 'P-I-IMP-{home}' },
    exempt: 'P-S-EX',
    outside: 'P-NA',
  },
};

const SALES: Readonly<Record<CountryCode, Codes>> = {
  BE: {
    standard: 'S-{rate}',
    zero: 'S-0',
    domestic_reverse: 'S-CC',
    intracom: { goods: 'S-IC-G', services: 'S-IC-S', investment: 'S-IC-G' },
    abroad: 'S-EX',
    exempt: 'S-ART44',
    outside: 'S-NA',
  },
  FR: {
    standard: 'S-{rate}',
    zero: 'S-EXO',
    domestic_reverse: 'S-AL',
    intracom: { goods: 'S-IC-G', services: 'S-IC-S', investment: 'S-IC-G' },
    abroad: { goods: 'S-EX', services: 'S-HUE', investment: 'S-EX' },
    exempt: 'S-EXO',
    outside: 'S-NA',
  },
  LU: {
    standard: 'S-{rate}',
    zero: 'S-0',
    domestic_reverse: 'S-CC',
    intracom: { goods: 'S-IC-G', services: 'S-IC-S', investment: 'S-IC-G' },
    abroad: 'S-EX',
    exempt: 'S-ART44',
    outside: 'S-NA',
  },
};

const HOME_RATE: Readonly<Record<CountryCode, string>> = { BE: '21', FR: '20', LU: '17' };

/** Kinds accepted for an equivalent code. */
const KINDS: Readonly<Record<Regime, readonly VatKind[]>> = {
  standard: ['standard'],
  zero: ['standard', 'exempt'],
  domestic_reverse: ['reverse_charge'],
  intracom: ['intracom'],
  abroad: ['import', 'export', 'reverse_charge'],
  exempt: ['exempt'],
  outside: ['outside_scope'],
};

export function determineRegime({ rate, category, country }: TaxedLine, home: CountryCode): Regime {
  const isTaxed = rate !== null && Number(rate) > 0;
  const place = country === null || country === home ? 'home' : countryNamed(country)?.isEu ? 'union' : 'abroad';
  switch (category) {
    case 'AE':
      return place === 'home' ? 'domestic_reverse' : place === 'union' ? 'intracom' : 'abroad';
    case 'K':
      return 'intracom';
    case 'G':
      return 'abroad';
    case 'O':
      return 'outside';
    case 'E':
      return 'exempt';
    case 'Z':
      return 'zero';
    default:
      // Charged tax is domestic tax; without tax, the origin determines who owes it.
      if (isTaxed) return 'standard';
      return place === 'union' ? 'intracom' : place === 'abroad' ? 'abroad' : 'zero';
  }
}

export function suggestVatCode(line: TaxedLine, file: CompanyFile): number | null {
  const home = file.identity.country_pack;
  const regime = determineRegime(line, home);
  const table = line.direction === 'purchase' ? PURCHASES[home] : SALES[home];
  const named = table[regime];
  const code = (typeof named === 'string' ? named : named[line.nature])
    .replace('{n}', NATURES[home][line.nature])
    .replace('{rate}', line.rate === null ? '' : String(Number(line.rate)))
    .replace('{home}', HOME_RATE[home]);
  const id = findIdByKey(file.records, vatCodes, 'code', code);
  return isUsable(findLiveRecord(file.records, vatCodes, id), line.direction)
    ? id!
    : findEquivalent(line, regime, file);
}

const isUsable = (code: VatCode | undefined, direction: Direction): boolean =>
  code?.data.is_active === true && code.data.direction === direction;

/** An equivalent code with another name: same rate if tax was charged, fully deductible first. */
function findEquivalent({ direction, rate, nature }: TaxedLine, regime: Regime, file: CompanyFile): number | null {
  const wanted = regime === 'standard' ? Number(rate ?? 0) : null;
  let best: { readonly id: number; readonly score: number } | null = null;
  for (const [id, code] of getRecords(file.records, vatCodes).byId.entries()) {
    if (code.isTrashed || !isUsable(code, direction) || !KINDS[regime].includes(code.data.kind)) continue;
    if (wanted !== null && Number(code.data.rate) !== wanted) continue;
    const score =
      (code.data.nature === nature ? 4 : code.data.nature === null ? 2 : 0) +
      (code.data.deductible_rate === '100.00' ? 1 : 0);
    if (best === null || score > best.score) best = { id, score };
  }
  return best?.id ?? null;
}

/** True if a code used earlier fits the line. */
export function isFittingLine(code: VatCode, line: TaxedLine, home: CountryCode): boolean {
  if (!code.data.is_active || code.isTrashed || code.data.direction !== line.direction) return false;
  const regime = determineRegime(line, home);
  if (regime === 'standard')
    return ['standard', 'non_deductible'].includes(code.data.kind) && Number(code.data.rate) === Number(line.rate);
  // Untaxed lines keep their earlier code: the category alone rarely gives the full reason.
  return line.category === null || KINDS[regime].includes(code.data.kind) || regime === 'zero';
}
