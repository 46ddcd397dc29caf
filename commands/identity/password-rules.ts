import { refuseInvalid, type Refusal } from '../../domain/refusal.ts';
import { COMMON_PASSWORDS } from './common-passwords.ts';

/**
 * Refuses passwords that attackers try first, following NIST SP 800-63B. Rules about letters and digits are omitted on
 * purpose. The length is validated with the request.
 */
export function findPasswordRefusal(password: string, email: string, field = 'password'): Refusal | null {
  const code = findProblemCode(password.normalize('NFKC').toLowerCase(), email.normalize('NFKC').toLowerCase());
  return code === null ? null : refuseInvalid([{ code, field }]);
}

function findProblemCode(password: string, email: string): string | null {
  const said = password.trim();
  if (said === '') return 'password_blank';
  if (said === email || said === email.split('@')[0]) return 'password_is_email';
  return COMMON_PASSWORDS.has(said) ? 'password_too_common' : null;
}
