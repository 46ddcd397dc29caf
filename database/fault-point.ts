/**
 * Places where a test may kill the process to prove that nothing is lost and nothing happens twice.
 * Outside such tests the variable is unset and this does nothing.
 *
 * `FAULT_POINT=after-append:2` kills it when it comes there for the second time. `FAULT_POINT=by-message` lets the process
 * that started this one name the point later, when everything is prepared.
 */
const given = process.env['FAULT_POINT'];
let name: string | undefined;
let remaining = 1;

function setFaultPoint(point: string): void {
  const [place, countdown] = point.split(':');
  name = place;
  remaining = Number(countdown ?? 1);
}

if (given === 'by-message') {
  process.on('message', (point) => {
    setFaultPoint(String(point));
    process.send?.('set');
  });
} else if (given) setFaultPoint(given);

export type FaultPoint =
  | 'after-claim'
  | 'before-append'
  | 'after-append'
  | 'before-projection'
  | 'after-projection'
  | 'between-firm-and-admin'
  | 'between-account-and-member'
  | 'between-acceptance-and-team'
  | 'between-firm-and-company'
  | 'between-register-and-company'
  | 'between-company-and-register';

export function faultPoint(here: FaultPoint): void {
  if (name !== here) return;
  remaining -= 1;
  if (remaining === 0) process.kill(process.pid, 'SIGKILL');
}
