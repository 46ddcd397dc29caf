import type { Problem } from '../../domain/refusal.ts';

/** It cannot be done, however often it is tried: the problems say why. */
export class MigrationFailed extends Error {
  readonly problems: readonly Problem[];
  constructor(problems: readonly Problem[]) {
    super(`The migration failed: ${JSON.stringify(problems)}`);
    this.name = 'MigrationFailed';
    this.problems = problems;
  }
}
