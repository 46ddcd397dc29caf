/** The demo is reset every night at this local time of the machine. */
const HOUR = 4;
const MINUTE = 7;

/** Schedule expression: seconds, minutes, hours, days, months, weekdays. */
export const RESET_SCHEDULE = `0 ${MINUTE} ${HOUR} * * *`;

const getResetOfDay = (now: Date): Date => new Date(now.getFullYear(), now.getMonth(), now.getDate(), HOUR, MINUTE);

export function getNextReset(now: Date): Date {
  const today = getResetOfDay(now);
  return today > now ? today : new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, HOUR, MINUTE);
}

export function getLastReset(now: Date): Date {
  const today = getResetOfDay(now);
  return today <= now ? today : new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1, HOUR, MINUTE);
}
