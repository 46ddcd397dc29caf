/** Prefixes of the numbers that the member states exchange: those of the Union, and Northern Ireland (XI). */
const PREFIXES: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI'.split(' '),
);

export interface ViesSubject {
  readonly prefix: string;
  /** Without the prefix. */
  readonly number: string;
}

/** A VAT number as VIES asks for it; null for one that no member state has issued. */
export function viesSubject(vatNumber: string): ViesSubject | null {
  const prefix = vatNumber.slice(0, 2);
  return PREFIXES.has(prefix) ? { prefix, number: vatNumber.slice(2) } : null;
}
