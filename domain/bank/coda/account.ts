/** How CODA writes the number of an account: by its kind. */

export interface AccountZone {
  /** 0 a Belgian number, 1 a foreign one, 2 a Belgian IBAN, 3 a foreign one. */
  readonly kind: string;
  readonly number: string;
  readonly iban: string | null;
  readonly currency: string;
}

/** Thirty-seven characters: a Belgian number, a foreign one, a Belgian IBAN or a foreign one. */
export function accountZone(kind: string, zone: string): AccountZone {
  if (kind === '2' || kind === '3') {
    const number = zone.slice(0, 34).trim();
    return { kind, number, iban: number, currency: zone.slice(34, 37).trim() };
  }
  if (kind === '1') return { kind, number: zone.slice(0, 34).trim(), iban: null, currency: zone.slice(34, 37).trim() };
  const number = zone.slice(0, 12).trim();
  return { kind, number, iban: belgianIban(number), currency: zone.slice(13, 16).trim() };
}

/** Of whoever is at the other side: here the zone itself must tell what it holds. */
export function counterpartAccount(zone: string): string | undefined {
  const number = (/^\d{12} /.test(zone) ? zone.slice(0, 12) : zone.slice(0, 34)).replace(/\s/g, '');
  if (number === '' || /^0+$/.test(number)) return undefined;
  return belgianIban(number) ?? number;
}

/** From the twelve digits of before IBAN, of which the last two check the others; null for anything else. */
export function belgianIban(number: string): string | null {
  if (!/^\d{12}$/.test(number)) return null;
  const check = Number(number.slice(0, 10)) % 97;
  if ((check === 0 ? 97 : check) !== Number(number.slice(10))) return null;
  // BE00 behind the number, letters as 11 and 14.
  const remainder = Number(BigInt(`${number}111400`) % 97n);
  return `BE${String(98 - remainder).padStart(2, '0')}${number}`;
}
