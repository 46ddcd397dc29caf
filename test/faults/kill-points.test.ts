import { isLongRun, sample } from '../support/long.ts';
import type { KillPoint } from './killing.ts';
import { useRelay } from './relay.ts';
import { autoMatch } from './subjects/auto-match.ts';
import { bankStatements } from './subjects/bank-statements.ts';
import { closing } from './subjects/closing.ts';
import { depreciation } from './subjects/depreciation.ts';
import { dossier } from './subjects/dossier.ts';
import { entry } from './subjects/entry.ts';
import { exchangeMatch } from './subjects/exchange-match.ts';
import { migration } from './subjects/migration.ts';
import { numberedSales } from './subjects/numbered-sales.ts';
import { person } from './subjects/person.ts';
import { recurringRun } from './subjects/recurring-run.ts';
import { revaluation } from './subjects/revaluation.ts';
import { reversal } from './subjects/reversal.ts';
import { revert } from './subjects/revert.ts';
import { split } from './subjects/split.ts';
import type { KilledSubject } from './subjects/subject.ts';
import { upload } from './subjects/upload.ts';
import { validation } from './subjects/validation.ts';
import { vatValidation } from './subjects/vat-validation.ts';

/** Requests that are killed at every point between their claim and their tables. A new one is a line in one of the lists. */
const sampled: readonly KilledSubject[] = [entry, person, numberedSales];
const others: readonly KilledSubject[] = [
  upload,
  bankStatements,
  migration,
  reversal,
  revert,
  split,
  validation,
  closing,
  vatValidation,
  dossier,
  autoMatch,
  exchangeMatch,
  depreciation,
  revaluation,
  recurringRun,
];
const subjects = isLongRun ? [...sampled, ...others] : sampled;

/** Every point of an entry, and of all others one at which the request has been written. */
const pointsOf = ({ points }: KilledSubject): readonly KillPoint[] =>
  sample(points, (point) => points === entry.points || points.length === 1 || point === 'after-append');

describe('a process that is killed', function () {
  this.timeout(60_000);
  const relay = useRelay({ files: subjects.flatMap(pointsOf).length });

  for (const subject of subjects) {
    describe(subject.name, () => {
      for (const point of pointsOf(subject)) {
        it(`${point}: ${subject.claim}`, () => subject.prove(relay, point));
      }
    });
  }
});
