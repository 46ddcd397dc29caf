/** Account numbers in CODA, by kind. */

export interface AccountZone {
  /** 0: Belgian number, 1: foreign number, 2: Belgian IBAN, 3: foreign IBAN. */
  readonly kind: string;
  readonly number: string;
  readonly iban: string | null;
  readonly currency: string;
}

/** Zone of 37 characters: a Belgian or foreign number, or a Belgian or foreign IBAN. */
export function parseAccountZone(kind: string, zone: string): AccountZone {
  if (kind === '2' || kind === '3') {
    const number = zone.slice(0, 34).trim();
    return { kind, number, iban: number, currency: zone.slice(34, 37).trim() };
  }
  if (kind === '1') return { kind, number: zone.slice(0, 34).trim(), iban: null, currency: zone.slice(34, 37).trim() };
  const number = zone.slice(0, 12).trim();
  return { kind, number, iban: toBelgianIban(number), currency: zone.slice(13, 16).trim() };
}

/** Account of the counterpart: the kind must be detected from the zone itself. */
export function parseCounterpartAccount(zone: string): string | undefined {
  const number = (/^\d{12} /.test(zone) ? zone.slice(0, 12) : zone.slice(0, 34)).replace(/\s/g, '');
  if (number === '' || /^0+$/.test(number)) return undefined;
  return toBelgianIban(number) ?? number;
}

/** From the twelve-digit number used before IBAN, whose last two digits are a check; null for anything else. */
export function toBelgianIban(number: string): string | null {
  if (!/^\d{12}$/.test(number)) return null;
  const check = Number(number.slice(0, 10)) % 97;
  if ((check === 0 ? 97 : check) !== Number(number.slice(10))) return null;
  // BE00 after the number, with B as 11 and E as 14.
  const remainder = Number(BigInt(`${number}111400`) % 97n);
  return `BE${String(98 - remainder).padStart(2, '0')}${number}`;
}
