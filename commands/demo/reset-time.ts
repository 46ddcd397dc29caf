/** When the demo is reset: every night, by the clock of the machine. */
const HOUR = 4;
const MINUTE = 7;

/** Of the scheduler: seconds, minutes, hours, days, months, weekdays. */
export const RESET_SCHEDULE = `0 ${MINUTE} ${HOUR} * * *`;

const onDayOf = (now: Date): Date => new Date(now.getFullYear(), now.getMonth(), now.getDate(), HOUR, MINUTE);

export function nextReset(now: Date): Date {
  const today = onDayOf(now);
  return today > now ? today : new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, HOUR, MINUTE);
}

export function lastReset(now: Date): Date {
  const today = onDayOf(now);
  return today <= now ? today : new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1, HOUR, MINUTE);
}
