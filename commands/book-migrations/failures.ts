import type { Problem } from '../../domain/refusal.ts';

/** A permanent failure; retrying is useless. The problems give the reasons. */
export class MigrationFailed extends Error {
  readonly problems: readonly Problem[];
  constructor(problems: readonly Problem[]) {
    super(`The migration failed: ${JSON.stringify(problems)}`);
    this.name = 'MigrationFailed';
    this.problems = problems;
  }
}
