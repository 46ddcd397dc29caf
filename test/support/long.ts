/**
 * Corpora, failovers and browsers that take long: `npm run test:long` runs all of it, `npm test` a sample. Every file that
 * imports this one belongs to both.
 */
export const isLongRun = process.env['TEST_LONG'] === '1';

/** A test of `npm run test:long` alone; the file has others of the same kind, which are the sample. */
export function itLong(title: string, run: Mocha.AsyncFunc): void {
  if (isLongRun) it(title, run);
}

/** Tests of `npm run test:long` alone; others of the same kind in other files are the sample. */
export function describeLong(title: string, run: (this: Mocha.Suite) => void): void {
  if (isLongRun) describe(title, run);
}

/** All of a corpus in a long run, otherwise the members that are chosen. */
export function sample<T>(all: readonly T[], isChosen: (member: T, index: number) => boolean): readonly T[] {
  return isLongRun ? all : all.filter(isChosen);
}
