/**
 * Enterprise and bank account numbers that pass every check but belong to no company: the register has never issued
 * numbers from 0999, and no Belgian bank has the code 999.
 */

const padTwoDigits = (value: number): string => String(value).padStart(2, '0');

/** The ten digits of an enterprise number; `serial` has at most four. */
export function buildFictitiousEnterprise(serial: number): string {
  const body = `0999${String(serial).padStart(4, '0')}`;
  return `${body}${padTwoDigits(97 - (Number(body) % 97))}`;
}

export function buildFictitiousIban(serial: number): string {
  const body = `999${String(serial).padStart(7, '0')}`;
  const account = `${body}${padTwoDigits(Number(body) % 97 || 97)}`;
  // B and E count as 11 and 14, and the check digits as zero.
  const check = 98n - (BigInt(`${account}111400`) % 97n);
  return `BE${padTwoDigits(Number(check))}${account}`;
}
