/**
 * Points where a test may kill the process to prove that nothing is lost and nothing happens twice. Outside such tests
 * the variable is unset and this does nothing.
 *
 * `FAULT_POINT=after-append:2` kills the process at the second pass, `after-append=SIGSTOP` freezes it.
 * `FAULT_POINT=by-message` lets the parent process set the point later, when everything is prepared. `after-projection@17`
 * then means the first pass after position 17 of the log, because prepared events may still be in progress: other processes
 * learn of a projection from the database and may respond before the projector itself continues.
 */
const given = process.env['FAULT_POINT'];
let name: string | undefined;
let remaining = 1;
let behind = -Infinity;
let signal: NodeJS.Signals = 'SIGKILL';

function setFaultPoint(point: string): void {
  const [, place, position, countdown, sent] = /^([a-z-]+)(?:@(-?\d+))?(?::(\d+))?(?:=(SIGSTOP))?$/.exec(point) ?? [];
  name = place;
  behind = position === undefined ? -Infinity : Number(position);
  remaining = Number(countdown ?? 1);
  signal = sent === 'SIGSTOP' ? sent : 'SIGKILL';
}

if (given === 'by-message') {
  process.on('message', (point) => {
    setFaultPoint(String(point));
    process.send?.('set');
  });
} else if (given) setFaultPoint(given);

export type FaultPoint =
  | 'after-claim'
  | 'after-keys'
  | 'before-append'
  | 'after-append'
  | 'after-joined-append'
  | 'before-projection'
  | 'after-projection'
  | 'after-peppol-send'
  | 'within-peppol-inbox'
  | 'within-analysis'
  | 'before-recurring-send'
  | 'after-recurring-send'
  | 'after-platform-record'
  | 'between-firm-and-admin'
  | 'between-account-and-member'
  | 'between-acceptance-and-team'
  | 'between-steps-of-join'
  | 'between-firm-and-company'
  | 'between-register-and-company'
  | 'between-company-and-register'
  | 'between-files'
  | 'after-integration-import'
  | 'after-mail-handed-over'
  | 'after-webhook-call'
  | 'within-webhook-dispatch'
  | 'within-job'
  | 'between-files-of-dossier'
  | 'between-steps-of-migration'
  | 'copy-begun'
  | 'copy-sent'
  | 'copy-written'
  | 'copy-compared'
  | 'copy-completed'
  | 'copy-handed-over'
  | 'seal-written'
  | 'seal-taken-over'
  | 'backup-rows'
  | 'restore-begun'
  | 'restore-rows'
  | 'restore-files'
  | 'restore-moving'
  | 'restore-moved';

/** Whether the process will be killed at one of these points. */
export const isFaultPointSet = (...points: readonly FaultPoint[]): boolean =>
  name !== undefined && (points as readonly string[]).includes(name);

/** `position` is the log position reached, if known. */
export function passFaultPoint(here: FaultPoint, position = Infinity): void {
  if (name !== here || position <= behind) return;
  remaining -= 1;
  if (remaining === 0) process.kill(process.pid, signal);
}
