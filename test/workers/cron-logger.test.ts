import { expect } from 'chai';
import cron from 'node-cron';
import { createLogger } from '../../service/logging/logger.ts';
import { createCronLogger } from '../../workers/cron-logger.ts';

interface Line {
  readonly level: number;
  readonly job: string;
  readonly msg: string;
  readonly err?: { readonly message: string };
}

/** The lines that a logger at this level writes. */
function logged(level: string) {
  const lines: Line[] = [];
  const logger = createLogger(level, { write: (line) => void lines.push(JSON.parse(line) as Line) });
  return { lines, logger };
}

describe('What the scheduler reports', () => {
  it('is written as lines of the log, with the job and the error', () => {
    const { lines, logger } = logged('debug');
    const reports = createCronLogger(logger, 'tidy');
    reports.info('ready');
    reports.warn('missed execution');
    reports.error('Task failed with error!', new Error('no room'));
    reports.error(new Error('alone'));
    reports.debug('checked');
    expect(lines.map(({ level, job, msg, err }) => [level, job, msg, err?.message])).to.deep.equal([
      [30, 'tidy', 'ready', undefined],
      [40, 'tidy', 'missed execution', undefined],
      [50, 'tidy', 'Task failed with error!', 'no room'],
      [50, 'tidy', 'the scheduler reported an error', 'alone'],
      [20, 'tidy', 'checked', undefined],
    ]);
  });

  it('comes through the option of a scheduled task', async () => {
    const { lines, logger } = logged('info');
    const options = { logger: createCronLogger(logger, 'tidy') };
    const task = cron.schedule('0 0 1 1 *', () => Promise.reject(new Error('no room')), options);
    try {
      await task.execute().catch(() => undefined);
    } finally {
      await task.destroy();
    }
    expect(lines).to.have.length(1);
    expect(lines[0]).to.include({ level: 50, job: 'tidy' });
    expect(lines[0]!.err?.message).to.equal('no room');
  });
});
