/** Prefixes available in VIES: the EU member states and Northern Ireland (XI). */
const PREFIXES: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI'.split(' '),
);

export interface ViesSubject {
  readonly prefix: string;
  /** Without the prefix. */
  readonly number: string;
}

/** A VAT number in the form for VIES. Null if no member state issued it. */
export function toViesSubject(vatNumber: string): ViesSubject | null {
  const prefix = vatNumber.slice(0, 2);
  return PREFIXES.has(prefix) ? { prefix, number: vatNumber.slice(2) } : null;
}
