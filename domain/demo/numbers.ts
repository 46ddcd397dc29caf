/**
 * Numbers of companies and bank accounts that pass every check and belong to nobody: the register has never given out numbers
 * from 0999, and no Belgian bank has the code 999.
 */

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** The ten digits of an enterprise; `serial` has at most four. */
export function fictitiousEnterprise(serial: number): string {
  const body = `0999${String(serial).padStart(4, '0')}`;
  return `${body}${twoDigits(97 - (Number(body) % 97))}`;
}

export function fictitiousIban(serial: number): string {
  const body = `999${String(serial).padStart(7, '0')}`;
  const account = `${body}${twoDigits(Number(body) % 97 || 97)}`;
  // B and E are 11 and 14 there, and the place of the check digits counts as zero.
  const check = 98n - (BigInt(`${account}111400`) % 97n);
  return `BE${twoDigits(Number(check))}${account}`;
}
