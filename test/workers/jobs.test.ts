import { expect } from 'chai';
import { scheduleJobs, type Jobs } from '../../workers/jobs.ts';
import { waitUntil } from '../support/load.ts';

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const EVERY_SECOND = '* * * * * *';

describe('Scheduled jobs', function () {
  this.timeout(20_000);
  let jobs: Jobs | undefined;
  afterEach(() => jobs?.stop());

  it('are not begun again while they are under way, and are when they are done', async () => {
    let slow = 0;
    let quick = 0;
    let release!: () => void;
    const held = new Promise<void>((resolve) => (release = resolve));
    jobs = scheduleJobs(
      [
        { name: 'slow', schedule: EVERY_SECOND, run: () => ((slow += 1), held) },
        { name: 'quick', schedule: EVERY_SECOND, run: () => Promise.resolve((quick += 1)) },
      ],
      silent,
    );
    await waitUntil('some seconds to strike', () => quick >= 3);
    expect(slow).to.equal(1);
    release();
    await waitUntil('the job to run again', () => slow > 1);
  });
});
