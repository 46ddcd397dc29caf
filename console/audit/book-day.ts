/** Time zone of the books, independent of the reader's clock. */
const ZONE = 'Europe/Brussels';
const clock = new Intl.DateTimeFormat('en-CA', {
  timeZone: ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  hourCycle: 'h23',
});

/** Day and hour of a time in the time zone of the books. */
export function getDayAndHour(moment: string): { readonly day: string; readonly hour: number } {
  const parts = new Map(clock.formatToParts(new Date(moment)).map(({ type, value }) => [type, value]));
  return { day: `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`, hour: Number(parts.get('hour')) };
}
