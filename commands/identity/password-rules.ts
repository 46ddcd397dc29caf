import { invalid, type Refusal } from '../../domain/refusal.ts';
import { COMMON_PASSWORDS } from './common-passwords.ts';

/**
 * What a new password must not be, after NIST SP 800-63B: one that everybody tries first. Rules about letters and digits
 * are left out on purpose. Its length is checked with the form of the request.
 */
export function passwordRefusal(password: string, email: string, field = 'password'): Refusal | null {
  const code = problemOf(password.normalize('NFKC').toLowerCase(), email.normalize('NFKC').toLowerCase());
  return code === null ? null : invalid([{ code, field }]);
}

function problemOf(password: string, email: string): string | null {
  const said = password.trim();
  if (said === '') return 'password_blank';
  if (said === email || said === email.split('@')[0]) return 'password_is_email';
  return COMMON_PASSWORDS.has(said) ? 'password_too_common' : null;
}
