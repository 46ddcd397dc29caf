/** Computes the IBAN of a French account from the parts given in statements. */

/** Digit values of the letters, for the national check key. */
const LETTERS = '12345678912345678923456789';
const replaceLetters = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => LETTERS[letter.charCodeAt(0) - 65]!);

export function computeFrenchIban(bank: string, branch: string, account: string): string | null {
  if (!/^\d{5}$/.test(bank) || !/^\d{5}$/.test(branch) || !/^[0-9A-Z]{11}$/.test(account)) return null;
  const rest = (89n * BigInt(bank) + 15n * BigInt(branch) + 3n * BigInt(replaceLetters(account))) % 97n;
  const national = `${bank}${branch}${account}${String(97n - rest).padStart(2, '0')}`;
  const numeric = `${national}FR00`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return `FR${String(98n - (BigInt(numeric) % 97n)).padStart(2, '0')}${national}`;
}
