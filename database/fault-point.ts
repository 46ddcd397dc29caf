/**
 * Places where a test may kill the process to prove that nothing is lost and nothing happens twice.
 * Outside such tests the variable is unset and this does nothing.
 */
const wanted = process.env['FAULT_POINT'];
const [name, countdown] = wanted?.split(':') ?? [];
let remaining = Number(countdown ?? 1);

export type FaultPoint =
  | 'after-claim'
  | 'before-append'
  | 'after-append'
  | 'before-projection'
  | 'after-projection'
  | 'between-firm-and-admin'
  | 'between-account-and-member'
  | 'between-firm-and-company'
  | 'between-register-and-company'
  | 'between-company-and-register';

export function faultPoint(here: FaultPoint): void {
  if (name !== here) return;
  remaining -= 1;
  if (remaining === 0) process.kill(process.pid, 'SIGKILL');
}
